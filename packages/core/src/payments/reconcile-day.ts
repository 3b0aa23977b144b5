import { eachAlone, ProviderUnavailable } from '@heartline/platform';
import { followPayment, type Seen, strayOf } from './follow-payment.ts';
import { followRefundsOf } from './follow-refund.ts';
import { findByProvider, findPayment } from './payment.repository.ts';
import { providerOf } from './payment-accounts.ts';
import type { PaymentsContext } from './payments-context.ts';
import { recordStray } from './stray.repository.ts';

const DAY_MS = 86_400_000;
/** Every payment is compared on four nights: one outage hides none. */
const WINDOW_MS = 4 * DAY_MS;
/** The youngest payments may still be on their way into this database. */
const MARGIN_MS = 3_600_000;

/** The outcome of a comparison with one account. */
export interface Comparison {
  /** Payments with one of our references. */
  listed: number;
  /** Those of them that were paid and have no order here: they are strays now. */
  unmatched: number;
}

/**
 * Compares what each account lists of the last four days with the payments here. Returns the number of paid provider
 * payments without an order. An account that is away is compared on the next night.
 */
export async function reconcileDay(context: PaymentsContext): Promise<number> {
  const to = context.clock.now() - MARGIN_MS;
  let unmatched = 0;
  await eachAlone(context.payments.names, async (account) => {
    try {
      unmatched += (await followListed(context, account, { from: to - WINDOW_MS, to })).unmatched;
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      context.logger.warn({ account, reason: error.message }, 'nightly comparison stopped for an account');
    }
  });
  if (unmatched > 0)
    context.logger.error({ unmatched }, 'provider payments without an order: see admin strays');
  return unmatched;
}

/**
 * Follows every payment that an account lists of a time window, in Unix milliseconds. Safe to repeat. It finds lost
 * webhooks and rows; paid money of an unknown order becomes a stray for a person.
 * @throws {ProviderUnavailable} if the account stops answering; payments listed until then are followed.
 */
export async function followListed(
  context: PaymentsContext,
  account: string,
  { from, to }: { from: number; to: number },
): Promise<Comparison> {
  const compared: Comparison = { listed: 0, unmatched: 0 };
  const askedAt = context.clock.now();
  for await (const look of providerOf(context.payments, account).list(from, to)) {
    // Payments of other shops at the account have no reference of ours.
    if (look.reference === '') continue;
    compared.listed += 1;
    if (!(await match(context, { account, look, askedAt }))) compared.unmatched += 1;
  }
  return compared;
}

/** Follows one listed payment; false if it was paid and has no order here. */
async function match(context: PaymentsContext, seen: Seen): Promise<boolean> {
  const { account, look } = seen;
  // Money under a wrong reference may have been matched to its order since.
  const payment =
    (await findByProvider(context.mongo, account, look.id)) ??
    (await findPayment(context.mongo, look.reference));
  if (payment) {
    await followPayment(context, payment, seen);
    await followRefundsOf(context, payment._id);
    return true;
  }
  if (look.state !== 'paid') return true;
  await recordStray(context.mongo, strayOf(seen, 'unknown', context.clock.now()));
  return false;
}
