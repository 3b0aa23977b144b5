import { ok, ownChanged, type PartnerOffers, type Result, refuse } from '@heartline/contracts';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';

/**
 * Number of answers stored as proof. The limit keeps a member who toggles the switch from growing the row.
 */
const STORED = 100;

/** The member's consent to offers of partners, and its time. */
export async function getPartnerOffers(context: AccountsContext, member: string): Promise<PartnerOffers> {
  return present(await context.collections.accounts.findOne({ _id: member }));
}

/**
 * Gives or withdraws the consent, with the time. A member can give it only where the site asks for it, and
 * withdraw it anywhere. Repeating the same answer changes nothing, not even the time.
 */
export async function setPartnerOffers(
  context: AccountsContext,
  member: string,
  agreed: boolean,
): Promise<Result<PartnerOffers>> {
  const { collections, clock, hooks, publisher } = context;
  const account = await context.accounts.get(member);
  if (!account) return refuse('NOT_FOUND');
  const { settings } = await hooks.site.settingsOf(account.site);
  if (agreed && !settings.member_resell) return refuse('NOT_FOUND');
  const at = clock.now();
  const { modifiedCount } = await collections.accounts.updateOne(
    { _id: member, partnerOffersAt: agreed ? null : { $gt: 0 } },
    {
      $set: { partnerOffersAt: agreed ? at : null },
      $push: { partnerOffersLog: { $each: [{ agreed, at }], $slice: -STORED } },
    },
  );
  if (modifiedCount > 0) {
    context.accounts.drop(member);
    await publisher.durable(member, ownChanged, {});
  }
  return ok(await getPartnerOffers(context, member));
}

function present(account: AccountRow | null): PartnerOffers {
  const since = account?.partnerOffersAt ?? null;
  return { partner_offers: since !== null, since };
}
