import { describe, expect, it } from 'vitest';
import { OFFERED, OPENERS, openersFor } from './openers.ts';

describe('openersFor', () => {
  it('returns the same openers for a member, others for others, and no duplicates', () => {
    const first = openersFor('0'.repeat(24), 0);
    expect(openersFor('0'.repeat(24), 0)).toEqual(first);
    expect(openersFor(`${'0'.repeat(23)}5`, 0)).not.toEqual(first);
    for (let end = 0; end < OPENERS.length; end += 1) {
      const offered = openersFor(end.toString(16).padStart(24, '0'), 0);
      expect(new Set(offered.map((one) => one.id)).size).toBe(OFFERED);
    }
  });

  it('goes through all openers and starts over', () => {
    const rounds = [0, 1, 2].flatMap((turn) => openersFor('a'.repeat(24), turn));
    expect(new Set(rounds.map((one) => one.id)).size).toBe(OPENERS.length);
    expect(openersFor('a'.repeat(24), 5)).toEqual(openersFor('a'.repeat(24), 0));
  });
});
