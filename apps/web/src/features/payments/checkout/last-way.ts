import { type PaymentMethod, paymentMethod } from '@heartline/contracts';
import { localStore } from '../../../client/storage.ts';

const STORED = 'last-way-to-pay';

/** The way of the last payment in this browser. */
export interface LastWay {
  method: PaymentMethod;
  /** The country they chose to pay from; null for their own. */
  country: string | null;
}

/** The way used last; null when there is none or it can’t be read. */
export function lastWay(): LastWay | null {
  const stored = localStore.getJson(STORED) as Partial<LastWay> | null | undefined;
  const method = paymentMethod.options.find((one) => one === stored?.method);
  if (!method) return null;
  return { method, country: typeof stored?.country === 'string' ? stored.country : null };
}

/** Remembers a way for the next purchase. It goes with the member’s other data when they log out. */
export function rememberWay(way: LastWay): void {
  localStore.set(STORED, JSON.stringify(way));
}
