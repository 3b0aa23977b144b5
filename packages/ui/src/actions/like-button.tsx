import { classNames } from '../class-names.ts';

export interface LikeButtonProps {
  /** With the name: "Like Mira". The same in both states, because `aria-pressed` tells them apart; or with `children`. */
  label: string;
  isLiked: boolean;
  onChange: (isLiked: boolean) => void;
  /** Round on a picture, or a wide button with a text. */
  variant?: 'onPhoto' | 'quiet' | 'round' | undefined;
  /** Text beside the heart, for `quiet`: part of the label. */
  children?: string | undefined;
  isDisabled?: boolean | undefined;
  className?: string | undefined;
}

/** One stroke: from the tip up the left, over the dip, down the right, and a little past where it began. */
const heart =
  'M12 20.2C7.4 16.9 3.2 13.4 3.2 9.1 3.2 6.2 5.3 4.2 7.9 4.2c2 0 3.4 1.2 4.1 2.9.7-1.7 2.1-2.9 4.1-2.9 2.6 0 4.7 2 4.7 4.9 0 4.3-4.2 7.8-8.8 11.1';

const variants = {
  onPhoto:
    'size-11 rounded-full bg-black/50 text-white backdrop-blur-md hover:bg-black/65 ring-on-photo [color-scheme:light] aria-pressed:bg-white aria-pressed:text-pulse',
  round: 'size-16 rounded-full bg-card text-pulse shadow-float',
  quiet:
    'min-h-11 rounded-control border border-edge/70 bg-card px-5 text-ink hover:bg-hover hover:border-edge aria-pressed:border-transparent aria-pressed:bg-pulse-soft',
};

/** The like button: pressed, its line draws a heart in 320 ms; pressed again, the heart fades. */
export function LikeButton(props: LikeButtonProps) {
  const { label, isLiked, onChange, variant = 'onPhoto', children, isDisabled, className } = props;
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isLiked}
      disabled={isDisabled}
      onClick={() => onChange(!isLiked)}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center gap-2 font-semibold select-none disabled:opacity-50',
        'transition-[background-color,border-color,color,transform] duration-200 ease-line active:scale-92',
        variants[variant],
        className,
      )}
    >
      <svg
        viewBox="0 0 24 24"
        className={classNames(
          variant === 'round' ? 'size-8' : 'size-6',
          variant === 'quiet' && isLiked && 'text-pulse',
        )}
        aria-hidden
      >
        <path d={heart} className="line-drawn" strokeWidth={1.75} opacity={isLiked ? 0 : 1} />
        {isLiked && (
          <>
            <path d={heart} className="animate-fade [animation-delay:160ms]" fill="currentColor" />
            <path
              d={heart}
              pathLength={1}
              strokeDasharray="1"
              strokeWidth={1.75}
              className="line-drawn animate-draw"
            />
          </>
        )}
      </svg>
      {children}
    </button>
  );
}
