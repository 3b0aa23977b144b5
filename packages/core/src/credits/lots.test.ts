import {
  type Change,
  holdCredits,
  type Money,
  purchaseCredits,
  refundable,
  refundCredits,
  returnDebit,
  undoRefund,
  worthOfChange,
} from '@heartline/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountAfter, type LedgerRow, ledgerContent } from './ledger.repository.ts';
import { lotsAt, refundKey, roundsOf, undoneKey } from './lots.ts';

const NOW = 1_767_225_600_000;
const DAY = 86_400_000;
const PACKS = [
  { credits: 25, cents: 999, currency: 'EUR' },
  { credits: 60, cents: 1_999, currency: 'EUR' },
  { credits: 7, cents: 1_501, currency: 'USD' },
] as const;

type Sums = Readonly<Record<string, number>>;

/** Sums by currency, without those that are zero. */
function sumsOf(amounts: readonly Money[]): Sums {
  const sums = new Map<string, number>();
  for (const { cents, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + cents);
  return Object.fromEntries([...sums].filter(([, cents]) => cents !== 0));
}

/** The ledger of a member who buys, writes and asks for refunds, one act per day. */
function openBook() {
  const rows: LedgerRow[] = [];
  const holds: LedgerRow[] = [];
  const refunds: LedgerRow[] = [];
  let now = NOW;
  const account = () => accountAfter(rows.at(-1));
  const trades = () => rows.filter(({ key }) => /^(payment|refund|return:refund):/.test(key));
  const lots = (n = rows.length) => lotsAt(trades(), n);
  const append = (change: Change, key: string, money?: Money): LedgerRow => {
    const content = ledgerContent(change, { reason: '', at: now, ...(money && { money }) });
    const row = { _id: key, owner: 'm', n: rows.length + 1, key, ...content };
    rows.push(row);
    now += DAY;
    return row;
  };
  const offers = (days = 10_000) =>
    refundable(lots(), account().purchased, { period: { days, zone: 'UTC' }, now });
  const moneyOf = (row: LedgerRow): Money[] => {
    const { kind, money, n, purchased, purchasedAfter } = row;
    const lines = money ? [money] : worthOfChange(lots(n), purchasedAfter - purchased, purchasedAfter);
    const isOut = kind === 'refund' || !money;
    return lines.map(({ cents, currency }) => ({ cents: isOut ? -cents : cents, currency }));
  };
  return {
    offers,
    lots,
    buy: ({ credits, ...money }: (typeof PACKS)[number]) =>
      append(purchaseCredits(account(), credits), `payment:${rows.length}`, money),
    spend(wanted: number) {
      const credits = Math.min(wanted, account().purchased);
      const change = holdCredits(account(), { credits, starts: undefined, freeConversations: 2 });
      if (typeof change !== 'string' && !('code' in change)) {
        holds.push(append(change, `hold:${rows.length}`));
      }
    },
    comeBack() {
      const hold = holds.pop();
      if (hold) append(returnDebit(account(), hold), `return:${hold.n}`);
    },
    refund(which: number) {
      const offered = offers();
      const offer = offered[which % Math.max(1, offered.length)];
      if (!offer) return;
      const { payment, credits, cents, currency } = offer;
      const change = refundCredits(account(), credits, undefined);
      if (change === 'NOT_ENOUGH_CREDITS') throw new Error('offered what is not there');
      refunds.push(append(change, refundKey(payment, roundsOf(trades(), payment) + 1), { cents, currency }));
    },
    fail() {
      const row = refunds.shift();
      const [, payment = '', turn] = row?.key.split(':') ?? [];
      if (row)
        append(undoRefund(account(), -row.purchased, true), undoneKey(payment, Number(turn)), row.money);
    },
    /** The money of all lines of the statement. */
    statement: () => sumsOf(rows.flatMap(moneyOf)),
    refundedOf: (payment: string) =>
      refunds.reduce((sum, { key, money }) => sum + (key.includes(`:${payment}:`) ? money!.cents : 0), 0),
  };
}

describe('lots after a refund failed and other credits were spent', () => {
  const book = () => {
    const opened = openBook();
    const [a, b] = [opened.buy(PACKS[0]), opened.buy(PACKS[1])];
    opened.spend(10);
    opened.refund(0);
    opened.spend(60);
    opened.fail();
    return { ...opened, a, b };
  };

  it('return the credits to their own pack, at its price and purchase date', () => {
    const { offers, a } = book();
    const payment = a.key.slice('payment:'.length);
    const from = a.at + 5 * 86_400_000;
    expect(offers()).toEqual([{ payment, credits: 15, cents: 599, currency: 'EUR', at: a.at, from }]);
    // Six days after the purchase of this pack, and one after the return.
    expect([offers(1).length, offers(0).length]).toEqual([1, 0]);
  });

  it('offer all returned credits of a pack in one refund', () => {
    const opened = openBook();
    opened.buy(PACKS[0]);
    opened.spend(10);
    opened.refund(0);
    opened.fail();
    opened.comeBack();
    expect(opened.offers()).toMatchObject([{ credits: 25, cents: 999 }]);
    opened.refund(0);
    expect(opened.offers()).toEqual([]);
    expect(opened.lots().map(({ credits }) => credits)).toEqual([0, 0]);
  });
});

it('C6 statement equals refundable money, and no payment is refunded above its price', () => {
  const step = fc.oneof(
    fc.record({ does: fc.constant('buy' as const), by: fc.nat(PACKS.length - 1) }),
    fc.record({ does: fc.constant('spend' as const), by: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ does: fc.constant('comeBack' as const), by: fc.constant(0) }),
    fc.record({ does: fc.constant('refund' as const), by: fc.nat(5) }),
    fc.record({ does: fc.constant('fail' as const), by: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const book = openBook();
      const bought: LedgerRow[] = [];
      for (const { does, by } of steps) {
        if (does === 'buy') bought.push(book.buy(PACKS[by]!));
        else book[does](by);
        expect(book.statement()).toEqual(sumsOf(book.offers()));
      }
      for (const { key, money } of bought) {
        const payment = key.slice('payment:'.length);
        const left = book.offers().find((offer) => offer.payment === payment)?.cents ?? 0;
        expect(book.refundedOf(payment) + left).toBeLessThanOrEqual(money!.cents);
      }
    }),
    { numRuns: 1_000 },
  );
});
