import type { MouseEvent, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { Anchor } from './anchor.tsx';

export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger' | 'onPhoto';
export type ButtonSize = 'sm' | 'md' | 'lg';

/** Props of every pressable component. Unknown DOM attributes (aria-*, data-*, form…) pass through. */
export interface PressProps {
  /** Receives the pressed element: a menu opens there, and the focus returns to it. */
  onPress?: ((pressed: HTMLElement) => void) | undefined;
  /** Makes it a link. */
  href?: string | undefined;
  isDisabled?: boolean | undefined;
  type?: 'button' | 'submit' | 'reset' | undefined;
  form?: string | undefined;
  name?: string | undefined;
  value?: string | undefined;
  id?: string | undefined;
  autoFocus?: boolean | undefined;
  /** -1 if a container around it is the tab stop. */
  tabIndex?: number | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
  /** Use it instead of `isDisabled` for a focused button: `disabled` would drop the focus. */
  'aria-disabled'?: boolean | undefined;
  'aria-expanded'?: boolean | undefined;
  'aria-haspopup'?: 'menu' | 'dialog' | undefined;
  'aria-controls'?: string | undefined;
  'aria-pressed'?: boolean | undefined;
}

export interface ButtonProps extends PressProps {
  children: ReactNode;
  /** Use `primary` at most once on a screen. Default `quiet`. */
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: ReactNode;
  isFullWidth?: boolean | undefined;
  /** Work is in progress: presses are ignored, focus and width stay, a line runs along the bottom. */
  isPending?: boolean | undefined;
}

/** Forced colours remove fills, so a variant without a border gets one there. */
const variants: Record<ButtonVariant, string> = {
  primary: 'bg-pulse text-on-pulse hover:bg-pulse-deep active:bg-pulse-deep forced-colors:border',
  quiet: 'border border-edge/70 bg-card text-ink hover:border-edge hover:bg-hover active:bg-press',
  ghost: 'text-ink hover:bg-hover active:bg-press',
  danger: 'border border-danger/50 bg-card text-danger hover:bg-danger-soft active:bg-danger-soft',
  onPhoto: 'bg-black/60 text-white backdrop-blur-md hover:bg-black/70 ring-on-photo',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 target px-3.5 py-1.5 text-sm gap-1.5',
  md: 'min-h-11 px-5 py-2.5 text-base gap-2',
  lg: 'min-h-13 px-6 py-3 text-md gap-2.5',
};

/** Classes of a button, for triggers that another library renders. */
export function buttonClass(variant: ButtonVariant = 'quiet', size: ButtonSize = 'md'): string {
  return classNames(
    'relative inline-flex items-center justify-center rounded-control text-center font-semibold no-underline select-none',
    'transition-[background-color,border-color,color,transform] duration-120 active:scale-[0.985]',
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50',
    variants[variant],
    sizes[size],
  );
}

/** The pending indicator: one line that runs along the bottom edge. */
function PendingLine() {
  return (
    <svg className="pending-line" aria-hidden>
      <line
        y1="100%"
        x2="100%"
        y2="100%"
        pathLength={1}
        className="line-drawn animate-run"
        strokeWidth={6}
        strokeDasharray="1"
      />
    </svg>
  );
}

/**
 * A button, or a link that looks like one if `href` is given. Uses native elements, because the first paint has no room
 * for more (see README).
 */
export function Button(props: ButtonProps) {
  const { children, variant, size, icon, isFullWidth, isPending, onPress, href, isDisabled, ...rest } = props;
  const className = classNames(buttonClass(variant, size), isFullWidth && 'w-full', rest.className);
  const content = (
    <>
      {icon}
      <span className="min-w-0">{children}</span>
      {isPending && <PendingLine />}
    </>
  );
  if (href !== undefined && !isDisabled) {
    return (
      <Anchor
        href={href}
        onClick={linkHandler(onPress)}
        className={className}
        id={rest.id}
        aria-label={rest['aria-label']}
      >
        {content}
      </Anchor>
    );
  }
  return (
    <button
      type="button"
      {...rest}
      className={classNames(className, isPending && 'cursor-progress')}
      disabled={isDisabled}
      aria-busy={isPending || undefined}
      onClick={pressHandler(onPress, isPending)}
    >
      {content}
    </button>
  );
}

/** Passes the link itself to `onPress`. */
export function linkHandler(onPress: PressProps['onPress']) {
  return onPress && ((event: MouseEvent<HTMLAnchorElement>) => onPress(event.currentTarget));
}

/** Safari does not focus a pressed button. Dialogs need the focus to know where to return it. */
export function pressHandler(onPress: PressProps['onPress'], isPending?: boolean) {
  return (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending) {
      event.preventDefault();
      return;
    }
    event.currentTarget.focus({ preventScroll: true });
    onPress?.(event.currentTarget);
  };
}
