import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isLostTo,
  nextMove,
  nextRefundState,
  type PaymentFacts,
  type ProviderWord,
  waitOf,
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
  receivedCents: state === 'paid' ? 1_999 : 0,
  currency: 'EUR',
  isCurrent: true,
  ...change,
});

/** The row after these words, with the number of times that it became completed, and the strays. */
function after(words: readonly ProviderWord[], from: PaymentFacts = order) {
  const row = { ...from };
  let grants = 0;
  let strays = 0;
  for (const one of words) {
    const move = nextMove(row, one);
    if (move.kind === 'stray') strays += 1;
    if (move.kind !== 'move') continue;
    if (move.state === 'completed') grants += 1;
    row.state = move.state;
    row.reason = move.reason;
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
      { receivedCents: 2_000 },
      { currency: 'PLN' },
      { reference: 'x' },
    ]) {
      expect(after([word('paid', change)]).row).toMatchObject({ state: 'review', reason: 'amount' });
    }
    expect(stateAfter(word('paid', { receivedCents: 1 }), word('paid'))).toBe('review');
    expect(stateAfter(word('paid', { receivedCents: 1 }), word('failed'))).toBe('review');
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
      isCurrent: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(anyWord, { maxLength: 20 }),
        fc.array(anyWord, { maxLength: 20 }),
        (before, later) => {
          const first = after(before);
          expect(first.grants).toBeLessThanOrEqual(1);
          const last = after(later, first.row).row;
          expect(first.row.state === 'completed' ? last : first.row).toEqual(first.row);
        },
      ),
    );
  });
});

describe('waitOf', () => {
  it.each([
    ['paid', [], null],
    ['partial', [], null],
    ['pending', [], 'payment'],
    ['paid', ['inquiry'], 'dispute'],
    ['paid', ['closed'], null],
    ['paid', ['closed', 'inquiry'], 'dispute'],
    ['paid', ['lost'], 'dispute'],
    ['paid', ['taken'], 'dispute'],
    ['paid', ['given-back'], null],
    ['paid', ['given-back', 'taken'], 'dispute'],
  ] as const)('of a %s payment with disputes %j is %s', (state, disputes, waits) => {
    expect(waitOf({ state, disputes: disputes.map((one) => ({ state: one })) })).toBe(waits);
  });
});

describe('isLostTo', () => {
  it.each([
    [[], 0, false],
    [[['taken', 999]], 999, false],
    [[['lost', 999]], 999, true],
    [[['lost', 998]], 999, false],
    [
      [
        ['lost', 500],
        ['lost', 499],
      ],
      999,
      true,
    ],
  ] as const)('with disputes %j for %i cents is %s', (disputes, cents, isLost) => {
    expect(
      isLostTo(
        disputes.map(([state, of]) => ({ state, cents: of })),
        cents,
      ),
    ).toBe(isLost);
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
