import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isTakenBack,
  nextMove,
  nextRefundState,
  overpaidCents,
  type PaymentFacts,
  type ProviderWord,
  refundMoneyOf,
  settlementOf,
} from './payments.states.ts';

const order: PaymentFacts = {
  reference: 'r',
  priceCents: 1_999,
  currency: 'EUR',
  state: 'pending',
  reason: null,
};
const word = (state: ProviderWord['state'], change: Partial<ProviderWord> = {}): ProviderWord => ({
  state,
  reference: 'r',
  cents: 1_999,
  receivedCents: state === 'paid' ? 1_999 : 0,
  currency: 'EUR',
  isTakenBack: false,
  isCurrent: true,
  ...change,
});

/** The row after these words, with the number of times that it became completed, and the strays. */
function after(words: readonly ProviderWord[], from: PaymentFacts = order) {
  const row: PaymentFacts = { ...from };
  let grants = 0;
  let strays = 0;
  for (const one of words) {
    const move = nextMove(row, one);
    if (move.kind === 'stray') strays += 1;
    if (move.kind !== 'move') continue;
    if (move.state === 'completed' && row.state !== 'completed') grants += 1;
    row.state = move.state;
    row.reason = move.reason;
    if (move.settlement) row.settlement = move.settlement;
  }
  return { row, grants, strays };
}

const stateAfter = (...words: ProviderWord[]) => after(words).row.state;

describe('nextMove', () => {
  it('moves forward only, and paid late still grants', () => {
    expect(stateAfter(word('open'), word('pending'))).toBe('pending');
    expect(stateAfter(word('failed'))).toBe('failed');
    expect(stateAfter(word('failed'), word('open'))).toBe('failed');
    expect(stateAfter(word('failed'), word('paid'))).toBe('completed');
    expect(stateAfter(word('expired'), word('paid'))).toBe('completed');
    expect(stateAfter(word('paid'), word('failed'), word('cancelled'), word('open'))).toBe('completed');
  });

  it('says why a payment ended', () => {
    expect(after([word('failed')]).row.reason).toBe('declined');
    expect(after([word('cancelled')]).row.reason).toBe('member');
    expect(after([word('expired')]).row.reason).toBe('expired');
    const replaced = { ...order, state: 'cancelled', reason: 'replaced' } as const;
    expect(after([word('failed'), word('expired')], replaced).row).toEqual(replaced);
  });

  it('holds a payment for review when amount, currency or order differ', () => {
    for (const change of [
      { receivedCents: 1_998 },
      { receivedCents: 2_000, currency: 'PLN' },
      { currency: 'PLN' },
      { reference: 'x' },
    ]) {
      expect(after([word('paid', change)]).row).toMatchObject({ state: 'review', reason: 'amount' });
    }
    expect(stateAfter(word('paid', { receivedCents: 1 }), word('paid'))).toBe('review');
    expect(stateAfter(word('paid', { receivedCents: 1 }), word('failed'))).toBe('review');
  });

  it('completes a payment that was paid with more than its price', () => {
    const { row } = after([word('paid', { receivedCents: 2_000 })]);
    expect(row.state).toBe('completed');
    expect(overpaidCents({ ...row, receivedCents: 2_000 })).toBe(1);
    expect(overpaidCents({ ...row, receivedCents: 1_999 })).toBe(0);
    expect(overpaidCents(row)).toBe(0);
    expect(overpaidCents({ ...order, state: 'review', receivedCents: 2_000 })).toBe(0);
  });

  it('waits for the rest of a transfer, and holds it once the order has ended', () => {
    const some = word('partial', { receivedCents: 500 });
    expect(stateAfter(some)).toBe('pending');
    expect(stateAfter(some, word('paid'))).toBe('completed');
    expect(stateAfter(word('expired'), some)).toBe('review');
  });

  it('makes a second paid checkout a stray, and a first one of another attempt its own', () => {
    const other = word('paid', { isCurrent: false });
    expect(after([other])).toMatchObject({ grants: 1, strays: 0 });
    expect(after([word('paid'), other])).toMatchObject({ grants: 1, strays: 1 });
    expect(after([word('paid', { receivedCents: 1 }), other])).toMatchObject({ grants: 0, strays: 1 });
    expect(stateAfter(word('failed', { isCurrent: false }))).toBe('pending');
  });

  it('leaves a returned payment alone, whose provider still calls it paid', () => {
    const returned = { ...order, state: 'failed', reason: 'returned' } as const;
    for (const one of [word('paid', { receivedCents: 1_998 }), word('paid'), word('failed'), word('expired')])
      expect(after([one], returned)).toEqual({ row: returned, grants: 0, strays: 0 });
    expect(after([word('paid', { isCurrent: false })], returned)).toMatchObject({ row: returned, strays: 1 });
  });

  it('leads to the same row whatever the order and number of the same answers', () => {
    const ends = fc.constantFrom<ProviderWord['state']>('failed', 'cancelled', 'expired');
    const lives = fc.record({ end: fc.option(ends), isPaid: fc.boolean(), last: fc.nat() });
    fc.assert(
      fc.property(lives, fc.infiniteStream(fc.nat()), ({ end, isPaid, last }, numbers) => {
        const answers = [word('open'), word('pending')];
        if (end) answers.push(word(end));
        if (isPaid) answers.push(word('paid'));
        const final = answers[last % answers.length] as ProviderWord;
        const shuffled = () => {
          const repeated = [...answers, ...answers, ...answers];
          const ranked = repeated.map((one) => ({ one, rank: numbers.next().value as number }));
          return [...ranked.sort((a, b) => a.rank - b.rank).map(({ one }) => one), final];
        };
        const [one, two] = [after(shuffled()), after(shuffled())];
        expect(one.row).toEqual(two.row);
        expect(one.grants).toBe(isPaid ? 1 : 0);
      }),
    );
  });

  it('never lowers a completed payment, whatever comes', () => {
    const anyWord = fc.record({
      state: fc.constantFrom<ProviderWord['state']>(
        'open',
        'pending',
        'paid',
        'partial',
        'failed',
        'cancelled',
        'expired',
      ),
      reference: fc.constantFrom('r', 'other'),
      receivedCents: fc.constantFrom(0, 1_998, 1_999, 2_000),
      currency: fc.constantFrom('EUR', 'PLN'),
      cents: fc.constantFrom(1_998, 1_999),
      isTakenBack: fc.boolean(),
      isCurrent: fc.boolean(),
    });
    const anyWords = fc.array(anyWord, { maxLength: 20 });
    fc.assert(
      fc.property(fc.boolean(), anyWords, anyWords, (trusted, before, later) => {
        const first = after(before, { ...order, trusted });
        expect(first.grants).toBeLessThanOrEqual(1);
        fc.pre(first.row.state === 'completed');
        const { row, grants } = after(later, first.row);
        expect([row.state, row.reason, grants]).toEqual(['completed', null, 0]);
        // Money that came is never only promised again, and never silently gone: that is a dispute.
        const isPaid = !trusted || first.row.settlement === 'paid';
        expect(isPaid ? row.settlement : 'paid').toBe('paid');
      }),
    );
  });
});

describe('nextMove of a direct debit', () => {
  const trusted: PaymentFacts = { ...order, trusted: true };
  const promised: PaymentFacts = { ...trusted, state: 'completed', settlement: 'promised' };
  const pending = word('pending');
  const end = (words: readonly ProviderWord[], from = trusted) => {
    const { row, grants } = after(words, from);
    return `${row.state} ${row.settlement ?? 'none'} ${grants}`;
  };

  it('gives credits before the money only to a trusted member', () => {
    expect(end([word('open')])).toBe('pending none 0');
    expect(end([pending])).toBe('completed promised 1');
    expect(end([pending, pending, word('open')])).toBe('completed promised 1');
    expect(end([pending], { ...order, trusted: false })).toBe('pending none 0');
    expect(end([pending], order)).toBe('pending none 0');
  });

  it('promises nothing for another amount or order, or for money taken back', () => {
    const others: Partial<ProviderWord>[] = [
      { cents: 1_998 },
      { cents: 2_000 },
      { currency: 'PLN' },
      { reference: 'x' },
      { isCurrent: false },
      { isTakenBack: true },
    ];
    for (const change of others) expect(end([word('pending', change)])).toBe('pending none 0');
  });

  it('promises nothing for an order that has ended', () => {
    for (const state of ['failed', 'cancelled', 'review'] as const)
      expect(end([pending], { ...trusted, state })).toBe(`${state} none 0`);
  });

  it('settles a promised one once its money came, and grants no second time', () => {
    expect(end([pending, word('paid'), pending, word('paid')])).toBe('completed paid 1');
    expect(end([word('paid')])).toBe('completed paid 1');
    expect(end([pending, word('paid', { receivedCents: 1_998 })])).toBe('completed promised 1');
  });

  it.each(['failed', 'cancelled', 'expired'] as const)('returns a promised one that %s', (state) => {
    expect(end([pending, word(state)])).toBe('completed returned 1');
    expect(end([word(state), pending])).not.toContain('completed');
    expect(end([word(state, { isCurrent: false })], promised)).toBe('completed promised 0');
  });

  it('returns a promised one whose money the bank took back before it came', () => {
    expect(end([word('pending', { isTakenBack: true })], promised)).toBe('completed returned 0');
    expect(end([word('paid', { isTakenBack: true })], promised)).toBe('completed paid 0');
  });

  it('settles a returned one that was paid after all', () => {
    expect(end([pending, word('failed'), word('pending')])).toBe('completed returned 1');
    expect(end([pending, word('failed'), word('paid')])).toBe('completed paid 1');
  });

  it('gives a second payment of a promised order back', () => {
    expect(after([word('paid', { isCurrent: false })], promised)).toMatchObject({ strays: 1, grants: 0 });
  });
});

describe('settlementOf', () => {
  it.each([
    ['completed', undefined, 'paid'],
    ['completed', 'promised', 'promised'],
    ['completed', 'returned', 'returned'],
    ['pending', undefined, 'none'],
    ['review', undefined, 'none'],
    ['failed', undefined, 'none'],
  ] as const)('of a %s payment stored as %s is %s', (state, settlement, is) => {
    expect(settlementOf({ state, settlement })).toBe(is);
  });
});

describe('isTakenBack', () => {
  it.each([
    [[], false],
    [['inquiry', 'closed', 'given-back'], false],
    [['taken'], true],
    [['given-back', 'lost'], true],
  ] as const)('with disputes %j is %s', (states, isBack) => {
    expect(isTakenBack(states.map((state) => ({ state })))).toBe(isBack);
  });
});

describe('refundMoneyOf', () => {
  type Word = Parameters<typeof refundMoneyOf>[0];
  const word = (disputes: readonly (readonly [string, number, string?])[], change: Partial<Word> = {}) => ({
    state: 'paid' as const,
    receivedCents: 999,
    currency: 'EUR',
    disputes: disputes.map(([state, cents, currency = 'EUR']) => ({
      state: state as Word['disputes'][number]['state'],
      cents,
      currency,
    })),
    ...change,
  });

  it.each([
    [[], 999],
    [[['closed', 999]], 999],
    [[['given-back', 999]], 999],
    [[['inquiry', 1]], 'dispute'],
    [[['taken', 1]], 'dispute'],
    [
      [
        ['given-back', 999],
        ['taken', 999],
      ],
      'dispute',
    ],
    [[['lost', 999]], 'bank'],
    [[['lost', 9_999]], 'bank'],
    [[['lost', 1, 'USD']], 'bank'],
    [
      [
        ['lost', 500],
        ['lost', 499],
      ],
      'bank',
    ],
    // The bank took a part of the refund: the rest goes back.
    [[['lost', 400]], 599],
  ] as const)('with disputes %j of a refunded 999 is %s', (disputes, where) => {
    const money = refundMoneyOf(word(disputes), { cents: 999, refundedCents: 0 });
    expect(money).toEqual(typeof where === 'number' ? { cents: where } : { held: where });
  });

  it.each([
    // Credits of the lost part are out already: the refund of the others is paid in full.
    [480, 0, { cents: 480 }],
    [480, 100, { cents: 400 }],
    [480, 500, { held: 'bank' }],
  ] as const)('of %i cents after 499 were lost and %i went back is %j', (cents, refundedCents, money) => {
    expect(refundMoneyOf(word([['lost', 499]]), { cents, refundedCents })).toEqual(money);
  });

  it.each([
    ['pending', 0, { held: 'payment' }],
    ['failed', 0, { held: 'bank' }],
    ['expired', 0, { held: 'bank' }],
    ['partial', 500, { cents: 999 }],
  ] as const)('of a %s payment with %i cents is %j', (state, receivedCents, money) => {
    expect(refundMoneyOf(word([], { state, receivedCents }), { cents: 999, refundedCents: 0 })).toEqual(
      money,
    );
  });
});

describe('nextRefundState', () => {
  const words = ['pending', 'done', 'failed'] as const;

  it.each([
    ['pending', ['pending', 'completed', 'failed']],
    ['completed', ['completed', 'completed', 'bounced']],
    ['failed', ['failed', 'failed', 'failed']],
    ['bounced', ['bounced', 'bounced', 'bounced']],
  ] as const)('moves a %s refund forward only', (state, ends) => {
    expect(words.map((word) => nextRefundState(state, word))).toEqual(ends);
  });
});
