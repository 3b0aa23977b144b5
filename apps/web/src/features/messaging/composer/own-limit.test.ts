import { expect, it } from 'vitest';
import { ownLimitsAt } from './own-limit.ts';

const free = { message_credits: 1, pausedUntil: null, limit: null };
const nothing = { pausedUntil: null, limit: null };
const limit = { credits: 2, period: 'day', until: 1_000 } as const;

it('applies a pause and a limit until they end, without another request', () => {
  const paused = { ...free, pausedUntil: 1_000 };
  expect(ownLimitsAt(paused, 999)).toEqual({ pausedUntil: 1_000, limit: null });
  expect(ownLimitsAt(paused, 1_000)).toEqual(nothing);
  const limited = { ...free, limit };
  expect(ownLimitsAt(limited, 999)).toEqual({ pausedUntil: null, limit });
  expect(ownLimitsAt(limited, 1_000)).toEqual(nothing);
  expect(ownLimitsAt({ ...limited, pausedUntil: 500 }, 600)).toEqual({ pausedUntil: null, limit });
});

it('returns a limit during a pause only if it lasts longer', () => {
  expect(ownLimitsAt({ ...free, limit, pausedUntil: 500 }, 0)).toEqual({ pausedUntil: 500, limit });
  expect(ownLimitsAt({ ...free, limit, pausedUntil: 1_000 }, 0)).toMatchObject({ limit: null });
});

it('applies neither to a free message', () => {
  expect(ownLimitsAt({ ...free, message_credits: 0, pausedUntil: 1_000, limit }, 0)).toEqual(nothing);
});
