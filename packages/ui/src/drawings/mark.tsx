import { classNames } from '../class-names.ts';

/** The brand mark: a line that beats once as a heart. Box 40 × 32. */
const markPath =
  'M2 22.5C6 26.5 13 28 20 26C14.5 21.5 9 17.4 9 11.6C9 7.6 12 4.8 15.3 4.8C17.8 4.8 19.4 6.4 20 8.8C20.6 6.4 22.2 4.8 24.7 4.8C28 4.8 31 7.6 31 11.6C31 17.4 25.5 21.5 20 26C27 28 34 26.5 38 22.5';

export function Mark({ className, isDrawn }: { className?: string; isDrawn?: boolean }) {
  return (
    <svg
      viewBox="0 0 40 32"
      className={classNames('text-pulse', className ?? 'h-8 w-10 max-2xs:h-6 max-2xs:w-7.5')}
      aria-hidden
    >
      <path
        d={markPath}
        pathLength={1}
        strokeWidth={2.6}
        strokeDasharray={isDrawn ? '1' : undefined}
        className={classNames('line-drawn', isDrawn && 'animate-draw-slow')}
      />
    </svg>
  );
}

export interface LogoProps {
  /** Name of the site. */
  name: string;
  /** A white-label site's own picture, instead of mark and name. */
  imageUrl?: string | undefined;
  /** Shows only the mark below 992 px, beside the places of a member. */
  isShort?: boolean | undefined;
}

/** Mark and name of the site, or the site's own logo. */
export function Logo({ name, imageUrl, isShort }: LogoProps) {
  if (imageUrl) return <img src={imageUrl} alt={name} className="h-8 w-auto max-w-40 object-contain" />;
  return (
    <span className="inline-flex items-center gap-2">
      <Mark />
      <span className={classNames('title text-lg', isShort && 'max-lg:sr-only')}>{name}</span>
    </span>
  );
}
