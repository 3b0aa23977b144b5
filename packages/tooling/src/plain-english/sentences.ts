import type { Comment } from './comments.ts';

/** One sentence of a comment, with the line (from 1) of the file it begins on. */
export type Sentence = { line: number; text: string; words: number };

/** The sentences of a comment; `tagged` holds those behind an `@tag`. */
export type Prose = { sentences: Sentence[]; tagged: Sentence[]; hasList: boolean };

const LIST_ITEM = /^\s*(?:[-*•–]|\d+[.)])\s+/;
const TAG = /^@(?:(?:param|typeParam|template|property)\s+\S+|\w+)\s*(?:-\s+)?/;
const ROW_ID = /^[A-Z]\d+(?:-\d{3})?$/;
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|approx|ca|etc|no|resp)\.$/i;

type Block = { line: number; text: string; kind: 'prose' | 'item' | 'tag' | 'drawing' };

/** Splits a comment into sentences. Code, addresses and links count as one word; tables and diagrams as none. */
export function readProse(comment: Comment): Prose {
  const blocks = blocksOf(comment);
  const read = (isOfKind: (block: Block) => boolean) => blocks.filter(isOfKind).flatMap(sentencesOf);
  return {
    sentences: read(({ kind }) => kind === 'prose' || kind === 'item'),
    tagged: read(({ kind }) => kind === 'tag'),
    hasList: blocks.some(({ kind }) => kind === 'item' || kind === 'drawing'),
  };
}

/** Paragraphs, items of lists, tags and drawings of a comment, each as one text with its line ends. */
function blocksOf({ line, lines }: Comment): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let fenced = false;
  for (const [index, raw] of lines.entries()) {
    const isFence = raw.trim().startsWith('```');
    const start = fenced || isFence ? { kind: 'drawing' as const, text: raw } : startOf(raw, open);
    if (isFence) fenced = !fenced;
    if (start) {
      open = { line: line + index, ...start };
      blocks.push(open);
    } else if (raw.trim() === '') open = undefined;
    else if (open) open.text += `\n${raw.trim()}`;
  }
  return blocks;
}

/** The block that a line begins; none for an empty line and for one that goes on the block before it. */
function startOf(raw: string, open: Block | undefined): Pick<Block, 'text' | 'kind'> | undefined {
  const text = raw.trim();
  if (LIST_ITEM.test(text)) return { kind: 'item', text: text.replace(LIST_ITEM, '') };
  const tag = TAG.exec(text);
  if (tag) return { kind: 'tag', text: text.slice(tag[0].length) };
  const goesOnItem = open?.kind === 'item' || open?.kind === 'tag';
  if (/^[|+│└├┌─]/.test(text) || (/^\s{4}/.test(raw) && !goesOnItem)) return { kind: 'drawing', text };
  return text === '' || (open && open.kind !== 'drawing') ? undefined : { kind: 'prose', text };
}

/** The text with each code span, link and address as one word of the same length. */
function withoutCode(text: string): string {
  const word = (code: string) => 'x'.repeat(code.length);
  return text
    .replace(/`[^`]*`/g, word)
    .replace(/\{@link\s[^}]*\}/g, word)
    .replace(/https?:\/\/[^\s)>\]]*[^\s)>\].,;:!?]/g, word);
}

function sentencesOf({ line, text }: Block): Sentence[] {
  const prose = withoutCode(text);
  const sentences: Sentence[] = [];
  let start = 0;
  const add = (end: number) => {
    const words = prose
      .slice(start, end)
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word));
    const isProse = words.some((word) => !ROW_ID.test(word.replace(/[^\w-]/g, '')));
    const original = text.slice(start, end);
    const first = end - original.trimStart().length;
    const at = line + text.slice(0, first).split('\n').length - 1;
    if (isProse) sentences.push({ line: at, text: original.trim(), words: words.length });
    start = end;
  };
  for (const match of prose.matchAll(/[.!?]+["'”’)\]]*(?=\s)/g)) {
    const end = match.index + match[0].length;
    if (!ABBREVIATION.test(prose.slice(0, end))) add(end);
  }
  add(prose.length);
  return sentences;
}
