import type { PaymentView } from '@heartline/contracts';

/** An order that can be repeated: a pack and the way it was paid. */
export type EarlierOrder = Pick<PaymentView, 'id' | 'package' | 'method'>;

const MOST_ORDERS = 5;

/** The last orders that differ in pack or way to pay, the newest first, at most five (S2-068). */
export function earlierOrders(payments: readonly PaymentView[]): EarlierOrder[] {
  const byWhat = new Map<string, EarlierOrder>();
  for (const { id, package: pack, method } of payments) {
    const what = `${pack} ${method}`;
    if (!byWhat.has(what)) byWhat.set(what, { id, package: pack, method });
  }
  return [...byWhat.values()].slice(0, MOST_ORDERS);
}
