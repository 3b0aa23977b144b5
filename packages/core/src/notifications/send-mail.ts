import { failpoint, type Mailer } from '@heartline/platform';
import { activationMail } from './activation-mail.ts';
import type { NotificationsContext } from './notifications-context.ts';

/**
 * Sends one mail of the outbox. A mail that was sent, that another job is sending, or that has nobody to go to any
 * more, is left alone. A crash between
 * the mail server's yes and the mark may send it twice; the link in it works once either way.
 */
export async function sendMail(context: NotificationsContext, mailer: Mailer, mail: string): Promise<void> {
  const outgoing = await context.accounts.takeMail(mail);
  if (!outgoing) return;
  const { settings } = await context.site.settingsOf(outgoing.site);
  const message = activationMail({
    to: outgoing.to,
    name: outgoing.name,
    language: outgoing.language,
    site: settings.name,
    credits: settings.signup_credits,
    url: `${context.config.publicOrigin}/activate?token=${encodeURIComponent(outgoing.secret)}`,
  });
  failpoint('mail:before-send');
  try {
    await mailer.send(message);
  } catch (error) {
    await context.accounts.returnMail(mail);
    throw error;
  }
  failpoint('mail:after-send');
  await context.accounts.markMailSent(mail);
}
