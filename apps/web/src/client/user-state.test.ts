import { expect, it } from 'vitest';
import { type UserState, withLaterBalance } from './user-state.ts';

const state = (id: string, credits: number, ledgerSeq: number, paid_user = false) =>
  ({ user: { id, credits, ledgerSeq, paid_user } }) as UserState;

it('an answer that was asked for before a send does not bring its price back', () => {
  expect(withLaterBalance(state('me', 3, 4), state('me', 2, 5, true)).user).toMatchObject({
    credits: 2,
    ledgerSeq: 5,
    paid_user: true,
  });
});

it('an answer of the same row or a later one stands as it is', () => {
  for (const answer of [state('me', 3, 5), state('me', 9, 6)]) {
    expect(withLaterBalance(answer, state('me', 3, 5))).toEqual(answer);
  }
});

it('another member’s balance stays theirs, and so does the first answer of a page', () => {
  const answer = state('you', 7, 1);
  expect(withLaterBalance(answer, state('me', 3, 40))).toBe(answer);
  expect(withLaterBalance(answer, null)).toBe(answer);
});
