import { expect, it } from 'vitest';
import { ownLimitAt } from './own-limit.ts';

const free = { message_credits: 1, pausedUntil: null, limit: null };

it('a pause and a limit hold until their time is over, on a page that asks for nothing meanwhile', () => {
  const paused = { ...free, pausedUntil: 1_000 };
  expect(ownLimitAt(paused, 999)).toEqual({ kind: 'pause', until: 1_000 });
  expect(ownLimitAt(paused, 1_000)).toBeUndefined();
  const limited = { ...free, limit: { credits: 2, until: 1_000 } };
  expect(ownLimitAt(limited, 999)).toEqual({ kind: 'limit', credits: 2, until: 1_000 });
  expect(ownLimitAt(limited, 1_000)).toBeUndefined();
  expect(ownLimitAt({ ...limited, pausedUntil: 500 }, 600)).toMatchObject({ kind: 'limit' });
});

it('what costs nothing is sent during a pause too', () => {
  expect(ownLimitAt({ ...free, message_credits: 0, pausedUntil: 1_000 }, 0)).toBeUndefined();
});
