import { type Notifications, ok, ownChanged, type Result, refuse } from '@heartline/contracts';
import { emailSources, isTimeZone } from '@heartline/domain';
import type { NotificationsContext } from './notifications-context.ts';
import { readSettings, type SettingsChange, writeSettings } from './settings.repository.ts';

/** What the member is told of, where mails come from, and why none are sent if so. */
export async function getSettings(context: NotificationsContext, member: string): Promise<Notifications> {
  const [all, account] = await Promise.all([
    readSettings(context.mongo, [member]),
    context.accounts.accountOf(member),
  ]);
  const settings = all.get(member);
  if (!settings || !account) throw new Error('a signed-in member without account');
  const site = await context.site.settingsOf(account.site);
  return {
    settings,
    email_sources: emailSources(settings, site.settings.mail_from),
    notifications_disabled: account.notificationsDisabled,
  };
}

/** Changes what was given. */
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
 * The member’s own wish for mail, after a spam complaint, a bounce or an unsubscribe, clears the reasons. What made
 * mail stop may come again and stop it again.
 */
export async function enableMail(context: NotificationsContext, member: string): Promise<Notifications> {
  await context.accounts.enableMail(member);
  return getSettings(context, member);
}
