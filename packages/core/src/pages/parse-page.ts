import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { PageTemplate } from './page.model.ts';
import { type PageFault, placeIn } from './page-fault.ts';
import { sizeFault } from './page-size.ts';
import { readBlocks } from './read-blocks.ts';

const LONGEST = { title: 120, description: 300 } as const;
const FRONT =
  /^---[ \t]*\r?\ntitle:[ \t]*(\S[^\r\n]*)\r?\n(?:description:[ \t]*(\S[^\r\n]*)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/**
 * Reads a page text: Markdown with a title above it and variables in it. Only listed elements are allowed, so a text
 * can't bring markup of its own. Returns the faults in the order of the lines.
 */
export function parsePage(written: string): { page: PageTemplate } | { faults: PageFault[] } {
  const source = written.replace(/^\uFEFF/, '');
  const tooLarge = sizeFault(source);
  if (tooLarge) return { faults: [tooLarge] };
  const unreadable = source.search(/\0|\p{Surrogate}/u);
  if (unreadable >= 0) {
    return { faults: [{ ...placeIn(source, unreadable), reason: 'This is no character of a text.' }] };
  }
  const front = FRONT.exec(source);
  if (!front) return atStart('A text begins with lines of "---", "title: …", "description: …" and "---".');
  const [, title = '', description = ''] = front.map((part) => part?.trimEnd());
  for (const [name, value] of Object.entries({ title, description })) {
    const most = LONGEST[name as keyof typeof LONGEST];
    if (value.length > most) return atStart(`The ${name} has more than ${most} characters.`);
  }
  // Spaces keep every line and column where it is in the file.
  const body = front[0].replace(/[^\r\n]/g, ' ') + source.slice(front[0].length);
  const root = fromMarkdown(body, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const { blocks, faults } = readBlocks(root, body, `${title} ${description}`);
  if (faults.length === 0 && blocks.length === 0) return atStart('The text is empty.');
  return faults.length > 0 ? { faults } : { page: { title, description, blocks } };
}

const atStart = (reason: string) => ({ faults: [{ line: 1, column: 1, reason }] });
