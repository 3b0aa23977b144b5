import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface StatementRowProps {
  icon: ReactNode;
  /** The event: "Message to Mira". */
  title: ReactNode;
  /** Time, reason, worth in money. */
  detail?: ReactNode;
  /** With sign, formatted: "−1", "+60". */
  amount: string;
  /** Balance after this row: "41". */
  balance?: string | undefined;
  /** For screen readers, before the balance. */
  balanceLabel?: string | undefined;
  /** `in`: credits received; `out`: credits spent; `held`: not settled yet. */
  kind: 'in' | 'out' | 'held';
}

/** One row of the credits statement. It can take the focus when a focused element inside disappears. */
export function StatementRow(props: StatementRowProps) {
  const { icon, title, detail, amount, balance, balanceLabel, kind } = props;
  return (
    <li tabIndex={-1} className="flex min-h-16 items-center gap-4 border-b border-line py-3 last:border-0">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-hover text-ink-2 [&_svg]:size-5">
        {icon}
      </span>
      <span className="min-w-0 grow">
        <span className="line-clamp-2 font-medium wrap-anywhere">{title}</span>
        {detail && <span className="block text-sm text-ink-2">{detail}</span>}
      </span>
      <span className="tabular shrink-0 text-right">
        <span
          className={classNames(
            'block font-semibold',
            kind === 'in' && 'text-leaf',
            kind === 'held' && 'text-ink-2 italic',
          )}
        >
          {amount}
        </span>
        {balance !== undefined && (
          <span className="block text-sm text-ink-2">
            {balanceLabel && <span className="sr-only">{balanceLabel} </span>}
            {balance}
          </span>
        )}
      </span>
    </li>
  );
}

/** The rows of one day under its date. */
export function StatementDay({ day, children }: { day: string; children: ReactNode }) {
  return (
    <section className="mb-6">
      <h3 className="sticky top-(--bar-height) z-10 bg-paper py-2 text-sm font-semibold text-ink-2">{day}</h3>
      <ul>{children}</ul>
    </section>
  );
}
