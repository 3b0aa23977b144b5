import { dayIn, endOfDay } from './days.ts';

/**
 * A lot is a number of credits bought together at one price. The oldest lot is spent first, so the credits left belong to
 * the newest lots. A refund takes credits out of the lots of one payment.
 */
export interface Lot {
  /** A payment may have several lots: the pack, and credits returned by a refund that was not carried out. */
  payment: string;
  /** Credits of the lot, less those refunded or charged back. */
  credits: number;
  /** The price of the whole lot, and its number of credits. */
  cents: number;
  currency: string;
  of: number;
  /** When its refund period began: the payment, or the return of a refund that was not carried out. */
  at: number;
}

export interface Money {
  cents: number;
  currency: string;
}

/** Returns the credits left of each lot when `purchased` are left in total: the newest ones. */
export function lotsLeft(lots: readonly Lot[], purchased: number): number[] {
  const left = lots.map(() => 0);
  let rest = purchased;
  for (let index = lots.length - 1; index >= 0 && rest > 0; index -= 1) {
    const taken = Math.min(lots[index]?.credits ?? 0, rest);
    left[index] = taken;
    rest -= taken;
  }
  return left;
}

/** The value in cents of the first `credits` of a pack; the parts of a pack add up to its price exactly. */
export function priceOfPart({ cents, of }: Pick<Lot, 'cents' | 'of'>, credits: number): number {
  return Math.floor((cents * credits) / of);
}

/** The money value of the purchased credits left, by currency. */
function worth(lots: readonly Lot[], purchased: number): Map<string, number> {
  const left = lotsLeft(lots, purchased);
  const sums = new Map<string, number>();
  lots.forEach((lot, index) => {
    const cents = refundCents(lot, left[index] ?? 0);
    sums.set(lot.currency, (sums.get(lot.currency) ?? 0) + cents);
  });
  return sums;
}

/**
 * The value of a change of the purchased credits from `before` to `after` at the prices paid, by currency. Positive when
 * credits were spent. The values of consecutive rows add up to the value of the whole.
 */
export function worthOfChange(lots: readonly Lot[], before: number, after: number): Money[] {
  const then = worth(lots, before);
  const now = worth(lots, after);
  return [...then]
    .map(([currency, cents]) => ({ currency, cents: cents - (now.get(currency) ?? 0) }))
    .filter(({ cents }) => cents !== 0);
}

export interface Refundable {
  payment: string;
  credits: number;
  cents: number;
  currency: string;
  /** Server time of the payment. */
  at: number;
  /** When its refund period began: later than the payment for credits that a failed refund returned. */
  from: number;
}

/** The refund period of a site: `refund_days` in its time zone. */
export interface RefundPeriod {
  days: number;
  zone: string;
}

/**
 * The last millisecond of a refund period that began at `from`. As Regulation 1182/71 counts: the day of the purchase
 * does not count, the last day counts whole, and one on a weekend moves to Monday. Public holidays are not known.
 */
export function refundableUntil(from: number, { days, zone }: RefundPeriod): number {
  if (days === 0) return from;
  let last = Date.parse(`${dayIn(zone, from)}T00:00:00Z`) + days * DAY_MS;
  while (WEEKEND.has(new Date(last).getUTCDay())) last += DAY_MS;
  return endOfDay(zone, new Date(last).toISOString().slice(0, 10)) - 1;
}

const DAY_MS = 86_400_000;
/** Sunday and Saturday, as `getUTCDay` numbers them. */
const WEEKEND: ReadonlySet<number> = new Set([0, 6]);

/** The refundable part of each payment: its credits left whose period has not ended (product decisions). */
export function refundable(
  lots: readonly Lot[],
  purchased: number,
  { period, now }: { period: RefundPeriod; now: number },
): Refundable[] {
  const left = lotsLeft(lots, purchased);
  const byPayment = new Map<string, Refundable>();
  lots.forEach((lot, index) => {
    const { payment, currency, at } = lot;
    const credits = now <= refundableUntil(at, period) ? (left[index] ?? 0) : 0;
    const known = byPayment.get(payment) ?? { payment, credits: 0, cents: 0, currency, at, from: at };
    byPayment.set(payment, {
      ...known,
      credits: known.credits + credits,
      cents: known.cents + refundCents(lot, credits),
      from: at,
    });
  });
  // No provider refunds less than one cent.
  return [...byPayment.values()].filter(({ cents }) => cents > 0);
}

/**
 * The part that a dispute of `cents` takes of the lots of its payment: the credits that these cents paid, the newest lot
 * first. `left` is the part of the price that was neither refunded nor taken before. So no cent goes back twice.
 */
export function disputedPart(
  lots: readonly Lot[],
  { cents, left }: { cents: number; left: number },
): { credits: number; cents: number } {
  const taken = Math.max(0, Math.min(cents, left));
  if (cents > 0 && cents >= left) {
    return { credits: lots.reduce((sum, lot) => sum + lot.credits, 0), cents: taken };
  }
  let credits = 0;
  let rest = taken;
  for (const lot of lots.toReversed()) {
    if (rest <= 0) break;
    const part = Math.min(lot.credits, creditsWorth(lot, rest));
    credits += part;
    rest -= refundCents(lot, part);
  }
  return { credits, cents: taken };
}

/** The least credits of a lot whose refund would be this much, or more than the lot has. */
function creditsWorth(lot: Lot, cents: number): number {
  const before = lot.of - lot.credits;
  if (lot.cents === 0) return lot.credits;
  return Math.ceil(((priceOfPart(lot, before) + cents) * lot.of) / lot.cents) - before;
}

/** The price of one purchase, and the part that was not refunded, in cents. */
export interface Retained {
  paidCents: number;
  retainedCents: number;
}

/** True if at least half of the price of some purchase was not refunded (product decisions, "Premium"). */
export function isPremiumBy(purchases: readonly Retained[]): boolean {
  return purchases.some(({ paidCents, retainedCents }) => retainedCents * 2 >= paidCents);
}

/** The refund in cents for `credits` of a lot. All partial refunds of a lot add up to its price. */
export function refundCents(lot: Lot, credits: number): number {
  const before = lot.of - lot.credits;
  return priceOfPart(lot, before + credits) - priceOfPart(lot, before);
}
