// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { noteEmoji, RECENT_EMOJI, recentEmoji } from './recent-emoji.ts';

afterEach(() => localStorage.clear());

it('has the emoji chosen last, each once, newest first, at most a row of them', () => {
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

it('takes nothing that is no emoji from a store that somebody wrote into', () => {
  localStorage.setItem('emoji-recent', `🍕 rubbish <b> 🎈 ${'🐌 '.repeat(20)}`);
  expect(recentEmoji()).toEqual(['🍕', '🎈', '🐌']);
});
