import { type revokeMandate as contract, type OutputOf, ok, type Result, refuse } from '@heartline/contracts';
import type { PaymentsContext } from '../payments-context.ts';
import { endMandate, findMandate } from './mandate.repository.ts';

/** Ends a mandate of the member’s. No order can use it from then on; debits under way stay. Safe to repeat. */
export async function revokeMandate(
  context: PaymentsContext,
  member: string,
  reference: string,
): Promise<Result<OutputOf<typeof contract>>> {
  const mandate = await findMandate(context.mongo, reference);
  if (mandate?.member !== member) return refuse('NOT_FOUND');
  await endMandate(context.mongo, reference, context.clock.now());
  return ok({ ok: true });
}
