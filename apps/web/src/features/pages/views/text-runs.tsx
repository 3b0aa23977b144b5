import type { PageRun } from '@heartline/contracts';
import { TextLink } from '@heartline/ui';
import { Each } from './each.tsx';

/** The words of a paragraph, a heading or a cell. */
export function TextRuns({ runs }: { runs: readonly PageRun[] }) {
  return <Each of={runs}>{(run) => <TextRun run={run} />}</Each>;
}

function TextRun({ run: { text, strong, emphasis, href } }: { run: PageRun }) {
  const stressed = emphasis ? <em>{text}</em> : text;
  const words = strong ? <strong className="font-semibold">{stressed}</strong> : stressed;
  if (href === undefined) return words;
  // A number or an address in parts can't be read out or dialled.
  return (
    <TextLink href={href} className={href.startsWith('tel:') ? 'tabular whitespace-nowrap' : ''}>
      {words}
    </TextLink>
  );
}

/** The words alone. */
export const wordsOf = (runs: readonly PageRun[]) => runs.map(({ text }) => text).join('');
