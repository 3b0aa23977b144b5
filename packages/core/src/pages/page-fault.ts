/** A fault of a text and its place. Lines and columns count from 1. */
export interface PageFault {
  line: number;
  column: number;
  reason: string;
}

/** Line and column of a character. */
export function placeIn(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset).split(/\r?\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
