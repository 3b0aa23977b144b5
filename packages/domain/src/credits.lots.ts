/**
 * Which bought credits are left, and what they cost. Of what was bought the oldest is spent first, so the credits left
 * are those of the newest lots; a refund takes credits out of those of one payment. Pure arithmetic over a member's lots,
 * oldest first, and the number of purchased credits left.
 */
export interface Lot {
  /** Several lots may be of one payment: the pack, and what came back of a refund that was not carried out. */
  payment: string;
  /** Credits the lot gave, less those already refunded or taken back. */
  credits: number;
  /** What the whole lot cost, and how many credits it had. */
  cents: number;
  currency: string;
  of: number;
  /** When it was paid, in server time. */
  at: number;
}

export interface Money {
  cents: number;
  currency: string;
}

/** How many credits of each lot are left, when `purchased` are left in all: the newest ones. */
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

/** What the first `credits` of a pack are worth; parts of a pack add up to its price exactly. */
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
 * What a change of the purchased credits from `before` to `after` is worth at the prices paid, by currency; positive
 * when credits were spent. Rows one after the other add up to the whole.
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
  at: number;
}

/** What can be paid back of each payment: its credits left, if it was made within `days` (product decisions). */
export function refundable(
  lots: readonly Lot[],
  purchased: number,
  { days, now }: { days: number; now: number },
): Refundable[] {
  const left = lotsLeft(lots, purchased);
  const byPayment = new Map<string, Refundable>();
  lots.forEach((lot, index) => {
    const { payment, currency, at } = lot;
    const credits = left[index] ?? 0;
    const known = byPayment.get(payment) ?? { payment, credits: 0, cents: 0, currency, at };
    byPayment.set(payment, {
      ...known,
      credits: known.credits + credits,
      cents: known.cents + refundCents(lot, credits),
    });
  });
  // For credits that are worth less than a cent no provider pays anything back.
  return [...byPayment.values()].filter(({ cents, at }) => cents > 0 && now - at <= days * 86_400_000);
}

/** What one purchase cost, and what of that did not go back, in cents. */
export interface Retained {
  paidCents: number;
  retainedCents: number;
}

/** Whether a member is premium: of some purchase at least half of the price was kept (product decisions, "Premium"). */
export function isPremiumBy(purchases: readonly Retained[]): boolean {
  return purchases.some(({ paidCents, retainedCents }) => retainedCents * 2 >= paidCents);
}

/** Money for `credits` of a lot, which may have been refunded in part before: all parts together are its price. */
export function refundCents(lot: Lot, credits: number): number {
  const before = lot.of - lot.credits;
  return priceOfPart(lot, before + credits) - priceOfPart(lot, before);
}
