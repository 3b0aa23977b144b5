import { cleanText, messageLength } from '@heartline/domain';

/** Characters left from which the counter shows. */
const COUNTED_FROM = 100;

/** Visible characters left; undefined while the limit is far. Short texts are not counted. */
export function lengthLeft(text: string, limit: number): number | undefined {
  if (text.length < limit - COUNTED_FROM) return undefined;
  const left = limit - messageLength(cleanText(text), limit);
  return left <= Math.min(COUNTED_FROM, limit / 2) ? left : undefined;
}
