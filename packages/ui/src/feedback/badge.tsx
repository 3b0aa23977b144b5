import { classNames } from '../class-names.ts';

export interface BadgeProps {
  /** Text as shown: "3", "99+". The caller caps it. */
  children: string;
  /** For screen readers: "3 unread messages". */
  label?: string | undefined;
  tone?: 'pulse' | 'amber' | 'danger' | 'quiet' | undefined;
  className?: string | undefined;
}

const tones = {
  pulse: 'bg-pulse text-on-pulse',
  amber: 'bg-amber-soft text-amber',
  danger: 'bg-danger text-card',
  quiet: 'bg-hover text-ink-2',
};

/** A count. Its box is square for one digit and does not move while it counts. */
export function Badge({ children, label, tone = 'pulse', className }: BadgeProps) {
  return (
    <span
      className={classNames(
        'tabular inline-flex h-5 min-w-5 items-center justify-center rounded-full px-1.5 text-xs font-bold',
        tones[tone],
        className,
      )}
    >
      <span aria-hidden={label ? true : undefined}>{children}</span>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
