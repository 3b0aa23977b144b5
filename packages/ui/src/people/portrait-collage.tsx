import { classNames } from '../class-names.ts';
import { Photo } from './photo.tsx';

export interface PortraitCollageProps {
  /** Nine or more look best. They are dealt to three columns. */
  photos: readonly { src: string; placeholder?: string | undefined }[];
  className?: string | undefined;
}

/** Offset of each column, and its start in the drift, so no two move alike. */
const columns = [
  { offset: '0px', delay: '0s' },
  { offset: '-88px', delay: '-0.8s' },
  { offset: '-32px', delay: '-1.6s' },
];

/** Portraits that drift past each other and come to rest. Decorative, hidden from screen readers; give it a height. */
export function PortraitCollage({ photos, className }: PortraitCollageProps) {
  return (
    <div
      aria-hidden
      className={classNames('grid grid-cols-3 content-start gap-3 overflow-hidden rounded-card', className)}
    >
      {columns.map((column, at) => (
        <div
          key={column.delay}
          className="grid animate-drift content-start gap-3"
          style={{ marginTop: column.offset, animationDelay: column.delay }}
        >
          {photos
            .filter((_, index) => index % columns.length === at)
            .map((photo) => (
              <Photo key={photo.src} {...photo} alt="" isPriority className="rounded-card" />
            ))}
        </div>
      ))}
    </div>
  );
}
