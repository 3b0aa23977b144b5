import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';

interface FilterGroupProps {
  title: string;
  /** Number of active filters in it: a group in use starts open. */
  used: number;
  children: ReactNode;
}

/** Filters of one kind behind their title. */
export function FilterGroup({ title, used, children }: FilterGroupProps) {
  const [startsOpen] = useState(used > 0);
  return (
    <details className="group/filters" open={startsOpen}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-sm text-base font-semibold [&::-webkit-details-marker]:hidden">
        <span className="grow">{title}</span>
        {used > 0 && <span className="tabular text-sm font-normal text-ink-2">{used}</span>}
        <ChevronDown
          className="size-5 text-ink-2 transition-transform duration-200 group-open/filters:rotate-180"
          aria-hidden
        />
      </summary>
      <div className="grid gap-4 pt-1 pb-5">{children}</div>
    </details>
  );
}
