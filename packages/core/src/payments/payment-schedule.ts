import { methodHorizonMs } from '@heartline/domain';
import type { PaymentDoc } from './payment.repository.ts';

/** A new payment is asked about every minute, an older one ever less often; a webhook makes it new again. */
const FIRST_ASK_MS = 55_000;
const AGE_PER_ASK = 10;

const newSince = ({ createdAt, reportedAt = 0 }: Pick<PaymentDoc, 'createdAt' | 'reportedAt'>) =>
  Math.max(createdAt, reportedAt);

/** When a provider that did not answer is asked again: it is never given up, only asked less often. */
export function retryAt(payment: Pick<PaymentDoc, 'createdAt' | 'reportedAt'>, now: number): number {
  return now + Math.max(FIRST_ASK_MS, (now - newSince(payment)) / AGE_PER_ASK);
}

type Asked = Pick<PaymentDoc, 'createdAt' | 'reportedAt' | 'method' | 'state' | 'settlement' | 'expiresAt'>;

/** True while the provider’s word moves a payment by itself: its money has not come, or is only promised. */
export function isOpen({ state, settlement }: Pick<PaymentDoc, 'state' | 'settlement'>): boolean {
  return settlement === 'promised' || (state !== 'completed' && state !== 'review');
}

/** True if the next question would come after the horizon of the way to pay, which a webhook begins anew. */
export function isBeyondHorizon(payment: Asked, now: number): boolean {
  return retryAt(payment, now) - newSince(payment) > methodHorizonMs(payment.method);
}

/**
 * When a provider is asked about an unpaid payment next; null for a paid one, and beyond the horizon of its way to pay. A
 * pending one is also asked about when its checkout ends, and until it has ended. A promised one gave credits already: it
 * is asked about until there is a word.
 */
export function nextAskAt(payment: Asked, now: number): number | null {
  if (!isOpen(payment)) return null;
  const dueAt = retryAt(payment, now);
  if (payment.settlement === 'promised') return dueAt;
  if (payment.state !== 'pending') return isBeyondHorizon(payment, now) ? null : dueAt;
  return payment.expiresAt > now ? Math.min(dueAt, payment.expiresAt) : dueAt;
}
