import { classNames } from '../class-names.ts';
import { usePictureTries } from './use-picture-tries.ts';

export interface AvatarProps {
  /** The member's name. Its initials replace a missing picture. */
  name: string;
  src?: string | null | undefined;
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl' | undefined;
  isOnline?: boolean | undefined;
  /** "online", for screen readers. */
  presenceLabel?: string | undefined;
  /** True if the name is beside it: then there is no text for screen readers. Default true. */
  isDecorative?: boolean | undefined;
  className?: string | undefined;
}

const sizes = {
  xs: 'size-7 text-xs',
  sm: 'size-9 text-sm',
  md: 'size-12 text-base',
  lg: 'size-16 text-lg',
  xl: 'size-24 text-2xl',
};

const initials = (name: string) =>
  name
    .split(/[\s._-]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.match(/^./u)?.[0].toLocaleUpperCase())
    .join('');

/** A round portrait with a dot for members who are online. */
export function Avatar(props: AvatarProps) {
  const { name, src, size = 'md', isOnline, presenceLabel, isDecorative = true, className } = props;
  const { hasFailed, onError } = usePictureTries(src);
  return (
    <span className={classNames('relative inline-flex shrink-0', className)}>
      <span
        className={classNames(
          'flex items-center justify-center overflow-hidden rounded-full bg-pulse-soft',
          sizes[size],
        )}
      >
        {src && !hasFailed ? (
          <img
            src={src}
            alt={isDecorative ? '' : name}
            className="size-full object-cover"
            draggable={false}
            loading="lazy"
            onError={onError}
          />
        ) : (
          <span className="title text-ink" aria-hidden={isDecorative}>
            {initials(name)}
          </span>
        )}
      </span>
      {isOnline && (
        <span className="absolute right-[14.6%] bottom-[14.6%] aspect-square w-[26%] max-w-4 min-w-2.5 translate-1/2 rounded-full border-2 border-card bg-leaf">
          {presenceLabel && <span className="sr-only">{presenceLabel}</span>}
        </span>
      )}
    </span>
  );
}
