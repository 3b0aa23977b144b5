import { type PageFault, placeIn } from './page-fault.ts';

/** Upper limits of a text. The parser's time grows with the square of these, so they are counted before it runs. */
const MOST = { bytes: 200_000, lines: 5_000, line: 20_000, marks: 2_000 } as const;
/** Characters that may open or close an element of Markdown, and numbers and bullets of lists. */
const MARKS = /[*_[\]`<>|#]|(?<!\S)(?:[-+]|\d{1,9}[.)])(?!\S)/g;
/** A line that begins with four bullets, numbers or quotation marks, or with more than 40 spaces. */
const DEEP = /^(?:(?:[ \t]*(?:>|[-+*](?!\S)|\d{1,9}[.)](?!\S))){4}|[ \t]{41})/;
const DIVIDER = /^[ \t]*([-*])(?:[ \t]*\1)+[ \t]*$/;

/** Why a text is too large to be parsed; undefined within the limits. */
export function sizeFault(source: string): PageFault | undefined {
  if (Buffer.byteLength(source) > MOST.bytes) {
    return { line: 1, column: 1, reason: `The text has more than ${MOST.bytes / 1_000} kB.` };
  }
  const lines = source.split(/\r?\n|\r/);
  if (lines.length > MOST.lines) {
    return { line: MOST.lines + 1, column: 1, reason: `The text has more than ${MOST.lines} lines.` };
  }
  for (const [index, line] of lines.entries()) {
    const reason = lineFault(line);
    if (reason) return { line: index + 1, column: 1, reason };
  }
  const [tooMany] = [...source.matchAll(MARKS)].slice(MOST.marks);
  if (!tooMany) return undefined;
  return {
    ...placeIn(source, tooMany.index),
    reason: `The text has more than ${MOST.marks} marks such as * and [.`,
  };
}

function lineFault(line: string): string | undefined {
  if (line.length > MOST.line) return `The line has more than ${MOST.line} characters.`;
  return DEEP.test(line) && !DIVIDER.test(line) ? 'Lists and quotations are nested too deeply.' : undefined;
}
