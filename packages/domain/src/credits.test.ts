import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Account,
  adjustCredits,
  available,
  type Change,
  chargeback,
  EMPTY_ACCOUNT,
  freePlace,
  grantCredits,
  holdCredits,
  purchaseCredits,
  refundCredits,
  returnDebit,
  undoChargeback,
  undoRefund,
  voidHold,
} from './credits.ts';

const hold = (account: Account, credits: number, starts?: string, freeConversations = 2) =>
  holdCredits(account, { credits, starts, freeConversations });

describe('the ledger’s arithmetic', () => {
  it('refuses a message the credits do not cover, and takes one they just cover [S5-028]', () => {
    const account = grantCredits(EMPTY_ACCOUNT, 1).after;
    expect(hold(account, 2)).toBe('NOT_ENOUGH_CREDITS');
    expect(hold(account, 1)).toMatchObject({ bonus: -1, purchased: 0, after: { bonus: 0 } });
  });

  it('spends bonus before what was paid for', () => {
    const account = purchaseCredits(grantCredits(EMPTY_ACCOUNT, 1).after, 5).after;
    expect(hold(account, 3)).toMatchObject({ bonus: -1, purchased: -2, after: { bonus: 0, purchased: 3 } });
  });

  it('lets a free member start two conversations and refuses the third', () => {
    let account = grantCredits(EMPTY_ACCOUNT, 9).after;
    account = (hold(account, 1, 'a') as Change).after;
    account = (hold(account, 1, 'b') as Change).after;
    expect(hold(account, 1, 'c')).toBe('CONVERSATION_LIMIT');
    expect(hold(account, 1, 'a')).toMatchObject({ kind: 'hold' });
    expect(hold(account, 1)).toMatchObject({ kind: 'hold' });
  });

  it('names the credits first when both are used up', () => {
    const account = { ...EMPTY_ACCOUNT, started: ['a', 'b'] };
    expect(hold(account, 1, 'c')).toBe('NOT_ENOUGH_CREDITS');
  });

  it('premium members start as many as they like', () => {
    let account = purchaseCredits(EMPTY_ACCOUNT, 25).after;
    for (const id of ['a', 'b', 'c', 'd']) account = (hold(account, 1, id) as Change).after;
    expect(account).toMatchObject({ premium: true, purchased: 21 });
  });

  it('pays debt off before a purchase adds credits, and debt stops sending', () => {
    const inDebt: Account = { ...EMPTY_ACCOUNT, debt: 10 };
    expect(hold({ ...inDebt, bonus: 3 }, 1)).toBe('NOT_ENOUGH_CREDITS');
    expect(purchaseCredits(inDebt, 25)).toMatchObject({ purchased: 15, after: { purchased: 15, debt: 0 } });
    const deep = purchaseCredits({ ...inDebt, debt: 30 }, 25);
    expect(deep).toMatchObject({ purchased: 0, after: { purchased: 0, debt: 5 } });
  });

  it('what costs nothing goes also to who owes, and keeps nothing', () => {
    const inDebt: Account = { ...EMPTY_ACCOUNT, debt: 10 };
    expect(hold(inDebt, 0)).toMatchObject({
      purchased: 0,
      bonus: 0,
      after: { purchased: 0, bonus: 0, debt: 10 },
    });
  });

  it('what does not move is 0 and not −0, which stores would keep', () => {
    const rich = grantCredits(EMPTY_ACCOUNT, 1).after;
    expect(voidHold(rich, { purchased: 0, bonus: -1 }).purchased).toBe(0);
    expect(voidHold(rich, { purchased: -1, bonus: 0 }).bonus).toBe(0);
  });

  it('lets a member over a lowered limit continue conversations and start no other', () => {
    const account = { ...grantCredits(EMPTY_ACCOUNT, 9).after, started: ['a', 'b'] };
    expect(hold(account, 1, 'b', 1)).toMatchObject({ kind: 'hold', after: { started: ['a', 'b'] } });
    expect(hold(account, 1, undefined, 1)).toMatchObject({ kind: 'hold' });
    expect(hold(account, 1, 'c', 1)).toBe('CONVERSATION_LIMIT');
  });

  it('counts no conversation while premium, and those of before once all is refunded', () => {
    const free = { ...EMPTY_ACCOUNT, started: ['a', 'b'], freed: ['c'] };
    const { after } = purchaseCredits(free, 25);
    expect(after).toMatchObject({ premium: true, started: [], freed: undefined });
    const asFree = { started: ['a', 'b'], freed: ['c'] };
    const refunded = refundCredits(after, 25, asFree) as Change;
    expect(refunded.after).toMatchObject({ premium: false, ...asFree });
    expect(undoRefund(refunded.after, 25, true).after).toMatchObject({ premium: true, started: [] });
  });

  it('a conversation whose place came back counts again where it is gone on with', () => {
    const account = { ...EMPTY_ACCOUNT, bonus: 5, started: ['a', 'b'] };
    const { after } = freePlace(account, 'a');
    expect(after).toMatchObject({ bonus: 5, started: ['b'], freed: ['a'] });
    const again = (conversation: string, starts?: string, on = after) =>
      holdCredits(on, { credits: 1, conversation, starts, freeConversations: 2 });
    expect(again('b')).toMatchObject({ after: { started: ['b'], freed: ['a'] } });
    expect(again('a')).toMatchObject({ after: { started: ['b', 'a'] } });
    const full = (again('c', 'c') as Change).after;
    expect(again('a', undefined, full)).toBe('CONVERSATION_LIMIT');
    expect(again('a', undefined, { ...full, premium: true })).toMatchObject({ kind: 'hold' });
    expect(returnDebit(full, { purchased: 0, bonus: -1 }).after).toMatchObject({ started: full.started });
  });

  it('what somebody else turned out to have begun gives its place to another one', () => {
    const account = { ...EMPTY_ACCOUNT, bonus: 5, started: ['a', 'b'] };
    const ask = (...others: string[]) =>
      holdCredits(account, {
        credits: 1,
        starts: 'c',
        freeConversations: 2,
        begunByOthers: new Set(others),
      });
    expect(ask()).toBe('CONVERSATION_LIMIT');
    expect(ask('a')).toMatchObject({ after: { started: ['b', 'c'] } });
  });

  it('an operator takes what is free to the last credit, and no bought one', () => {
    const account = purchaseCredits(grantCredits(EMPTY_ACCOUNT, 3).after, 25).after;
    expect(adjustCredits(account, -3)).toMatchObject({
      purchased: 0,
      bonus: -3,
      after: { purchased: 25, bonus: 0 },
    });
    expect(adjustCredits(account, -4)).toBe('NOT_ENOUGH_CREDITS');
    expect(adjustCredits(account, 2)).toMatchObject({ kind: 'adjust', after: { bonus: 5 } });
  });

  it('keeps balances equal to the sum of rows and never negative after any sequence', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('grant' as const), credits: fc.integer({ min: 1, max: 50 }) }),
      fc.record({ do: fc.constant('purchase' as const), credits: fc.integer({ min: 1, max: 400 }) }),
      fc.record({ do: fc.constant('hold' as const), credits: fc.integer({ min: 0, max: 60 }) }),
      fc.record({ do: fc.constant('void' as const), credits: fc.constant(0) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const rows: Change[] = [];
        const open: Change[] = [];
        let account = EMPTY_ACCOUNT;
        for (const one of steps) {
          const row = play(account, one, open);
          if (!row) continue;
          rows.push(row);
          if (row.kind === 'hold') open.push(row);
          account = row.after;
        }
        const sum = (key: 'purchased' | 'bonus') => rows.reduce((total, row) => total + row[key], 0);
        expect(account).toMatchObject({ purchased: sum('purchased'), bonus: sum('bonus') });
        for (const row of rows) {
          expect(row.after.purchased).toBeGreaterThanOrEqual(0);
          expect(row.after.bonus).toBeGreaterThanOrEqual(0);
        }
        const all = open.reduce((now, row) => voidHold(now, row).after, account);
        const given = rows.filter((row) => row.kind === 'grant' || row.kind === 'purchase');
        expect(available(all)).toBe(given.reduce((total, row) => total + row.purchased + row.bonus, 0));
      }),
    );
  });
});

describe('a charge-back', () => {
  const packs = purchaseCredits(purchaseCredits(EMPTY_ACCOUNT, 60).after, 150).after;
  const spent = (account: Account, credits: number) => (hold(account, credits) as Change).after;

  it('takes from all bought credits, and the rest becomes debt', () => {
    const account = spent(packs, 100);
    expect(chargeback(account, 60, undefined)).toMatchObject({
      purchased: -60,
      debt: 0,
      after: { purchased: 50, debt: 0, premium: true },
    });
    expect(chargeback(account, 150, undefined)).toMatchObject({
      purchased: -110,
      debt: 40,
      after: { purchased: 0, debt: 40 },
    });
    expect(chargeback(account, 110, undefined)).toMatchObject({ purchased: -110, debt: 0 });
    expect(chargeback(account, 111, undefined)).toMatchObject({ purchased: -110, debt: 1 });
    expect(chargeback(account, 0, undefined)).toMatchObject({ purchased: 0, debt: 0, after: account });
  });

  it('never touches free credits, and a debt stops paid messages only', () => {
    const account = chargeback({ ...EMPTY_ACCOUNT, bonus: 5, purchased: 3 }, 4, undefined).after;
    expect(account).toMatchObject({ purchased: 0, bonus: 5, debt: 1 });
    expect(hold(account, 1)).toBe('NOT_ENOUGH_CREDITS');
    expect(hold(account, 0)).toMatchObject({ kind: 'hold' });
  });

  it('ends Premium with the conversations that count then, and its undoing restores it', () => {
    const row = chargeback(packs, 60, { started: ['a'], freed: undefined });
    expect(row.after).toMatchObject({ premium: false, started: ['a'] });
    expect(undoChargeback(row.after, row, true).after).toEqual({ ...packs, freed: undefined });
    expect(undoChargeback(row.after, row, false).after).toMatchObject({ premium: false, started: ['a'] });
  });

  it('is repaid by the next purchase first, and the rest can be spent', () => {
    const debtor = { ...EMPTY_ACCOUNT, debt: 40 };
    expect(purchaseCredits(debtor, 39)).toMatchObject({ purchased: 0, debt: -39, after: { debt: 1 } });
    expect(purchaseCredits(debtor, 40)).toMatchObject({ purchased: 0, debt: -40, after: { debt: 0 } });
    expect(purchaseCredits(debtor, 41)).toMatchObject({ purchased: 1, debt: -40, after: { debt: 0 } });
  });

  it('is repaid by bought credits of a message that come back', () => {
    const debtor = { ...EMPTY_ACCOUNT, debt: 2 };
    expect(voidHold(debtor, { purchased: -3, bonus: -1 })).toMatchObject({
      purchased: 1,
      bonus: 1,
      debt: -2,
    });
    expect(returnDebit(debtor, { purchased: -1, bonus: 0 })).toMatchObject({ purchased: 0, debt: -1 });
  });

  it('comes back as credits where a purchase repaid its debt meanwhile', () => {
    const taken = chargeback(spent(packs, 100), 150, undefined);
    const later = purchaseCredits(taken.after, 60);
    expect(later.after).toMatchObject({ purchased: 20, debt: 0 });
    expect(undoChargeback(later.after, taken, true).after).toMatchObject({ purchased: 170, debt: 0 });
  });

  it('and its undoing are inverse, whatever happened in between and in any order', () => {
    const act = fc.oneof(
      fc.record({ do: fc.constantFrom('grant', 'purchase'), credits: fc.integer({ min: 1, max: 200 }) }),
      fc.record({ do: fc.constant('hold'), credits: fc.integer({ min: 0, max: 60 }) }),
      fc.record({ do: fc.constantFrom('void', 'refund'), credits: fc.integer({ min: 1, max: 60 }) }),
    );
    const dispute = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(act, dispute, fc.constant('win' as const)), { maxLength: 40 }),
        (steps) => {
          // One account lives through the disputes, the other one never had them.
          let account = EMPTY_ACCOUNT;
          let untouched = EMPTY_ACCOUNT;
          const open: Change[] = [];
          const disputes: Change[] = [];
          for (const step of steps) {
            if (step === 'win') {
              const won = disputes.shift();
              if (won) account = undoChargeback(account, won, true).after;
            } else if (typeof step === 'number') {
              const row = chargeback(account, step, undefined);
              disputes.push(row);
              account = row.after;
            } else {
              const row = step.do === 'refund' ? refunded(account, step.credits) : play(account, step, open);
              if (!row) continue;
              if (row.kind === 'hold') open.push(row);
              untouched = likewise(untouched, row);
              account = row.after;
            }
            expect(account.purchased === 0 || account.debt === 0).toBe(true);
            expect(Math.min(account.purchased, account.debt, account.bonus)).toBeGreaterThanOrEqual(0);
          }
          for (const won of disputes) account = undoChargeback(account, won, true).after;
          expect([account.purchased, account.bonus, account.debt]).toEqual([
            untouched.purchased,
            untouched.bonus,
            0,
          ]);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

/** The account after the same act, of a member without disputes: it has what the other one has or owes, and more. */
function likewise(account: Account, { purchased, debt, bonus }: Change): Account {
  return {
    ...account,
    purchased: account.purchased + purchased - debt,
    bonus: account.bonus + bonus,
  };
}

function refunded(account: Account, credits: number): Change | undefined {
  const row = refundCredits(account, credits, undefined);
  return row === 'NOT_ENOUGH_CREDITS' ? undefined : row;
}

function play(account: Account, one: { do: string; credits: number }, open: Change[]): Change | undefined {
  if (one.do === 'grant') return grantCredits(account, one.credits);
  if (one.do === 'purchase') return purchaseCredits(account, one.credits);
  if (one.do === 'hold') {
    const row = holdCredits(account, { credits: one.credits, starts: undefined, freeConversations: 2 });
    return typeof row === 'string' || 'code' in row ? undefined : row;
  }
  const last = open.pop();
  return last && voidHold(account, last);
}
