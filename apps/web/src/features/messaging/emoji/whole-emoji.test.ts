import { isEmoji } from '@heartline/domain';
import data from 'emojibase-data/en/data.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { wholeEmoji } from './whole-emoji.ts';

it('makes of nearly everything the picker offers one emoji the server takes', () => {
  const offered = data.flatMap(({ group, emoji, skins = [] }) =>
    group === undefined ? [] : [emoji, ...skins.map((skin) => skin.emoji)],
  );
  const refused = offered.filter((emoji) => !isEmoji(wholeEmoji(emoji)));
  expect(offered.length).toBeGreaterThan(3_000);
  // Newer than this engine’s Unicode.
  expect(refused.length).toBeLessThan(200);
});
