import { describe, expect, it } from 'vitest';
import { turnOf } from './rounds.ts';

describe('turns', () => {
  it.each([2, 6, 8, 200])(
    '%i members: everybody once a round, and everybody again in the next',
    (members) => {
      const everybody = Array.from({ length: members }, (_, member) => member);
      for (const from of [0, members, 7 * members]) {
        const round = everybody.map((place) => turnOf(from + place, members));
        expect(round.toSorted((a, b) => a - b)).toEqual(everybody);
      }
    },
  );

  it('has the two of a pair half a round apart', () => {
    const round = Array.from({ length: 200 }, (_, index) => turnOf(index, 200));
    expect(round.indexOf(1) - round.indexOf(0)).toBe(100);
    expect(round.indexOf(2) - round.indexOf(3)).toBe(100);
  });

  it('goes from one gateway to the other', () => {
    const gateways = Array.from({ length: 100 }, (_, index) => turnOf(index, 200) % 2);
    expect(gateways.every((gateway, index) => index === 0 || gateway !== gateways[index - 1])).toBe(true);
  });
});
