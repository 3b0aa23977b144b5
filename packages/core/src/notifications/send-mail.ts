import type { SiteSettings } from '@heartline/contracts';
import { failpoint, type Mailer, type MailMessage, MailRefused } from '@heartline/platform';
import type { OutgoingMail } from '../accounts/index.ts';
import { accountMail } from './account-mail.ts';
import { activationMail } from './activation-mail.ts';
import { ACTIVITY_TEMPLATES, type ActivityTemplate, activityMail } from './activity-mail.ts';
import { MAIL_MARK } from './mail-mark.ts';
import { MONEY_TEMPLATES, type MoneyTemplate, moneyMail } from './money-mail.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { orderMail, readOrder } from './order-mail.ts';

/**
 * Sends one mail of the outbox, unless it was sent or another job is sending it. A crash between the server's
 * acceptance and the mark may send it twice; its link works once either way.
 */
export function sendMail(context: NotificationsContext, mailer: Mailer, mail: string): Promise<void> {
  return context.accounts.deliverMail(mail, async (outgoing) => {
    const { settings } = await context.site.settingsOf(outgoing.site);
    const { template } = outgoing;
    const message = isActivity(template)
      ? await activityMail(context, { ...outgoing, template })
      : await accountLetter(context, { ...outgoing, template }, settings);
    if (message === 'unwanted') return message;
    failpoint('mail:before-send');
    const pictures = [MAIL_MARK];
    await mailer.send({ ...message, pictures, id: outgoing.id, ...senderOf(settings) });
    failpoint('mail:after-send');
    return undefined;
  });
}

/** A mail about the account itself. */
type AccountLetter = OutgoingMail & { template: Exclude<OutgoingMail['template'], ActivityTemplate> };

function isActivity(template: OutgoingMail['template']): template is ActivityTemplate {
  return template in ACTIVITY_TEMPLATES;
}

async function accountLetter(
  context: NotificationsContext,
  outgoing: AccountLetter,
  settings: SiteSettings,
): Promise<MailMessage | 'unwanted'> {
  const origin = await originOf(context, outgoing);
  const { template } = outgoing;
  if (isAboutMoney(template)) return moneyLetter(context, { ...outgoing, template }, settings, origin);
  if (template !== 'order-confirmation')
    return write(() => letter({ ...outgoing, template }, settings, origin));
  const order = await readOrder(context, outgoing);
  return order === 'unwanted' ? order : write(() => orderMail(outgoing, order, origin));
}

function isAboutMoney(template: OutgoingMail['template']): template is MoneyTemplate {
  return template in MONEY_TEMPLATES;
}

async function moneyLetter(
  { payments }: NotificationsContext,
  outgoing: OutgoingMail & { template: MoneyTemplate },
  { name: site, time_zone: timeZone }: SiteSettings,
  origin: string,
): Promise<MailMessage | 'unwanted'> {
  const { member, receipt } = outgoing;
  const facts = receipt && (await payments.moneyFacts(member, receipt.payment));
  if (!facts) return 'unwanted';
  return write(() => moneyMail({ ...outgoing, receipt }, facts, { site, timeZone, origin }));
}

/** The links of a mail about a purchase lead to the site that it was bought on. */
async function originOf({ config, payments }: NotificationsContext, { receipt }: AccountLetter) {
  return (receipt && (await payments.originOfPayment(receipt.payment))) || config.publicOrigin;
}

/** A mail that cannot be written now cannot be written in a minute either. */
function write<T extends MailMessage | 'unwanted'>(draw: () => T): T {
  try {
    return draw();
  } catch (cause) {
    throw new MailRefused('cannot be written', { cause });
  }
}

type ShortLetter = AccountLetter & {
  template: Exclude<AccountLetter['template'], 'order-confirmation' | MoneyTemplate>;
};

function letter(outgoing: ShortLetter, settings: SiteSettings, origin: string): MailMessage {
  const { template, to, name, language, secret } = outgoing;
  const about = { to, name, language, site: settings.name };
  if (template === 'activation') {
    const url = `${origin}/activate?token=${encodeURIComponent(secret ?? '')}`;
    return activationMail({ ...about, credits: settings.signup_credits, url });
  }
  const { country, eraseAt, receipt } = outgoing;
  const timeZone = settings.time_zone;
  return accountMail(template, { ...about, country, origin, secret, eraseAt, receipt, timeZone });
}

/** The sender address of this site, if it has its own. */
function senderOf({ name, mail_from: address }: Pick<SiteSettings, 'name' | 'mail_from'>) {
  return address ? { from: { name, address } } : {};
}
