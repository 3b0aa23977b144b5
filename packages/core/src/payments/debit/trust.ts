import { countTakenBack } from '../disputes/dispute.repository.ts';
import { countSettled } from '../payment.repository.ts';
import type { PaymentsContext } from '../payments-context.ts';

/**
 * True if a direct debit of this member gives its credits before the money comes. Enough purchases were settled, no bank
 * has their money back, and no debt is open.
 */
export async function isTrusted(
  context: PaymentsContext,
  { member, site }: { member: string; site: string },
): Promise<boolean> {
  const { privately } = await context.site.settingsOf(site);
  const needed = privately.direct_debit_trust;
  const { debt } = await context.credits.statusOf(member);
  if (debt > 0) return false;
  const settled = await countSettled(context.mongo, member);
  return settled - (await countTakenBack(context.mongo, member)) >= needed;
}
