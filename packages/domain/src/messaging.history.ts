import type { SiteSettings } from '@heartline/contracts';

const DAY_MS = 86_400_000;

/**
 * The oldest moment a message may be from to be shown: exactly `chat_history_days` ago is still shown, a millisecond
 * before it is hidden for privacy (S9-005, S9-006). In ms since 1970.
 */
export function oldestShown(now: number, settings: Pick<SiteSettings, 'chat_history_days'>): number {
  return now - settings.chat_history_days * DAY_MS;
}

/**
 * The number of the first row written at or after a moment, among rows `from`…`to` whose times rise with their numbers;
 * `to + 1` when there is none. Asks `atOf` about one row at a time, some twenty times at most.
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
