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

/**
 * When a provider is asked about an unpaid payment next; null after the horizon of its way to pay, which a webhook
 * begins anew. A pending one is also asked about when its checkout ends.
 */
export function nextAskAt(
  payment: Pick<PaymentDoc, 'createdAt' | 'reportedAt' | 'method' | 'state' | 'expiresAt'>,
  now: number,
): number | null {
  const from = newSince(payment);
  const dueAt = retryAt(payment, now);
  if (payment.state === 'pending' && payment.expiresAt > now) return Math.min(dueAt, payment.expiresAt);
  return dueAt - from > methodHorizonMs(payment.method) ? null : dueAt;
}
