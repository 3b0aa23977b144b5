import { eachAlone, type Look, type PaymentProvider, ProviderUnavailable } from '@heartline/platform';
import { followPayment } from '../follow-payment.ts';
import { followRefundsOf } from '../follow-refund.ts';
import { findByProvider, findPayment, noteReported, type PaymentDoc } from '../payment.repository.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { askedUntil, noteAskedUntil } from './dispute.repository.ts';

const DAY_MS = 86_400_000;
/** The first question of an account goes back this far: card schemes take disputes for 120 days. */
const FIRST_MS = 120 * DAY_MS;
/** Clocks differ, and lists of providers lag behind: each question reaches back this far beyond the one before. */
const OVERLAP_MS = 3_600_000;

/**
 * Asks each account which payments were disputed since the last time, and follows them, however old they are. An account
 * that is away is asked again for all of it. Returns the number of payments followed.
 */
export async function askForDisputes(context: PaymentsContext): Promise<number> {
  let followed = 0;
  await eachAlone(context.payments.names, async (account) => {
    const provider = context.payments.of(account);
    if (!provider?.disputedSince) return;
    try {
      followed += await askAccount(context, account, provider);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      context.logger.warn({ account, reason: error.message }, 'disputes not listed: provider unavailable');
    }
  });
  return followed;
}

async function askAccount(
  context: PaymentsContext,
  account: string,
  provider: PaymentProvider,
): Promise<number> {
  const now = context.clock.now();
  const until = (await askedUntil(context.mongo, account)) ?? now - FIRST_MS;
  const disputed = (await provider.disputedSince?.(until - OVERLAP_MS)) ?? [];
  let isWhole = true;
  await eachAlone(disputed, async (id) => {
    const isNoted = await follow(context, { account, provider, id });
    isWhole &&= isNoted;
  });
  // A payment that nothing names yet is listed again.
  if (isWhole) await noteAskedUntil(context.mongo, account, now);
  return disputed.length;
}

interface Disputed {
  account: string;
  provider: PaymentProvider;
  id: string;
}

/**
 * Follows one disputed payment. A known one is due first, so a failure holds up no other: the next pass repeats it.
 * False if the provider must list it again.
 */
async function follow(context: PaymentsContext, { account, provider, id }: Disputed): Promise<boolean> {
  const askedAt = context.clock.now();
  const known = await findByProvider(context.mongo, account, id);
  let reported = known && (await noteReported(context.mongo, known._id, askedAt));
  try {
    const look = await provider.look(id);
    if (!look) return true;
    const payment = reported ?? (await paymentOf(context, account, look));
    if (!payment) return true;
    reported ??= (await noteReported(context.mongo, payment._id, askedAt)) ?? payment;
    await followPayment(context, reported, { account, look, askedAt });
    await followRefundsOf(context, payment._id);
    return true;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    context.logger.warn(
      { account, payment: reported?._id ?? id, reason: error.message },
      'disputed payment not followed: provider unavailable',
    );
    return reported !== undefined;
  }
}

/** The payment of a provider’s answer, by the id there or by our reference. */
async function paymentOf(
  { mongo }: PaymentsContext,
  account: string,
  { id, reference }: Look,
): Promise<PaymentDoc | undefined> {
  const known = await findByProvider(mongo, account, id);
  return known ?? (reference === '' ? undefined : findPayment(mongo, reference));
}
