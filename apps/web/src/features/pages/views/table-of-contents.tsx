import type { PageBlock } from '@heartline/contracts';
import { classNames } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { wordsOf } from './text-runs.tsx';

type Heading = Extract<PageBlock, { kind: 'heading' }>;

/** The parts of a long page: folded above the text on narrow screens, beside it on wide ones. */
export function TableOfContents({
  parts,
  variant,
}: {
  parts: readonly Heading[];
  variant: 'folded' | 'beside';
}) {
  const { t } = useLingui();
  const label = t`On this page`;
  if (variant === 'folded') {
    return (
      <nav aria-label={label} className="mb-8 rounded-card border border-line bg-card lg:hidden print:hidden">
        <details className="group">
          <summary className="flex min-h-11 list-none items-center justify-between gap-3 px-4 font-semibold [&::-webkit-details-marker]:hidden">
            {label}
            <ChevronDown aria-hidden className="size-5 transition-transform group-open:rotate-180" />
          </summary>
          <Links parts={parts} className="border-t border-line px-4 py-2" />
        </details>
      </nav>
    );
  }
  return (
    <nav
      aria-label={label}
      className="sticky top-[calc(var(--bar-height)+1.5rem)] col-start-2 row-start-1 hidden max-h-[calc(100dvh-var(--bar-height)-3rem)] max-w-72 self-start overflow-y-auto text-sm lg:block print:hidden"
    >
      <p className="mb-1 font-semibold">{label}</p>
      <Links parts={parts} className="border-l border-line pl-4" />
    </nav>
  );
}

function Links({ parts, className }: { parts: readonly Heading[]; className: string }) {
  return (
    <ol className={classNames('grid', className)}>
      {parts.map(({ anchor, content }) => (
        <li key={anchor}>
          <a
            href={`#${anchor}`}
            className="flex min-h-11 items-center rounded-sm py-1 text-ink-2 hover:text-ink hover:underline lg:min-h-8"
          >
            {wordsOf(content)}
          </a>
        </li>
      ))}
    </ol>
  );
}
