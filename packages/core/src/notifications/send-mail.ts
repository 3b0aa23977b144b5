import type { SiteSettings } from '@heartline/contracts';
import { failpoint, type Mailer, type MailMessage } from '@heartline/platform';
import type { OutgoingMail } from '../accounts/index.ts';
import { accountMail } from './account-mail.ts';
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
  const message = write(outgoing, settings, context.config.publicOrigin);
  failpoint('mail:before-send');
  try {
    await mailer.send({ ...message, ...senderOf(settings) });
  } catch (error) {
    await context.accounts.returnMail(mail);
    throw error;
  }
  failpoint('mail:after-send');
  await context.accounts.markMailSent(mail);
}

function write(outgoing: OutgoingMail, settings: SiteSettings, origin: string): MailMessage {
  const { template, to, name, language, secret } = outgoing;
  const about = { to, name, language, site: settings.name };
  if (template === 'activation') {
    const url = `${origin}/activate?token=${encodeURIComponent(secret ?? '')}`;
    return activationMail({ ...about, credits: settings.signup_credits, url });
  }
  const { eraseAt, receipt } = outgoing;
  return accountMail(template, { ...about, origin, secret, eraseAt, receipt, timeZone: settings.time_zone });
}

/** The sender of this site's mails, where it has one of its own. */
function senderOf({ name, mail_from: address }: Pick<SiteSettings, 'name' | 'mail_from'>) {
  return address ? { from: { name, address } } : {};
}
