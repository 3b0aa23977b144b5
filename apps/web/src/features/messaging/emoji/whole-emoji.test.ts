import { isEmoji } from '@heartline/domain';
import data from 'emojibase-data/en/data.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { wholeEmoji } from './whole-emoji.ts';

it('turns nearly every emoji of the picker into one that the server accepts', () => {
  const offered = data.flatMap(({ group, emoji, skins = [] }) =>
    group === undefined ? [] : [emoji, ...skins.map((skin) => skin.emoji)],
  );
  const refused = offered.filter((emoji) => !isEmoji(wholeEmoji(emoji)));
  expect(offered.length).toBeGreaterThan(3_000);
  // The rest is newer than the Unicode version of this JavaScript engine.
  expect(refused.length).toBeLessThan(200);
});
