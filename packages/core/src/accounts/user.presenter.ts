import type { User } from '@heartline/contracts';
import type { AccountsContext } from './accounts-context.ts';

/**
 * The signed-in member as `GET /api/user.php` returns them, bypassing the cache. The page frame asks once a
 * minute and after each change, which another gateway may have made. Throws if there is no such member.
 */
export async function presentUser(context: AccountsContext, member: string): Promise<User> {
  context.accounts.drop(member);
  const [account, profile, { credits, debt, ledgerSeq, premium }] = await Promise.all([
    context.accounts.get(member),
    context.hooks.profiles.own(member),
    context.hooks.balanceOf(member),
  ]);
  if (!account || !profile) throw new Error('account or profile not found for a signed-in member');
  const { settings } = await context.hooks.site.settingsOf(account.site);
  return {
    id: member,
    status: account.status,
    email: account.email,
    credits,
    debt,
    ledgerSeq,
    paid_user: premium,
    signup_date: account.createdAt,
    language: account.language,
    fictional_icon: settings.fictional_icon,
    notifications_disabled: account.notificationsDisabled,
    push_subscribed: account.pushSubscribed,
    profile,
  };
}
