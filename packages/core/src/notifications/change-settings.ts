import { type Notifications, ok, ownChanged, type Result, refuse } from '@heartline/contracts';
import { emailSources, isTimeZone } from '@heartline/domain';
import type { NotificationsContext } from './notifications-context.ts';
import { readSettings, type SettingsChange, writeSettings } from './settings.repository.ts';

/** The member's notification settings, the sender of mails, and why none are sent, if so. */
export async function getSettings(context: NotificationsContext, member: string): Promise<Notifications> {
  const [all, account] = await Promise.all([
    readSettings(context.mongo, [member]),
    context.accounts.accountOf(member),
  ]);
  const settings = all.get(member);
  if (!settings || !account) throw new Error('account or settings not found for a signed-in member');
  const site = await context.site.settingsOf(account.site);
  return {
    settings,
    email_sources: emailSources(settings, site.settings.mail_from),
    notifications_disabled: account.notificationsDisabled,
  };
}

/** Changes the given settings. */
export async function changeSettings(
  context: NotificationsContext,
  member: string,
  change: SettingsChange,
): Promise<Result<Notifications>> {
  if (change.quiet_hours && !isTimeZone(change.quiet_hours.time_zone)) {
    return refuse('VALIDATION_FAILED', { fields: { quiet_hours: 'INVALID' } });
  }
  await writeSettings(context.mongo, member, change);
  context.settings.drop(member);
  await context.publisher.durable(member, ownChanged, {});
  return ok(await getSettings(context, member));
}

/**
 * Turns mail on again after a spam complaint, a bounce or an unsubscribe, and clears those reasons. The same
 * cause may turn it off again.
 */
export async function enableMail(context: NotificationsContext, member: string): Promise<Notifications> {
  await context.accounts.enableMail(member);
  return getSettings(context, member);
}
