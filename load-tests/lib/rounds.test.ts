import { describe, expect, it } from 'vitest';
import { memberIndexOf } from './rounds.ts';

describe('turns', () => {
  it.each([2, 6, 8, 200])('gives each of %i members one action per round', (members) => {
    const everyone = Array.from({ length: members }, (_, member) => member);
    for (const from of [0, members, 7 * members]) {
      const round = everyone.map((place) => memberIndexOf(from + place, members));
      expect(round.toSorted((a, b) => a - b)).toEqual(everyone);
    }
  });

  it('puts the two members of a pair half a round apart', () => {
    const round = Array.from({ length: 200 }, (_, index) => memberIndexOf(index, 200));
    expect(round.indexOf(1) - round.indexOf(0)).toBe(100);
    expect(round.indexOf(2) - round.indexOf(3)).toBe(100);
  });

  it('alternates between the gateways', () => {
    const gateways = Array.from({ length: 100 }, (_, index) => memberIndexOf(index, 200) % 2);
    expect(gateways.every((gateway, index) => index === 0 || gateway !== gateways[index - 1])).toBe(true);
  });
});
