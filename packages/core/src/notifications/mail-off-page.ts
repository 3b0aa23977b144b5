import type { MailOffKind } from '@heartline/domain';
import { MAIL_TEXTS } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';
import { mailPageHtml } from './mail-layout.ts';
import { readMailOff } from './mail-off.ts';
import type { NotificationsContext } from './notifications-context.ts';

const ASKED: Readonly<Record<MailOffKind, keyof typeof MAIL_TEXTS>> = {
  messages: 'offMessages',
  reminders: 'offReminders',
  likes: 'offLikes',
};

/**
 * The HTML page of a mail's unsubscribe link. It shows what would be turned off and a button, because
 * programs open links too; `isOff` after the button. Undefined if the link has no valid signature or its
 * account is gone.
 */
export async function mailOffPage(
  context: NotificationsContext,
  token: string,
  isOff = false,
): Promise<string | undefined> {
  const link = readMailOff(context, token);
  const account = link && (await context.accounts.accountOf(link.member));
  if (!account) return undefined;
  const { settings } = await context.site.settingsOf(account.site);
  const say = (text: keyof typeof MAIL_TEXTS) => serverText(account.language, MAIL_TEXTS[text]);
  const frame = { language: account.language, site: settings.name };
  if (isOff) {
    const step = { label: say('offSettings'), url: '/notifications' };
    return mailPageHtml({ ...frame, title: say('offDone'), text: say('offDoneText') }, step);
  }
  const step = { label: say('offButton'), post: true } as const;
  return mailPageHtml({ ...frame, title: say('offTitle'), text: say(ASKED[link.kind]) }, step);
}
