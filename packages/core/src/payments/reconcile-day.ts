import { eachAlone, type Look, ProviderUnavailable } from '@heartline/platform';
import { followPayment, strayOf } from './follow-payment.ts';
import { findPayment } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';
import { followRefundsOf } from './refund-payment.ts';
import { recordStray } from './stray.repository.ts';

const DAY_MS = 86_400_000;
/** Every payment is compared on four nights: one outage hides none. */
const WINDOW_MS = 4 * DAY_MS;
/** The youngest payments may still be on their way into this database. */
const MARGIN_MS = 3_600_000;

/**
 * Compares what each account lists of the last four days with the payments here. Whatever was lost of a webhook, a row
 * or an answer is followed; paid money of an unknown order becomes a stray for a person. Returns the number of provider
 * payments without an order.
 */
export async function reconcileDay(context: PaymentsContext): Promise<number> {
  const to = context.clock.now() - MARGIN_MS;
  let unmatched = 0;
  await eachAlone(context.payments.names, async (account) => {
    try {
      const listed = context.payments.of(account)?.list(to - WINDOW_MS, to) ?? [];
      for await (const look of listed) if (!(await match(context, account, look))) unmatched += 1;
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      context.logger.warn({ account, reason: error.message }, 'nightly comparison stopped for an account');
    }
  });
  if (unmatched > 0)
    context.logger.error({ unmatched }, 'provider payments without an order: see admin strays');
  return unmatched;
}

/** Follows one listed payment; false if it has no order here. Payments of other shops at the account are passed over. */
async function match(context: PaymentsContext, account: string, look: Look): Promise<boolean> {
  if (look.reference === '') return true;
  const payment = await findPayment(context.mongo, look.reference);
  if (payment) {
    await followPayment(context, payment, { account, look });
    await followRefundsOf(context, payment._id);
    return true;
  }
  if (look.state !== 'paid') return true;
  await recordStray(context.mongo, strayOf({ account, look }, 'unknown', context.clock.now()));
  return false;
}
