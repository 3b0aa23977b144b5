import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeSpending,
  isLimiting,
  limitedUntil,
  limitsAt,
  NO_LIMITS,
  pausedAt,
  pauseOver,
  periodsOf,
  RISE_WAIT_MS,
  refusedUntil,
  type Spending,
  spend,
  spendingChanges,
  spendingRefused,
  spentAt,
  unspend,
} from './credits.spending.ts';
import { EMPTY_ACCOUNT, grantCredits, holdCredits, limitSpending, returnDebit, voidHold } from './credits.ts';

const ZONE = 'Europe/Amsterdam';
const MONDAY = Date.parse('2026-11-16T12:00:00+01:00');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const none = { key: '', credits: 0 };
const fresh: Spending = {
  zone: ZONE,
  limits: NO_LIMITS,
  rises: {},
  pausedUntil: null,
  spent: { day: none, week: none, month: none },
};
const limited = (change: Partial<Record<'day' | 'week' | 'month', number>>, now = MONDAY) =>
  changeSpending(fresh, { limits: { ...NO_LIMITS, ...change }, pausedUntil: null }, now);

describe('limits one sets oneself', () => {
  it('take a price that just fits and refuse the next credit, for each period', () => {
    for (const period of ['day', 'week', 'month'] as const) {
      const state = spend(limited({ [period]: 5 }), 3, MONDAY);
      expect(spendingRefused(state, 2, MONDAY)).toBeUndefined();
      expect(spendingRefused(state, 3, MONDAY)).toEqual({ period, limit: 5 });
      expect(spendingRefused(state, 0, MONDAY)).toBeUndefined();
    }
  });

  it('name the one of the longest period, where several refuse', () => {
    const state = spend(limited({ day: 5, week: 5, month: 50 }), 5, MONDAY);
    expect(spendingRefused(state, 1, MONDAY)).toEqual({ period: 'week', limit: 5 });
    expect(refusedUntil(state, 1, MONDAY)).toBe(Date.parse('2026-11-23T00:00:00+01:00'));
  });

  it('begin anew with the day of the zone, the Monday and the first of the month', () => {
    const lastMoment = Date.parse('2026-11-16T23:59:59.999+01:00');
    expect(periodsOf(ZONE, lastMoment)).toEqual({ day: '2026-11-16', week: '2026-11-16', month: '2026-11' });
    expect(periodsOf(ZONE, lastMoment + 1).day).toBe('2026-11-17');
    expect(periodsOf(ZONE, Date.parse('2026-11-22T23:59:59+01:00')).week).toBe('2026-11-16');
    expect(periodsOf(ZONE, Date.parse('2026-11-23T00:00:00+01:00')).week).toBe('2026-11-23');
    expect(periodsOf(ZONE, Date.parse('2026-12-01T00:00:00+01:00')).month).toBe('2026-12');
    const state = spend(limited({ day: 3 }), 3, lastMoment);
    expect(spendingRefused(state, 1, lastMoment)).toEqual({ period: 'day', limit: 3 });
    expect(spendingRefused(state, 1, lastMoment + 1)).toBeUndefined();
    expect(spentAt(state, lastMoment + 1)).toMatchObject({ day: 0, week: 3 });
  });

  it.each([
    { period: 'day', until: '2026-10-26T00:00:00+01:00', why: 'the night has an hour more' },
    { period: 'week', until: '2026-10-26T00:00:00+01:00', why: 'it is a Sunday' },
    { period: 'month', until: '2026-11-01T00:00:00+01:00', why: 'seven days are left of it' },
  ] as const)('a $period that is used up ends when the next one begins: $why', ({ period, until }) => {
    const now = Date.parse('2026-10-25T00:30:00+02:00');
    expect(limitedUntil(limited({ [period]: 1 }, now), period, now)).toBe(Date.parse(until));
  });

  it('one that is used up ends with a rise that comes before the next one begins', () => {
    const state = changeSpending(limited({ week: 1 }), { limits: NO_LIMITS, pausedUntil: null }, MONDAY);
    expect(limitedUntil(state, 'week', MONDAY)).toBe(MONDAY + RISE_WAIT_MS);
    expect(limitedUntil(state, 'week', MONDAY + RISE_WAIT_MS)).toBe(Date.parse('2026-11-23T00:00:00+01:00'));
  });

  it('go down at once, and up a day later to the millisecond', () => {
    const state = limited({ day: 10 });
    const lower = changeSpending(state, { limits: { ...NO_LIMITS, day: 4 }, pausedUntil: null }, MONDAY);
    expect(limitsAt(lower, MONDAY).day).toBe(4);
    const higher = changeSpending(lower, { limits: { ...NO_LIMITS, day: 9 }, pausedUntil: null }, MONDAY);
    expect(limitsAt(higher, MONDAY + RISE_WAIT_MS - 1).day).toBe(4);
    expect(limitsAt(higher, MONDAY + RISE_WAIT_MS).day).toBe(9);
    const asked = { limits: NO_LIMITS, pausedUntil: null };
    const gone = changeSpending(lower, asked, MONDAY);
    expect(limitsAt(gone, MONDAY + RISE_WAIT_MS - 1).day).toBe(4);
    expect(limitsAt(gone, MONDAY + RISE_WAIT_MS).day).toBeNull();
    expect([isLimiting(gone, MONDAY), isLimiting(gone, MONDAY + RISE_WAIT_MS)]).toEqual([true, false]);
  });

  it('keep the day of a repeated rise, restart a higher one, cancel it by a lower one', () => {
    const wish = (day: number) => ({ limits: { ...NO_LIMITS, day }, pausedUntil: null });
    const rising = changeSpending(limited({ day: 4 }), wish(9), MONDAY);
    const again = changeSpending(rising, wish(9), MONDAY + HOUR);
    expect(again.rises.day).toEqual({ to: 9, from: MONDAY + RISE_WAIT_MS });
    const more = changeSpending(rising, wish(20), MONDAY + HOUR);
    expect(more.rises.day).toEqual({ to: 20, from: MONDAY + HOUR + RISE_WAIT_MS });
    const back = changeSpending(rising, wish(3), MONDAY + HOUR);
    expect(limitsAt(back, MONDAY + 2 * DAY).day).toBe(3);
  });

  it('a pause lasts to its end, grows at once and shrinks a day later', () => {
    const until = MONDAY + 5 * DAY;
    const wish = (pausedUntil: number | null) => ({ limits: NO_LIMITS, pausedUntil });
    const paused = changeSpending(fresh, wish(until), MONDAY);
    expect(spendingRefused(paused, 1, until - 1)).toBe('paused');
    expect(spendingRefused(paused, 1, until)).toBeUndefined();
    expect(pausedAt(changeSpending(paused, wish(until + DAY), MONDAY), MONDAY)).toBe(until + DAY);
    const ended = changeSpending(paused, wish(null), MONDAY);
    expect(pausedAt(ended, MONDAY + RISE_WAIT_MS - 1)).toBe(until);
    expect(pausedAt(ended, MONDAY + RISE_WAIT_MS)).toBeNull();
  });

  it('refuse in the ledger with a code, count a hold, and uncount a return', () => {
    const rich = grantCredits(EMPTY_ACCOUNT, 100).after;
    const account = limitSpending(rich, limited({ day: 5 })).after;
    const ask = (of: typeof account, credits: number, now = MONDAY) =>
      holdCredits(of, { credits, starts: undefined, freeConversations: 2, now });
    const held = ask(account, 5);
    if (typeof held === 'string' || 'code' in held) throw new Error('refused');
    expect(ask(held.after, 1)).toEqual({ code: 'SPENDING_LIMIT', period: 'day', limit: 5 });
    const back = returnDebit(held.after, { ...held, at: MONDAY });
    expect(ask(back.after, 5)).toMatchObject({ kind: 'hold' });
    const voided = voidHold(held.after, { ...held, at: MONDAY });
    expect(ask(voided.after, 5)).toMatchObject({ kind: 'hold' });
    const yesterday = returnDebit(held.after, { ...held, counted: undefined, at: MONDAY - DAY });
    expect(ask(yesterday.after, 1)).toMatchObject({ code: 'SPENDING_LIMIT' });
    expect(ask(rich, 50)).not.toHaveProperty('after.spending');
  });

  it('are named before too few credits, so that no member buys unusable credits', () => {
    const poor = { ...EMPTY_ACCOUNT, started: ['a', 'b'] };
    const ask = (spending: Spending, credits = 1) =>
      holdCredits({ ...poor, spending }, { credits, starts: 'c', freeConversations: 2, now: MONDAY });
    const paused = changeSpending(fresh, { pausedUntil: MONDAY + DAY }, MONDAY);
    expect(ask(paused)).toBe('SPENDING_PAUSED');
    expect(ask(paused, 0)).toBe('CONVERSATION_LIMIT');
    const used = spend(limited({ day: 5 }), 5, MONDAY);
    expect(ask(used)).toEqual({ code: 'SPENDING_LIMIT', period: 'day', limit: 5 });
    expect(ask(limited({ day: 5 }))).toBe('NOT_ENOUGH_CREDITS');
  });

  it('let pass what costs nothing, over a limit and in a pause', () => {
    const used = changeSpending(
      spend(fresh, 5, MONDAY),
      { limits: { ...NO_LIMITS, day: 3 }, pausedUntil: null },
      MONDAY,
    );
    expect(spendingRefused(used, 1, MONDAY)).toEqual({ period: 'day', limit: 3 });
    const paused = changeSpending(used, { limits: used.limits, pausedUntil: MONDAY + DAY }, MONDAY);
    expect(spendingRefused(paused, 1, MONDAY)).toBe('paused');
    expect([used, paused].map((state) => spendingRefused(state, 0, MONDAY))).toEqual([undefined, undefined]);
  });

  it('never count less than nothing', () => {
    const back = unspend(spend(limited({ day: 5 }), 2, MONDAY), 3, periodsOf(fresh.zone, MONDAY));
    expect(spentAt(back, MONDAY)).toEqual({ day: 0, week: 0, month: 0 });
  });

  it('counts what a day took less what came back in it, after any sequence', () => {
    const step = fc.record({
      credits: fc.integer({ min: 0, max: 9 }),
      hours: fc.integer({ min: 0, max: 30 }),
      comesBack: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let state = limited({ day: 1_000 });
        let now = MONDAY;
        const taken: { at: number; credits: number }[] = [];
        for (const { credits, hours, comesBack } of steps) {
          now += hours * HOUR;
          const back = comesBack ? taken.pop() : undefined;
          if (back) state = unspend(state, back.credits, periodsOf(state.zone, back.at));
          else {
            state = spend(state, credits, now);
            taken.push({ at: now, credits });
          }
        }
        const today = periodsOf(ZONE, now);
        for (const period of ['day', 'week', 'month'] as const) {
          const sum = taken
            .filter(({ at }) => periodsOf(ZONE, at)[period] === today[period])
            .reduce((all, { credits }) => all + credits, 0);
          expect(spentAt(state, now)[period]).toBe(sum);
        }
      }),
    );
  });

  it('a pause cut shorter does not inherit the day that a milder wish has waited', () => {
    const until = MONDAY + 30 * DAY;
    const wish = (pausedUntil: number | null) => ({ limits: NO_LIMITS, pausedUntil });
    const paused = changeSpending(fresh, wish(until), MONDAY);
    const almost = changeSpending(paused, wish(until - 60_000), MONDAY);
    const late = MONDAY + RISE_WAIT_MS - 60_000;
    const ended = changeSpending(almost, wish(null), late);
    expect(pausedAt(ended, late + 60_000)).not.toBeNull();
    expect(pausedAt(ended, late + RISE_WAIT_MS)).toBeNull();
    // The same wish again, and a milder one, keep their day.
    for (const again of [until - 60_000, until - 30_000])
      expect(changeSpending(almost, wish(again), late).pauseEnds?.from).toBe(MONDAY + RISE_WAIT_MS);
  });

  it('a wish for one of them leaves the other as it is, with what is on its way', () => {
    const until = MONDAY + 30 * DAY;
    const both = changeSpending(limited({ day: 5 }), { pausedUntil: until }, MONDAY);
    expect(limitsAt(both, MONDAY + 9 * DAY).day).toBe(5);
    const later = changeSpending(both, { limits: { ...NO_LIMITS, day: 9 }, pausedUntil: null }, MONDAY);
    const lower = changeSpending(later, { limits: { ...NO_LIMITS, day: 3 } }, MONDAY + HOUR);
    expect(pausedAt(lower, MONDAY + RISE_WAIT_MS - 1)).toBe(until);
    expect(pausedAt(lower, MONDAY + RISE_WAIT_MS)).toBeNull();
    const longer = changeSpending(later, { pausedUntil: until + DAY }, MONDAY + HOUR);
    expect(limitsAt(longer, MONDAY + RISE_WAIT_MS).day).toBe(9);
  });

  it('a pause is over with its end, or with an earlier one on its way', () => {
    const until = MONDAY + 5 * DAY;
    const paused = changeSpending(fresh, { pausedUntil: until }, MONDAY);
    const ended = (at: number | null) => changeSpending(paused, { pausedUntil: at }, MONDAY);
    expect([fresh, paused, ended(null), ended(until - DAY)].map((state) => pauseOver(state, MONDAY))).toEqual(
      [null, until, MONDAY + RISE_WAIT_MS, until - DAY],
    );
    expect(pauseOver(ended(null), MONDAY + RISE_WAIT_MS)).toBeNull();
  });

  it('a pause alone is kept to its end', () => {
    const paused = changeSpending(fresh, { limits: NO_LIMITS, pausedUntil: MONDAY + HOUR }, MONDAY);
    expect([MONDAY, MONDAY + HOUR - 1, MONDAY + HOUR].map((at) => isLimiting(paused, at))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('the pause that runs, wished for again, takes back an earlier end of it', () => {
    const until = MONDAY + 5 * DAY;
    const wish = (pausedUntil: number | null) => ({ limits: NO_LIMITS, pausedUntil });
    const paused = changeSpending(fresh, wish(until), MONDAY);
    const again = changeSpending(changeSpending(paused, wish(null), MONDAY), wish(until), MONDAY + HOUR);
    expect(again.pauseEnds).toBeUndefined();
    expect(pausedAt(again, until - 1)).toBe(until);
  });

  it('keep the count of a new day when another gateway’s clock is a second behind', () => {
    const midnight = MONDAY + 12 * HOUR;
    const limits = { day: 5, week: null, month: null };
    const limited = changeSpending(fresh, { limits, pausedUntil: null }, MONDAY);
    const first = spend(limited, 5, midnight + 500);
    const second = spend(first, 1, midnight - 500);
    expect(spendingRefused(second, 1, midnight + 1_000)).toMatchObject({ period: 'day' });
  });

  it('change next with a new day, a rise or the end of a pause, whichever comes first', () => {
    const midnight = MONDAY + 12 * HOUR;
    expect(spendingChanges(fresh, MONDAY)).toBe(midnight);
    expect(spendingChanges(fresh, midnight - 1)).toBe(midnight);
    expect(spendingChanges(fresh, midnight)).toBe(midnight + DAY);
    const rises = { week: { to: 9, from: MONDAY + HOUR } };
    expect(spendingChanges({ ...fresh, rises }, MONDAY)).toBe(MONDAY + HOUR);
    expect(spendingChanges({ ...fresh, rises }, MONDAY + HOUR)).toBe(midnight);
    expect(spendingChanges({ ...fresh, pausedUntil: MONDAY + 5 }, MONDAY)).toBe(MONDAY + 5);
    expect(spendingChanges({ ...fresh, pausedUntil: MONDAY + 5 }, MONDAY + 5)).toBe(midnight);
  });

  it('a price may be spent again when none of the limits refuses it any more', () => {
    const limits = { day: 2, week: null, month: 2 };
    const used = spend(changeSpending(fresh, { limits, pausedUntil: null }, MONDAY), 2, MONDAY);
    expect(new Date(refusedUntil(used, 1, MONDAY)).toISOString()).toBe('2026-11-30T23:00:00.000Z');
    expect(refusedUntil(used, 1, MONDAY + 20 * DAY)).toBe(MONDAY + 20 * DAY);
    const all = changeSpending(used, { limits: { ...limits, week: 2 }, pausedUntil: null }, MONDAY);
    expect(refusedUntil(all, 1, MONDAY)).toBe(refusedUntil(used, 1, MONDAY));
  });
});
