import { describe, expect, it } from 'vitest';
import { dialablePhone, offersWithdrawal, termsVersionAt } from './site.ts';

describe('the version of the terms', () => {
  const default_ = Date.UTC(2023, 11, 1, 12);

  it('is 2023-12-01 12:00 UTC, or the day the company was added when that is later', () => {
    expect(termsVersionAt(null, null)).toBe(default_);
    expect(termsVersionAt(default_ - 1, null)).toBe(default_);
    expect(termsVersionAt(default_ + 1, null)).toBe(default_ + 1);
  });

  it('is the day the operator published a version when that is later still', () => {
    expect(termsVersionAt(default_ + 1, default_ + 2)).toBe(default_ + 2);
    expect(termsVersionAt(default_ + 2, default_ + 1)).toBe(default_ + 2);
    expect(termsVersionAt(null, default_ - 1)).toBe(default_);
  });
});

describe('a phone number', () => {
  it('loses dashes and spaces of every kind, and keeps the rest', () => {
    expect(dialablePhone('+31 20-123 45\u201167')).toBe('+31201234567');
    expect(dialablePhone('0800\u00a0–\u00a0111')).toBe('0800111');
    expect(dialablePhone('+31(0)20')).toBe('+31(0)20');
  });
});

it.each([
  [['US', 'DE'], true],
  [['PT'], true],
  [['US', 'GB', 'CH'], false],
  [[], false],
])('must offer withdrawal on a site for %j: %s', (countries, isOffered) => {
  expect(offersWithdrawal(countries)).toBe(isOffered);
});
