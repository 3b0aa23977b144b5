import {
  type Change,
  chargeback,
  disputedPart,
  holdCredits,
  lotsLeft,
  type Money,
  purchaseCredits,
  refundCredits,
  returnDebit,
  undoChargeback,
  undoRefund,
  worthOfChange,
} from '@heartline/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountAfter, type LedgerRow, ledgerContent } from './ledger.repository.ts';
import {
  chargebackKey,
  isPremiumAt,
  lotsAt,
  lotsOf,
  purchasesAt,
  refundableAt,
  refundKey,
  roundsOf,
  undoneKey,
  wonKey,
} from './lots.ts';

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
  const disputes: LedgerRow[] = [];
  let now = NOW;
  const account = () => accountAfter(rows.at(-1));
  const trades = () => rows.filter(({ key }) => /^(payment|(return:)?(refund|chargeback)):/.test(key));
  const lots = (n = rows.length) => lotsAt(trades(), n);
  const append = (change: Change, key: string, money?: Money): LedgerRow => {
    const content = ledgerContent(change, { reason: '', at: now, ...(money && { money }) });
    const row = { _id: key, owner: 'm', n: rows.length + 1, key, ...content };
    rows.push(row);
    now += DAY;
    return row;
  };
  const offers = (days = 10_000) =>
    refundableAt(
      trades(),
      { n: rows.length, purchased: account().purchased },
      { period: { days, zone: 'UTC' }, now },
    );
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
    /** The bank takes so much of a payment back. */
    dispute(payment: string, cents: number) {
      const { retainedCents: left } = purchasesAt(trades(), rows.length).get(payment)!;
      const { credits, cents: taken } = disputedPart(lotsOf(lots(), payment), { cents, left });
      const money = { cents: taken, currency: 'EUR' };
      const key = chargebackKey(payment, `d${rows.length}`);
      disputes.push(append(chargeback(account(), credits, undefined), key, money));
    },
    /** The first dispute of all is won. */
    win() {
      const row = disputes.shift();
      const [, payment = '', dispute = ''] = row?.key.split(':') ?? [];
      const { purchased = 0, debt = 0, money } = row ?? {};
      if (row) append(undoChargeback(account(), { purchased, debt }, true), wonKey(payment, dispute), money);
    },
    account,
    isPremium: () => isPremiumAt(trades(), rows.length),
    disputedOf: (payment: string) =>
      disputes.reduce((sum, { key, money }) => sum + (key.includes(`:${payment}:`) ? money!.cents : 0), 0),
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

describe('lots after a bank took money back', () => {
  const idOf = (row: LedgerRow) => row.key.slice('payment:'.length);
  const [small, large] = [PACKS[0], PACKS[1]];
  const spentBook = () => {
    const book = openBook();
    const [a, b] = [idOf(book.buy(small)), idOf(book.buy(large))];
    book.spend(30);
    return { ...book, a, b };
  };

  it('move earlier spending to other packs, and still add up', () => {
    const { dispute, account, offers, a, b } = spentBook();
    dispute(a, 999);
    expect(account()).toMatchObject({ purchased: 30, debt: 0 });
    expect(offers()).toMatchObject([{ payment: b, credits: 30, cents: 999 }]);
  });

  it('take a debt from the next purchase, whose rest is worth its own price', () => {
    const { dispute, account, offers, buy, b } = spentBook();
    dispute(b, 1_999);
    expect(account()).toMatchObject({ purchased: 0, debt: 5 });
    expect(offers()).toEqual([]);
    buy(small);
    expect(account()).toMatchObject({ purchased: 20, debt: 0 });
    expect(offers()).toMatchObject([{ credits: 20, cents: 799 }]);
  });

  it.each([
    [0, 0, 0],
    [1, 1, 1],
    [39, 1, 39],
    [40, 2, 40],
    [500, 13, 500],
    [998, 25, 998],
    [999, 25, 999],
    [1_000, 25, 999],
  ])('a dispute of %i cents takes %i of 25 credits and %i cents', (cents, credits, taken) => {
    const book = openBook();
    book.buy(small);
    expect(disputedPart(book.lots(), { cents, left: 999 })).toEqual({ credits, cents: taken });
  });

  it('nothing of a payment that was refunded', () => {
    const book = openBook();
    const a = idOf(book.buy(small));
    book.refund(0);
    book.dispute(a, 999);
    expect(book.account()).toMatchObject({ purchased: 0, debt: 0 });
    expect(book.disputedOf(a)).toBe(0);
  });

  it('return exactly as they were once the dispute is won', () => {
    const { dispute, win, account, offers, lots, a, b } = spentBook();
    const before = [account(), offers(), lots()];
    dispute(a, 400);
    dispute(b, 1_999);
    dispute(a, 599);
    for (let count = 0; count < 3; count += 1) win();
    expect([account(), offers(), lots()]).toEqual(before);
  });

  it('keep Premium while half of the price of a purchase is kept', () => {
    const { dispute, win, isPremium, a, b } = spentBook();
    dispute(b, 1_999);
    expect(isPremium()).toBe(true);
    dispute(a, 499);
    expect(isPremium()).toBe(true);
    dispute(a, 1);
    expect(isPremium()).toBe(false);
    win();
    expect(isPremium()).toBe(true);
  });

  it('C6 never give more of a payment back than its price, and back every credit', () => {
    const packs = [small, large];
    const step = fc.oneof(
      fc.record({ does: fc.constant('buy' as const), by: fc.nat(1), cents: fc.constant(0) }),
      fc.record({
        does: fc.constantFrom('spend' as const),
        by: fc.integer({ min: 1, max: 60 }),
        cents: fc.constant(0),
      }),
      fc.record({
        does: fc.constantFrom('comeBack' as const, 'fail' as const, 'win' as const),
        by: fc.constant(0),
        cents: fc.constant(0),
      }),
      fc.record({ does: fc.constant('refund' as const), by: fc.nat(5), cents: fc.constant(0) }),
      fc.record({
        does: fc.constant('dispute' as const),
        by: fc.nat(5),
        cents: fc.oneof(fc.constant(5_000), fc.nat(2_100)),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const book = openBook();
        const bought: LedgerRow[] = [];
        for (const { does, by, cents } of steps) {
          const disputed = bought[by % Math.max(1, bought.length)];
          if (does === 'buy') bought.push(book.buy(packs[by]!));
          else if (does === 'dispute') {
            if (disputed) book.dispute(idOf(disputed), cents);
          } else book[does](by);
          const { purchased, debt } = book.account();
          expect(Math.min(purchased, debt)).toBe(0);
          const left = lotsLeft(book.lots(), purchased).reduce((sum, credits) => sum + credits, 0);
          expect(left).toBe(purchased);
          for (const row of bought) {
            const own = idOf(row);
            const offered = book.offers().find(({ payment }) => payment === own)?.cents ?? 0;
            const back = book.refundedOf(own) + book.disputedOf(own);
            expect(back + offered).toBeLessThanOrEqual(row.money!.cents);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
