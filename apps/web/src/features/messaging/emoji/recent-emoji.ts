import { isEmoji } from '@heartline/domain';
import { localStore } from '../../../client/storage.ts';

/** Stored on this device, newest first; deleted at sign-out (`client/leave.ts`). */
const STORED = 'emoji-recent';
/** One row of the picker. */
export const RECENT_EMOJI = 8;

/** Emoji used last, newest first, at most one row. */
export function recentEmoji(): readonly string[] {
  const stored = (localStore.get(STORED) ?? '').split(' ');
  return [...new Set(stored.filter(isEmoji))].slice(0, RECENT_EMOJI);
}

/** Stores that an emoji was used. */
export function noteEmoji(emoji: string): void {
  localStore.set(STORED, [emoji, ...recentEmoji()].join(' '));
}
