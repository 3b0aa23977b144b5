import { describe, expect, it } from 'vitest';
import { isEmoji, largeEmoji } from './emoji.ts';

describe('emoji', () => {
  it.each(['❤️', '👍', '👍🏽', '👩‍❤️‍👩', '🇳🇱', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'])('%s is one', (text) =>
    expect(isEmoji(text)).toBe(true),
  );
  it.each(['', 'a', '1', '❤️❤️', '👍 ', '<b>', '❤', '\u200d'])('%j is not one', (text) =>
    expect(isEmoji(text)).toBe(false),
  );

  it('stand large when they are few and alone', () => {
    expect(largeEmoji('😂')).toBe(1);
    expect(largeEmoji('😂 👩‍❤️‍👩\n🇳🇱')).toBe(3);
    expect(largeEmoji('😂'.repeat(6))).toBe(6);
    expect(largeEmoji('😂'.repeat(7))).toBe(0);
    expect(largeEmoji('😂 yes')).toBe(0);
    expect(largeEmoji('12')).toBe(0);
    expect(largeEmoji('')).toBe(0);
    expect(largeEmoji('😂'.repeat(5_000))).toBe(0);
    expect(largeEmoji(`${'👍🏽'.repeat(50)}a`)).toBe(0);
  });
});
