import type { PageBlock, PageRun, PageText } from '@heartline/contracts';
import type { BlockVariable, PageTemplate, TemplateBlock, TemplateRun, TextVariable } from './page.model.ts';

/** Values of the variables. One without a value takes its line with it. */
export interface PageValues {
  text: Partial<Record<TextVariable, Pick<PageRun, 'text' | 'href'>>>;
  block: Partial<Record<BlockVariable, PageBlock>>;
}

type FilledPage = Pick<PageText, 'title' | 'description' | 'blocks'>;

/**
 * Fills the variables of a text. One without a value takes its clause with it: from the comma before it to the next mark
 * outside of parentheses, else its line. A table's row goes as a whole, and a heading with nothing left under it.
 */
export function fillPage({ title, description, blocks }: PageTemplate, values: PageValues): FilledPage {
  const plain = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, name: TextVariable) => values.text[name]?.text ?? '');
  const filled = blocks.map((block) => fillBlock(block, values));
  const left = filled.flatMap((block, at) => (block && !isEmptied(blocks, filled, at) ? [block] : []));
  return { title: plain(title), description: plain(description), blocks: left };
}

/** True for a heading whose section had words and lost all of them. */
function isEmptied(
  blocks: readonly TemplateBlock[],
  filled: readonly (PageBlock | undefined)[],
  at: number,
): boolean {
  const heading = blocks[at];
  if (heading?.kind !== 'heading') return false;
  const next = blocks.findIndex(
    (block, index) => index > at && block.kind === 'heading' && block.level <= heading.level,
  );
  const end = next < 0 ? blocks.length : next;
  const words = blocks
    .slice(at + 1, end)
    .flatMap((block, index) => (block.kind === 'heading' ? [] : [at + 1 + index]));
  return words.length > 0 && words.every((index) => filled[index] === undefined);
}

function fillBlock(block: TemplateBlock, values: PageValues): PageBlock | undefined {
  const runs = (given: readonly TemplateRun[]) => fillRuns(given, values);
  switch (block.kind) {
    case 'variable':
      return values.block[block.name];
    case 'heading':
    case 'paragraph': {
      const content = runs(block.content);
      return content.length > 0 ? { ...block, content } : undefined;
    }
    case 'quote': {
      const paragraphs = filledOnes(block.paragraphs, values);
      return paragraphs.length > 0 ? { ...block, paragraphs } : undefined;
    }
    case 'list':
      return fillList(block, values);
    case 'table': {
      const rows = block.rows
        .filter((row) => row.every((cell) => !lacks(cell, values)))
        .map((row) => row.map(runs));
      return rows.length > 0 ? { ...block, head: block.head.map(runs), rows } : undefined;
    }
    case 'facts':
      return {
        ...block,
        facts: block.facts.map(({ label, content }) => ({ label, content: runs(content) })),
      };
    default:
      return block;
  }
}

function fillList(block: TemplateBlock & { kind: 'list' }, values: PageValues): PageBlock | undefined {
  const entries = block.entries.flatMap(({ paragraphs, list }) => {
    const words = filledOnes(paragraphs, values);
    const inner = filledOnes(list?.entries ?? [], values);
    if (words.length === 0) return [];
    return [{ paragraphs: words, ...(list && inner.length > 0 && { list: { ...list, entries: inner } }) }];
  });
  return entries.length > 0 ? { ...block, entries } : undefined;
}

const filledOnes = (paragraphs: readonly TemplateRun[][], values: PageValues) =>
  paragraphs.map((words) => fillRuns(words, values)).filter((words) => words.length > 0);

const lacks = (runs: readonly TemplateRun[], { text }: PageValues) =>
  runs.some((run) => 'variable' in run && !text[run.variable]);

/** The runs of all lines in one, without what has no value. */
function fillRuns(runs: readonly TemplateRun[], values: PageValues): PageRun[] {
  const lines = linesOf(runs)
    .map((line) => withoutGaps(line.map((run) => fillRun(run, values))).map(({ run }) => run))
    .filter((line) => line.length > 0);
  return joined(lines.flatMap((line, index) => (index === 0 ? line : [SPACE, ...line])));
}

const SPACE: PageRun = { text: ' ' };
/** Stands for a missing value. No source holds this character. */
const GAP = '\0';

/** A run, and its characters as the search for clauses reads them: those of values and links are no punctuation. */
interface Filled {
  run: PageRun;
  marks: string;
}

function fillRun(run: TemplateRun, values: PageValues): Filled {
  if (!('variable' in run)) return { run, marks: run.href === undefined ? run.text : hidden(run.text) };
  const { variable, ...looks } = run;
  const value = values.text[variable];
  if (!value) return { run: { text: GAP, ...looks }, marks: GAP };
  return { run: { ...value, ...looks }, marks: hidden(value.text) };
}

const hidden = (text: string) => 'x'.repeat(text.length);

/** A mark of a sentence has a space or nothing after it: that of 9.30 is none. */
const MARK = /^[,.;:!?](?:\s|$)/;
/** The last comma, if no other mark follows it. */
const CLAUSE_START = /,(?=\s)(?:[^,.;:!?]|[,.;:!?](?!\s|$))*$/;

/** A line without the clauses that have a gap; empty if such a clause has no comma before it, or no end. */
function withoutGaps(line: readonly Filled[]): Filled[] {
  let runs = [...line];
  for (;;) {
    const marks = runs.map((one) => one.marks).join('');
    const gap = marks.indexOf(GAP);
    if (gap < 0) return runs;
    const from = CLAUSE_START.exec(marks.slice(0, gap))?.index;
    if (from === undefined) return [];
    const to = clauseEnd(marks, from, gap);
    if (to === undefined) return [];
    runs = without(runs, from, to);
  }
}

/** The end of a clause: a mark, the parenthesis around it, or the end of the line; undefined if parentheses cross it. */
function clauseEnd(marks: string, from: number, gap: number): number | undefined {
  let open = 0;
  for (let at = from; at < marks.length; at += 1) {
    const isEnd = marks[at] === ')' || MARK.test(marks.slice(at, at + 2));
    if (open === 0 && at > gap && isEnd) return at;
    if (marks[at] === '(') open += 1;
    if (marks[at] === ')') open -= 1;
    if (open < 0) return undefined;
  }
  return open === 0 ? marks.length : undefined;
}

/** Runs without the characters from `from` to `to`. */
function without(runs: readonly Filled[], from: number, to: number): Filled[] {
  let start = 0;
  return runs.flatMap(({ run, marks }) => {
    const at = (offset: number) => Math.min(Math.max(offset - start, 0), marks.length);
    const cut = (text: string) => text.slice(0, at(from)) + text.slice(at(to));
    const left = { run: { ...run, text: cut(run.text) }, marks: cut(marks) };
    start += marks.length;
    return left.marks === '' ? [] : [left];
  });
}

/** Runs of the same look as one. */
function joined(runs: readonly PageRun[]): PageRun[] {
  const all: PageRun[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    const isSame =
      last && last.strong === run.strong && last.emphasis === run.emphasis && last.href === run.href;
    if (isSame) last.text += run.text;
    else all.push({ ...run });
  }
  return all;
}

function linesOf(runs: readonly TemplateRun[]): TemplateRun[][] {
  const lines: TemplateRun[][] = [[]];
  for (const run of runs) {
    const [first = '', ...others] = 'variable' in run ? [] : run.text.split(/\r?\n/);
    if ('variable' in run) lines.at(-1)?.push(run);
    else if (first) lines.at(-1)?.push({ ...run, text: first });
    for (const text of others) lines.push(text ? [{ ...run, text }] : []);
  }
  return lines;
}
