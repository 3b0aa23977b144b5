import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Anchor } from './anchor.tsx';
import { linkHandler, type PressProps, pressHandler } from './button.tsx';

export interface IconButtonProps extends PressProps {
  /** Its action in words; also a tooltip on hover and focus unless `hasTip` is false. */
  label: string;
  /** The icon. Omit it if the class draws one (`three-dots`), so a button of a long list is a single element. */
  children?: ReactNode;
  variant?: 'ghost' | 'quiet' | 'primary' | 'onPhoto' | undefined;
  /** 44 px (`md`) or 52 px (`lg`). */
  size?: 'md' | 'lg' | undefined;
  hasTip?: boolean | undefined;
}

const variants = {
  ghost: 'text-ink-2 hover:bg-hover hover:text-ink active:bg-press',
  quiet: 'border border-edge/70 bg-card text-ink hover:bg-hover hover:border-edge',
  primary: 'bg-pulse text-on-pulse hover:bg-pulse-deep forced-colors:border',
  onPhoto: 'bg-black/50 text-white backdrop-blur-md hover:bg-black/65 ring-on-photo',
};

/** A round button with only an icon. */
export function IconButton(props: IconButtonProps) {
  const {
    label,
    children,
    variant = 'ghost',
    size = 'md',
    hasTip = true,
    onPress,
    href,
    isDisabled,
    ...rest
  } = props;
  const className = classNames(
    'inline-flex shrink-0 items-center justify-center rounded-full transition-[background-color,color,transform] active:scale-95 disabled:opacity-40',
    size === 'lg' ? 'size-13' : 'size-11',
    variants[variant],
    rest.className,
  );
  const title = hasTip ? label : undefined;
  if (href !== undefined && !isDisabled) {
    return (
      <Anchor
        href={href}
        onClick={linkHandler(onPress)}
        className={className}
        aria-label={label}
        title={title}
      >
        {children}
      </Anchor>
    );
  }
  return (
    <button
      type="button"
      {...rest}
      className={className}
      disabled={isDisabled}
      aria-label={label}
      title={title}
      onClick={pressHandler(onPress)}
    >
      {children}
    </button>
  );
}
