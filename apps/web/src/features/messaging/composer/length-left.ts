import { cleanText, messageLength } from '@heartline/domain';

/** From so few characters left on, the counter shows. */
const COUNTED_FROM = 100;

/** How many more characters fit, as people count them; nothing while the limit is far. Counts only long texts. */
export function lengthLeft(text: string, limit: number): number | undefined {
  if (text.length < limit - COUNTED_FROM) return undefined;
  const left = limit - messageLength(cleanText(text), limit);
  return left <= Math.min(COUNTED_FROM, limit / 2) ? left : undefined;
}
