import type { SiteSettings } from '@heartline/contracts';

const DAY_MS = 86_400_000;

/**
 * The oldest time of a message that is shown, in Unix ms. A message of exactly `chat_history_days` ago is shown; one a
 * millisecond older is hidden for privacy (S9-005, S9-006).
 */
export function oldestShown(now: number, settings: Pick<SiteSettings, 'chat_history_days'>): number {
  return now - settings.chat_history_days * DAY_MS;
}

/**
 * The number of the first row written at or after a time, among rows `from`…`to` in ascending order of time; `to + 1`
 * without one. A binary search: about twenty calls of `atOf` at most.
 */
export async function firstRowSince(
  range: { from: number; to: number },
  moment: number,
  atOf: (row: number) => Promise<number>,
): Promise<number> {
  let low = range.from;
  let high = range.to + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await atOf(middle)) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
