import { type revokeMandate as contract, type OutputOf, ok, type Result, refuse } from '@heartline/contracts';
import { eachAlone, ProviderRefused, ProviderUnavailable } from '@heartline/platform';
import { providerOf } from '../payment-accounts.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { endMandate, findMandate, findToRevoke, type MandateDoc, noteRevoked } from './mandate.repository.ts';

/** Minimum time between two tries to tell a provider. */
const RETRY_MS = 600_000;

/** Ends a mandate of the member’s. No order can use it from then on; debits under way stay. Safe to repeat. */
export async function revokeMandate(
  context: PaymentsContext,
  member: string,
  reference: string,
): Promise<Result<OutputOf<typeof contract>>> {
  const mandate = await findMandate(context.mongo, reference);
  if (mandate?.member !== member) return refuse('NOT_FOUND');
  await revoke(context, reference);
  return ok({ ok: true });
}

/** Ends a mandate here, then at its provider. The next pass repeats the latter if it is cut off. */
export async function revoke(context: PaymentsContext, reference: string): Promise<MandateDoc | undefined> {
  const mandate = await endMandate(context.mongo, reference, context.clock.now());
  if (mandate && mandate.revokeAt !== null) await revokeAtProvider(context, mandate);
  return mandate;
}

/** Tells providers of revoked mandates that they do not know of yet; the number of those. */
export async function revokeAtProviders(context: PaymentsContext): Promise<number> {
  const ended = await findToRevoke(context.mongo, context.clock.now());
  await eachAlone(ended, (mandate) => revokeAtProvider(context, mandate));
  return ended.length;
}

async function revokeAtProvider(
  context: PaymentsContext,
  { _id, account, mandateId }: MandateDoc,
): Promise<void> {
  const { mongo, payments, clock, logger } = context;
  try {
    await providerOf(payments, account).debits?.revoke(mandateId);
    await noteRevoked(mongo, _id, null);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable) && !(error instanceof ProviderRefused)) throw error;
    // A provider that refuses will not debit under it either.
    const isOver = error instanceof ProviderRefused;
    await noteRevoked(mongo, _id, isOver ? null : clock.now() + RETRY_MS);
    logger.warn({ mandate: _id, account, reason: error.message }, 'mandate not revoked at its provider');
  }
}
