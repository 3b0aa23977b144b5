import { describe, expect, it } from 'vitest';
import { OFFERED, OPENERS, openersFor } from './openers.ts';

describe('the openers for a person', () => {
  it('are the same each time, others for others, and never one twice', () => {
    const first = openersFor('0'.repeat(24), 0);
    expect(openersFor('0'.repeat(24), 0)).toEqual(first);
    expect(openersFor(`${'0'.repeat(23)}5`, 0)).not.toEqual(first);
    for (let end = 0; end < OPENERS.length; end += 1) {
      const offered = openersFor(end.toString(16).padStart(24, '0'), 0);
      expect(new Set(offered.map((one) => one.id)).size).toBe(OFFERED);
    }
  });

  it('turn to all of them, and come back', () => {
    const turns = [0, 1, 2].flatMap((turn) => openersFor('a'.repeat(24), turn));
    expect(new Set(turns.map((one) => one.id)).size).toBe(OPENERS.length);
    expect(openersFor('a'.repeat(24), 5)).toEqual(openersFor('a'.repeat(24), 0));
  });
});
