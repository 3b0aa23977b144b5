import { ok, ownChanged, type PartnerOffers, type Result, refuse } from '@heartline/contracts';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';

/** So many answers are kept: enough to show who agreed when, however often a switch is played with. */
const STORED = 100;

/** Whether the member agreed to offers of partners, and when. */
export async function getPartnerOffers(context: AccountsContext, member: string): Promise<PartnerOffers> {
  return present(await context.collections.accounts.findOne({ _id: member }));
}

/**
 * Gives the consent or takes it back, each with its time. It can be given only where the site asks for it, and taken
 * back anywhere. Saying the same twice changes nothing, and not the time either.
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
