import { isEmoji } from '@heartline/domain';
import { localStore } from '../../../client/storage.ts';

/** Kept on this device, newest first; goes at sign-out (`client/leave.ts`). */
const STORED = 'emoji-recent';
/** One row of the picker. */
export const RECENT_EMOJI = 8;

/** The emoji chosen last, newest first, at most a row of them. */
export function recentEmoji(): readonly string[] {
  const kept = (localStore.get(STORED) ?? '').split(' ');
  return [...new Set(kept.filter(isEmoji))].slice(0, RECENT_EMOJI);
}

/** Remembers that an emoji was chosen. */
export function noteEmoji(emoji: string): void {
  localStore.set(STORED, [emoji, ...recentEmoji()].join(' '));
}
