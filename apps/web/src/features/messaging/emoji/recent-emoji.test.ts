// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { noteEmoji, RECENT_EMOJI, recentEmoji } from './recent-emoji.ts';

afterEach(() => localStorage.clear());

it('returns the last emoji, each once, newest first, at most one row', () => {
  expect(recentEmoji()).toEqual([]);
  const chosen = ['😀', '❤️', '🍕', '👍🏽', '🇵🇱', '🌲', '🎈', '🐌'];
  for (const emoji of chosen) noteEmoji(emoji);
  expect(recentEmoji()).toEqual(chosen.toReversed());
  noteEmoji('🍕');
  expect(recentEmoji()).toEqual(['🍕', '🐌', '🎈', '🌲', '🇵🇱', '👍🏽', '❤️', '😀']);
  noteEmoji('🚲');
  expect(recentEmoji()).toHaveLength(RECENT_EMOJI);
  expect(recentEmoji()).not.toContain('😀');
});

it('ignores stored text that is not an emoji', () => {
  localStorage.setItem('emoji-recent', `🍕 rubbish <b> 🎈 ${'🐌 '.repeat(20)}`);
  expect(recentEmoji()).toEqual(['🍕', '🎈', '🐌']);
});
