import { CONSTANTS } from '@heartline/contracts';
import { formatCountdown } from '@heartline/ui';
import { describe, expect, it } from 'vitest';
import { isMembersArea } from './members-area.ts';
import { remainingBonusMs } from './time-bonus.ts';

const signedUp = 1_800_000_000_000;
const code = { expires: signedUp + CONSTANTS.timeBonusMs };
const member = { paid_user: false };

describe('the time bonus', () => {
  it('runs up to second 14,399 after sign-up and not at 14,400 [S4-037]', () => {
    expect(remainingBonusMs(code, member, signedUp + 14_399_000)).toBe(1_000);
    expect(remainingBonusMs(code, member, signedUp + 14_400_000)).toBe(0);
    expect(remainingBonusMs(code, member, signedUp + 99_000_000)).toBe(0);
  });

  it('is over for a paying member, for a visitor, and without a code', () => {
    expect(remainingBonusMs(code, { paid_user: true }, signedUp)).toBe(0);
    expect(remainingBonusMs(code, null, signedUp)).toBe(0);
    expect(remainingBonusMs(null, member, signedUp)).toBe(0);
  });

  it('counts down in hours, minutes and seconds of two digits', () => {
    expect(formatCountdown(remainingBonusMs(code, member, signedUp + 1_000))).toBe('03:59:59');
    expect(formatCountdown(remainingBonusMs(code, member, signedUp + 14_399_000))).toBe('00:00:01');
  });
});

describe('the members area', () => {
  const id = 'a'.repeat(24);

  it('is members, a member, chats, likes, likes of a member, and premium', () => {
    for (const path of [
      '/members',
      `/members/${id}`,
      '/chats',
      '/likes',
      `/likes/m/${id}`,
      '/premium',
      '/chats/',
    ]) {
      expect(isMembersArea(path), path).toBe(true);
    }
  });

  it('is no other page [S2-121]', () => {
    const others = [
      '/',
      '/credits',
      '/profile',
      `/chats/${id}`,
      `/members/${id}/chat`,
      '/likes/new',
      '/premium/x',
      '/pricing',
    ];
    for (const path of others) expect(isMembersArea(path), path).toBe(false);
  });
});
