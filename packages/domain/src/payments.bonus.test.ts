import { CONSTANTS, type DiscountCode } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import { countdownTexts, timeBonusState } from './payments.bonus.ts';

const signedUp = 1_800_000_000_000;
const code: DiscountCode = {
  code: 'TIMEBONUS25',
  kind: 'time',
  country: null,
  user_id: 'm',
  expires: signedUp + CONSTANTS.timeBonusMs,
  value_percentage: 25,
  currency: null,
  minimum_order_value: 0,
  status: 'active',
  validity: 'once-per-user',
  expired: false,
  paymentmethods: ['creditcard'],
  packages: ['p0'],
};
const unpaid = { paid_user: false };
const zero = { hours: '00', minutes: '00', seconds: '00' };
const after = (seconds: number, user: { paid_user: boolean } | null = unpaid) =>
  timeBonusState(code, user, signedUp + seconds * 1_000);

describe('the time bonus', () => {
  it.each([
    [0, '04:00:00'],
    [1, '03:59:59'],
    [3_600, '03:00:00'],
    [14_399, '00:00:01'],
  ])('is visible %d s after sign-up with %s left [S3-162 S3-164 S3-165 S3-166 S4-037]', (seconds, left) => {
    const [hours, minutes, rest] = left.split(':');
    expect(after(seconds)).toEqual({
      ...code,
      isVisible: true,
      countdown: { hours, minutes, seconds: rest },
    });
  });

  it.each([14_400, 99_000])('is expired and not visible %d s after sign-up [S3-160 S4-037]', (seconds) => {
    expect(after(seconds)).toEqual({ ...code, expired: true, isVisible: false, countdown: zero });
  });

  it('is not visible to a member who has paid', () => {
    expect(after(1, { paid_user: true })).toMatchObject({ isVisible: false, countdown: zero });
  });

  it('is nothing for a visitor or without a code [S4-035]', () => {
    expect(after(1, null)).toBeNull();
    expect(timeBonusState(null, unpaid, signedUp)).toBeNull();
    expect(timeBonusState(undefined, unpaid, signedUp)).toBeNull();
  });
});

it.each([
  [14_400_000, '04:00:00'],
  [3_599_999, '00:59:59'],
  [999, '00:00:00'],
  [-5, '00:00:00'],
])('writes %d ms as %s', (ms, text) => {
  expect(Object.values(countdownTexts(ms)).join(':')).toBe(text);
});
