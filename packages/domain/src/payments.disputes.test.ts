import type { DisputeState } from '@heartline/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterRow,
  afterWord,
  type DisputeLedger,
  type DisputeStand,
  isOut,
  lossesOf,
  returnKind,
} from './payments.disputes.ts';

const STATES: readonly DisputeState[] = ['inquiry', 'closed', 'taken', 'lost', 'given-back'];
const begin: DisputeStand = { ledger: 'none', round: 1 };

describe('the credits of a dispute', () => {
  it.each([
    ['none', 'inquiry', 'none'],
    ['none', 'given-back', 'none'],
    ['none', 'taken', 'due'],
    ['none', 'lost', 'due'],
    ['due', 'given-back', 'due'],
    ['done', 'lost', 'done'],
    ['done', 'given-back', 'back-due'],
    ['done', 'closed', 'back-due'],
    ['back-due', 'lost', 'back-due'],
    ['back-done', 'given-back', 'back-done'],
    ['back-done', 'lost', 'due'],
  ] as const)('that are %s become after “%s” %s', (ledger, state, next) => {
    const round = ledger === 'back-done' && next === 'due' ? 2 : 1;
    expect(afterWord({ ledger, round: 1 }, state)).toEqual({ ledger: next, round });
  });

  it.each([
    ['due', 'taken', 'done'],
    ['due', 'given-back', 'back-due'],
    ['back-due', 'given-back', 'back-done'],
    ['back-due', 'lost', 'due'],
    ['done', 'lost', 'done'],
  ] as const)('that are %s become after their row, with “%s”, %s', (ledger, state, next) => {
    expect(afterRow({ ledger, round: 1 }, state).ledger).toBe(next);
  });

  it('end where the last word says, with as many rows out as back', () => {
    const word = fc.constantFrom(...STATES);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(word, fc.constant('row' as const)), { maxLength: 30 }),
        word,
        (steps, last) => {
          let stand = begin;
          let state: DisputeState = 'inquiry';
          const rows: DisputeLedger[] = [];
          const write = () => {
            if (stand.ledger === 'due' || stand.ledger === 'back-due') rows.push(stand.ledger);
            stand = afterRow(stand, state);
          };
          for (const step of [...steps, last]) {
            if (step === 'row') write();
            else {
              state = step;
              stand = afterWord(stand, step);
            }
          }
          for (let time = 0; time < 3; time += 1) write();
          expect(['none', 'done', 'back-done']).toContain(stand.ledger);
          expect(stand.ledger === 'done').toBe(isOut(last));
          // Out, back, out, back …
          expect(rows.every((row, at) => row === (at % 2 === 0 ? 'due' : 'back-due'))).toBe(true);
          expect(stand.round).toBe(Math.max(1, Math.ceil(rows.length / 2)));
        },
      ),
    );
  });
});

describe('the loss by disputes', () => {
  const all = { state: 'lost', cents: 999 } as const;

  it.each([
    [[all], 0, [0]],
    [[all], 999, [999]],
    [[all], 599, [599]],
    [[{ ...all, cents: 1_000 }], 0, [1]],
    [[{ ...all, cents: 500 }, all], 0, [0, 500]],
    [[{ state: 'given-back', cents: 999 }, all], 0, [0, 0]],
    [[{ state: 'inquiry', cents: 999 }], 999, [0]],
  ] as const)('of %j after %i cents refunded is %j', (disputes, refundedCents, losses) => {
    expect(lossesOf(disputes, { receivedCents: 999, refundedCents })).toEqual(losses);
  });
});

describe('returnKind', () => {
  it.each([
    ['AM04', 'funds'],
    ['AM05', 'funds'],
    ['insufficient_funds', 'funds'],
    ['AC01', 'account'],
    ['AC04', 'account'],
    ['AC06', 'account'],
    ['account_closed', 'account'],
    ['incorrect_account_details', 'account'],
    ['MD01', 'refused'],
    ['MD06', 'refused'],
    ['MS02', 'refused'],
    ['debit_not_authorized', 'refused'],
    ['fraudulent', 'refused'],
    ['MS03', 'other'],
    ['', 'other'],
    ['toString', 'other'],
  ] as const)('of “%s” is %s', (reason, kind) => {
    expect(returnKind(reason)).toBe(kind);
  });

  it('reads a reason however it is spelled', () => {
    expect(returnKind(' md01 ')).toBe('refused');
    expect(returnKind('Insufficient funds')).toBe('funds');
    expect(returnKind('ACCOUNT-CLOSED')).toBe('account');
  });
});
