import { countSettled } from '../payment.repository.ts';
import type { PaymentsContext } from '../payments-context.ts';

/**
 * True if a direct debit of this member gives its credits before the money comes: enough purchases were settled, and no
 * debt is open. A purchase does not count if more than half of it was refunded, or taken back by its bank.
 */
export async function isTrusted(
  context: PaymentsContext,
  { member, site }: { member: string; site: string },
): Promise<boolean> {
  const { privately } = await context.site.settingsOf(site);
  const needed = privately.direct_debit_trust;
  const { debt } = await context.credits.statusOf(member);
  if (debt > 0) return false;
  return (await countSettled(context.mongo, await context.credits.retainedPurchases(member))) >= needed;
}
