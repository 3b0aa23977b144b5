import { describe, expect, it } from 'vitest';
import { MAIL_REFUSALS, MAIL_TRIED_MS, nextMailTry } from './accounts.mail.ts';

describe('a mail that could not be sent', () => {
  const after = (mail: Partial<Parameters<typeof nextMailTry>[0]>) =>
    nextMailTry({ ageMs: 0, attempts: 1, refusals: 0, linkMs: Number.POSITIVE_INFINITY, ...mail });

  it('is tried again after pauses that double, up to a quarter of an hour', () => {
    expect([1, 2, 3, 7, 8, 300].map((attempts) => after({ attempts }))).toEqual([
      10_000, 20_000, 40_000, 640_000, 900_000, 900_000,
    ]);
  });

  it('is given up when its time is over, or when it was refused for good too often', () => {
    expect(after({ ageMs: MAIL_TRIED_MS - 1, attempts: 300 })).toBe(900_000);
    expect(after({ ageMs: MAIL_TRIED_MS, attempts: 1 })).toBeUndefined();
    expect(after({ attempts: 9, refusals: MAIL_REFUSALS - 1 })).toBe(900_000);
    expect(after({ attempts: 10, refusals: MAIL_REFUSALS })).toBeUndefined();
  });

  it('is given up when its link would be over at the next try', () => {
    expect(after({ attempts: 2, linkMs: 20_001 })).toBe(20_000);
    expect(after({ attempts: 2, linkMs: 20_000 })).toBeUndefined();
    expect(after({ linkMs: -1 })).toBeUndefined();
  });
});
