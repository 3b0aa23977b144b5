import type { ReactNode } from 'react';

/** One fact of a list: its name on the left, what it is on the right. Wraps where there is no room. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-2">{name}</dt>
      <dd className="tabular min-w-0 font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
