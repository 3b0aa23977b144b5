import type { PageBlock } from '@heartline/contracts';
import { Button, classNames } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { Link2 } from 'lucide-react';
import { Each } from './each.tsx';
import { TextRuns, wordsOf } from './text-runs.tsx';

type Of<K extends PageBlock['kind']> = Extract<PageBlock, { kind: K }>;

/** The blocks of a page of text. They hold words and no markup, so nothing here can run. */
export function TextBlocks({ blocks }: { blocks: readonly PageBlock[] }) {
  return (
    <div className="grid gap-4 text-base leading-relaxed">
      <Each of={blocks}>{(block) => <Block block={block} />}</Each>
    </div>
  );
}

function Block({ block }: { block: PageBlock }) {
  switch (block.kind) {
    case 'heading':
      return <Heading block={block} />;
    case 'paragraph':
      return (
        <p>
          <TextRuns runs={block.content} />
        </p>
      );
    case 'list':
      return <List block={block} />;
    case 'quote':
      return (
        <blockquote className="grid gap-3 rounded-card bg-sunk px-5 py-4 break-inside-avoid">
          <Each of={block.paragraphs}>
            {(runs) => (
              <p>
                <TextRuns runs={runs} />
              </p>
            )}
          </Each>
        </blockquote>
      );
    case 'image':
      return (
        <img src={block.src} alt={block.alt} loading="lazy" className="h-auto max-w-full rounded-card" />
      );
    case 'table':
      return <Table block={block} />;
    case 'facts':
      return <Facts block={block} />;
    case 'button':
      return (
        <p>
          <Button href={block.href} variant="primary">
            {block.label}
          </Button>
        </p>
      );
    case 'divider':
      return <hr className="my-4 border-line" />;
  }
}

const HEADINGS = { 2: 'mt-6 text-lg', 3: 'mt-3 text-base', 4: 'mt-2 text-sm' } as const;

function Heading({ block: { level, anchor, content } }: { block: Of<'heading'> }) {
  const { t } = useLingui();
  const Tag = `h${level}` as const;
  const name = wordsOf(content);
  return (
    <Tag id={anchor} className={classNames('title group scroll-mt-4 break-after-avoid', HEADINGS[level])}>
      <TextRuns runs={content} />
      <a
        href={`#${anchor}`}
        aria-label={t`Link to “${name}”`}
        className="target ml-2 inline-block align-middle text-ink-2 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 print:hidden"
      >
        <Link2 aria-hidden className="size-4" />
      </a>
    </Tag>
  );
}

const MARKERS = { ordered: 'list-decimal', bullets: 'list-disc' } as const;

function List({ block: { ordered, start, entries } }: { block: Of<'list'> }) {
  const Tag = ordered ? 'ol' : 'ul';
  return (
    <Tag
      {...(ordered && { start })}
      className={classNames('grid gap-1.5 pl-6 marker:text-ink-2', MARKERS[ordered ? 'ordered' : 'bullets'])}
    >
      <Each of={entries}>
        {({ paragraphs, list }) => (
          <li className="pl-1">
            <Each of={paragraphs}>
              {(runs) => (
                <p className="not-first:mt-2">
                  <TextRuns runs={runs} />
                </p>
              )}
            </Each>
            {list && <InnerList list={list} />}
          </li>
        )}
      </Each>
    </Tag>
  );
}

function InnerList({
  list: { ordered, entries },
}: {
  list: NonNullable<Of<'list'>['entries'][number]['list']>;
}) {
  const Tag = ordered ? 'ol' : 'ul';
  return (
    <Tag className={classNames('mt-1 grid gap-1 pl-6', MARKERS[ordered ? 'ordered' : 'bullets'])}>
      <Each of={entries}>
        {(runs) => (
          <li>
            <TextRuns runs={runs} />
          </li>
        )}
      </Each>
    </Tag>
  );
}

/** Wider than a phone, a table scrolls in its own box, which the keyboard reaches. */
function Table({ block: { head, rows } }: { block: Of<'table'> }) {
  const { t } = useLingui();
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by the keyboard
      tabIndex={0}
      aria-label={t`Table`}
      className="max-w-full overflow-x-auto rounded-card border border-line bg-card"
    >
      <table className="w-full border-collapse text-left text-sm">
        <thead>
          <tr>
            <Each of={head}>
              {(runs) => (
                <th scope="col" className="bg-sunk px-3 py-2.5 font-semibold sm:px-4">
                  <TextRuns runs={runs} />
                </th>
              )}
            </Each>
          </tr>
        </thead>
        <tbody>
          <Each of={rows}>
            {(row) => (
              <tr className="border-t border-line break-inside-avoid">
                <Each of={row}>
                  {(runs) => (
                    <td className="min-w-28 px-3 py-2.5 align-top wrap-anywhere sm:px-4">
                      <TextRuns runs={runs} />
                    </td>
                  )}
                </Each>
              </tr>
            )}
          </Each>
        </tbody>
      </table>
    </section>
  );
}

function Facts({ block: { facts } }: { block: Of<'facts'> }) {
  return (
    <dl id="imprint" className="scroll-mt-4 rounded-card border border-line bg-card px-5 break-inside-avoid">
      {facts.map(({ label, content }) => (
        <div
          key={label}
          className="border-line py-2.5 not-first:border-t sm:grid sm:grid-cols-[10rem_1fr] sm:gap-4"
        >
          <dt className="text-sm text-ink-2">{label}</dt>
          <dd className="font-medium">
            <TextRuns runs={content} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
