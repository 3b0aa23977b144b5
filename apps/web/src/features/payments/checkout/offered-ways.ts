import type { CreditPackage, MethodReason, PaymentMethod, PaymentWay } from '@heartline/contracts';
import { takesAmount } from '@heartline/domain';
import { hasApplePay } from './apple-pay.ts';

/** A way to pay with the reason why this pack can’t be paid with it on this device; null if it can. */
export interface OfferedWay {
  way: PaymentWay;
  reason: MethodReason | null;
}

type Price = Pick<CreditPackage, 'priceCents'>;

/** Why this pack can’t be paid this way here; null if it can. The server knows neither pack nor device. */
function reasonAgainst(way: PaymentWay, { priceCents }: Price): MethodReason | null {
  if (way.reason) return way.reason;
  if (!takesAmount(way, priceCents)) return 'amount';
  return way.id === 'applepay' && !hasApplePay() ? 'device' : null;
}

/**
 * The ways to show for a pack: those that can be had. A way that the address asks for is shown too, with the reason
 * against it.
 */
export function waysFor(pack: Price, ways: readonly PaymentWay[], asked?: PaymentMethod): OfferedWay[] {
  return ways
    .map((way) => ({ way, reason: reasonAgainst(way, pack) }))
    .filter(({ way, reason }) => reason === null || way.id === asked);
}

/** The way that is chosen at first: the one asked for, else the one used last, else the first that can be had. */
export function chosenWay(
  offered: readonly OfferedWay[],
  ...wanted: readonly (PaymentMethod | undefined)[]
): PaymentWay | undefined {
  const free = offered.filter(({ reason }) => reason === null).map(({ way }) => way);
  const found = wanted.map((id) => free.find((way) => way.id === id)).find((way) => way !== undefined);
  return found ?? free[0];
}
