import { describe, expect, it } from 'vitest';
import { isPhotoLocked, lastActiveBand, sharedInterests } from './profiles.ts';

const HOUR = 3_600_000;

describe('pictures', () => {
  it('S1-019 S1-022 S6-010 S6-017 beyond the third are locked for free members only', () => {
    const free = { premium: false, isOwner: false };
    expect([0, 1, 2, 3, 24].map((position) => isPhotoLocked(position, free, 3))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect([2, 3].map((position) => isPhotoLocked(position, { ...free, premium: true }, 3))).toEqual([
      false,
      false,
    ]);
    expect(isPhotoLocked(9, { ...free, isOwner: true }, 3)).toBe(false);
    expect(isPhotoLocked(1, free, 1)).toBe(true);
  });
});

describe('last active', () => {
  it('is told in bands', () => {
    const band = (hours: number, ms = 0) => lastActiveBand(0, hours * HOUR + ms);
    expect([band(0), band(24, -1), band(24)]).toEqual(['today', 'today', 'week']);
    expect([band(7 * 24, -1), band(7 * 24)]).toEqual(['week', 'month']);
    expect([band(30 * 24, -1), band(30 * 24)]).toEqual(['month', 'longer']);
  });
});

describe('shared interests', () => {
  it('are those of both, in the order of the other', () => {
    expect(sharedInterests(['art', 'music', 'coffee'], ['coffee', 'art'])).toEqual(['art', 'coffee']);
    expect(sharedInterests([], ['coffee'])).toEqual([]);
  });
});
