import { Gift, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { classNames } from '../class-names.ts';

export interface BannerProps {
  children: ReactNode;
  tone?: 'info' | 'warn' | 'bonus' | undefined;
  title?: ReactNode;
  icon?: ReactNode;
  /** A countdown or a price, to the right of the text; never wraps. */
  aside?: ReactNode;
  /** A button or a link. */
  action?: ReactNode;
  onDismiss?: (() => void) | undefined;
  dismissLabel?: string | undefined;
  className?: string | undefined;
}

const looks = {
  info: { surface: 'bg-sunk text-ink', icon: <Info className="size-5 text-sky" aria-hidden /> },
  warn: {
    surface: 'bg-amber-soft text-ink',
    icon: <TriangleAlert className="size-5 text-amber" aria-hidden />,
  },
  bonus: { surface: 'bg-pulse-soft text-ink', icon: <Gift className="size-5 text-pulse" aria-hidden /> },
};

/** A band across a page: a current fact, and an action for it. */
export function Banner(props: BannerProps) {
  const { children, tone = 'info', title, icon, aside, action, onDismiss, dismissLabel, className } = props;
  const look = looks[tone];
  return (
    <section
      className={classNames(
        'relative flex items-center gap-x-4 gap-y-2 rounded-card px-4 py-3 md:flex-nowrap md:py-2',
        action && 'flex-wrap',
        look.surface,
        className,
      )}
    >
      <div
        className={classNames(
          'flex min-w-0 grow items-start gap-3 md:items-center',
          action && 'basis-60',
          onDismiss && 'max-md:pr-9',
        )}
      >
        {/* With the largest letters on the smallest phone, the text needs the icon's space. */}
        <span className="contents max-2xs:hidden">{icon ?? look.icon}</span>
        <div className="min-w-0 md:py-1">
          {title && <strong className="block font-semibold">{title}</strong>}
          {children}
        </div>
      </div>
      {aside && <div className="shrink-0">{aside}</div>}
      {action && <div className="shrink-0">{action}</div>}
      {onDismiss && dismissLabel && (
        <IconButton
          label={dismissLabel}
          onPress={onDismiss}
          className="max-md:absolute max-md:top-0.5 max-md:right-0.5 md:-mr-2"
        >
          <X className="size-4.5" aria-hidden />
        </IconButton>
      )}
    </section>
  );
}
