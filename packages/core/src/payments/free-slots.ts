import { eachAlone, ProviderUnavailable } from '@heartline/platform';
import { closePayment } from './close-payment.ts';
import { type CodeSlotDoc, findIdleSlots, freeSlot } from './code.repository.ts';
import { findPayment } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';
import { OPENING_MS } from './take-discount.ts';

/**
 * Frees reserved uses of limited codes whose payment ended unpaid, or never came to be. Runs each minute and is safe to
 * repeat. Returns the number of providers asked.
 */
export async function freeSlots(context: PaymentsContext): Promise<number> {
  let asked = 0;
  const idle = await findIdleSlots(context.mongo, context.clock.now() - OPENING_MS);
  await eachAlone(idle, async (slot) => {
    const fate = await fateOf(context, slot);
    if (fate !== 'none') asked += 1;
    if (fate !== 'open') await freeSlot(context.mongo, slot);
  });
  return asked;
}

/** `none`: there is no such payment. `ended`: it can’t be paid any more. */
async function fateOf(context: PaymentsContext, slot: CodeSlotDoc): Promise<'none' | 'ended' | 'open'> {
  const payment = await findPayment(context.mongo, slot.payment);
  if (!payment) return 'none';
  if (payment.state !== 'failed' && payment.state !== 'cancelled') return 'open';
  try {
    const { payment: closed, openUntil } = await closePayment(context, payment, 'expired');
    const isEnded = closed.state === 'failed' || closed.state === 'cancelled';
    return isEnded && openUntil === null ? 'ended' : 'open';
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return 'open';
  }
}
