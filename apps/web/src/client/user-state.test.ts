import { expect, it } from 'vitest';
import { type UserState, withLaterBalance } from './user-state.ts';

const state = (id: string, credits: number, ledgerSeq: number, paid_user = false) =>
  ({ user: { id, credits, ledgerSeq, paid_user } }) as UserState;

it('keeps the balance of a send over an answer that was asked for before it', () => {
  expect(withLaterBalance(state('me', 3, 4), state('me', 2, 5, true)).user).toMatchObject({
    credits: 2,
    ledgerSeq: 5,
    paid_user: true,
  });
});

it('takes an answer of the same ledger row or a later one', () => {
  for (const answer of [state('me', 3, 5), state('me', 9, 6)]) {
    expect(withLaterBalance(answer, state('me', 3, 5))).toEqual(answer);
  }
});

it('does not mix in another member’s balance, nor into a first answer', () => {
  const answer = state('you', 7, 1);
  expect(withLaterBalance(answer, state('me', 3, 40))).toBe(answer);
  expect(withLaterBalance(answer, null)).toBe(answer);
});
