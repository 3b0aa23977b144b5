import { findPaidSince } from '../payment.repository.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { blockIdOf, clearReturns, findReturns, isAnyBlocked } from './block.repository.ts';
import type { SourceKeys } from './debit-source.ts';

/** True if direct debit is closed for this member, or for the account or phone they use. The answer never says which. */
export async function isBlocked(
  context: PaymentsContext,
  who: { member: string; site: string },
  { ibanKey, phoneKey }: SourceKeys,
): Promise<boolean> {
  const ids = [blockIdOf('iban', ibanKey), blockIdOf('phone', phoneKey)];
  return (await isAnyBlocked(context.mongo, ids)) || isMemberBlocked(context, who);
}

/** True if direct debit is closed for a member: by an operator or the bank, or by returns that are not repaid. */
export async function isMemberBlocked(
  context: PaymentsContext,
  { member, site }: { member: string; site: string },
): Promise<boolean> {
  if (await isAnyBlocked(context.mongo, [blockIdOf('member', member)])) return true;
  const returns = await findReturns(context.mongo, member);
  if (!returns) return false;
  const { privately } = await context.site.settingsOf(site);
  if ((returns.payments ?? []).length < privately.direct_debit_returns) return false;
  if (!(await isRepaid(context, member, returns.at))) return true;
  await clearReturns(context.mongo, returns);
  return false;
}

/** True if a member has no debt left and has paid a purchase since: that is how a debt is repaid. */
async function isRepaid(context: PaymentsContext, member: string, since: number): Promise<boolean> {
  const { debt } = await context.credits.statusOf(member);
  return debt === 0 && (await findPaidSince(context.mongo, member, since)) !== undefined;
}
