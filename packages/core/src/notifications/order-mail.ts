import type { PageText } from '@heartline/contracts';
import { blocksHtml, blocksText, escapeHtml, pageDocument } from '@heartline/domain';
import { MAIL_TEXTS, RECEIPT_TEXTS, regionalLocale } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';
import type { MailMessage } from '@heartline/platform';
import type { OutgoingMail } from '../accounts/index.ts';
import { type ReceiptRow, receiptFacts } from '../payments/index.ts';
import type { SiteOfHost } from '../site/index.ts';
import { type MailContent, type MailSection, mailHtml, mailText } from './mail-layout.ts';
import type { NotificationsContext } from './notifications-context.ts';

/** An order as its confirmation tells it. */
export interface ConfirmedOrder {
  receipt: ReceiptRow;
  of: SiteOfHost;
  /** The return policy with the model form, in the language of the mail. */
  policy: PageText;
  /** The terms in the version that the buyer saw. */
  terms: PageText;
}

/** Reads the order of a confirmation; `unwanted` if its receipt is missing. */
export async function readOrder(
  context: NotificationsContext,
  { receipt: about, site, language }: Pick<OutgoingMail, 'receipt' | 'site' | 'language'>,
): Promise<ConfirmedOrder | 'unwanted'> {
  const receipt = about && (await context.payments.receiptOfPayment(about.payment));
  if (!receipt) return 'unwanted';
  const of = await context.site.settingsOf(site);
  const text = async (slug: string, locale = language, version?: number) => {
    const found = await context.pages.page(of, { slug, locale, version });
    return found.ok ? found.value : undefined;
  };
  const { version, locale } = receipt.terms ?? {};
  // A version that was taken back since is no longer there: the current one takes its place.
  const terms = (await text('terms', locale, version)) ?? (await text('terms', locale));
  const policy = await text('return-policy');
  if (!terms || !policy) throw new Error('terms or return policy not found for an order confirmation');
  return { receipt, of, policy, terms };
}

/**
 * The confirmation of a contract on a durable medium (CRD art. 8(7)): the order, the seller, the right of withdrawal
 * with its model form, and the terms as a file. It holds the information itself, since a link is not enough.
 */
export function orderMail(
  { to, language, country }: Pick<OutgoingMail, 'to' | 'language' | 'country'>,
  { receipt, of, policy, terms }: ConfirmedOrder,
  origin: string,
): MailMessage {
  const { settings } = of;
  const format = regionalLocale(language, country);
  const money = new Intl.NumberFormat(format, { style: 'currency', currency: receipt.currency });
  const day = new Intl.DateTimeFormat(format, { dateStyle: 'long', timeZone: settings.time_zone });
  const values = {
    site: settings.name,
    number: receipt.number,
    credits: receipt.credits,
    amount: money.format(receipt.grossCents / 100),
    date: day.format(terms.date ?? receipt.at),
    price: settings.message_credits,
    days: settings.refund_days,
  };
  const say = (text: keyof typeof MAIL_TEXTS) => serverText(language, MAIL_TEXTS[text], values);
  const word = (text: keyof typeof RECEIPT_TEXTS) => serverText(language, RECEIPT_TEXTS[text], values);
  const withdraw = `${origin}/withdraw?receipt=${encodeURIComponent(receipt.number)}`;
  const content: MailContent = {
    site: settings.name,
    language,
    title: say('orderTitle'),
    text: say('orderText'),
    facts: receiptFacts(receipt, { locale: language, timeZone: settings.time_zone }),
    button: { label: say('orderButton'), url: `${origin}/transactions/${receipt.payment}` },
    note: say('orderNote'),
    linkNote: say('linkNote'),
    sections: [
      section(word('aboutTitle'), word('about')),
      withLink(section(word('withdrawTitle'), word('withdraw')), word('withdrawLink'), withdraw),
      {
        title: policy.title,
        text: blocksText(policy.blocks, origin),
        html: blocksHtml(policy.blocks, { origin, deeper: 1 }),
      },
    ],
    reason: say('memberReason'),
  };
  const file = Buffer.from(pageDocument(terms, origin));
  return {
    to,
    subject: say('orderSubject'),
    text: mailText(content),
    html: mailHtml(content),
    attachments: [{ filename: fileName(terms), contentType: 'text/html', bytes: file }],
  };
}

const section = (title: string, text: string): MailSection => ({
  title,
  text,
  html: `<p>${escapeHtml(text)}</p>`,
});

function withLink({ title, text, html }: MailSection, label: string, url: string): MailSection {
  const link = `<p><a href="${escapeHtml(url)}" style="color:inherit;font-weight:600">${escapeHtml(label)}</a></p>`;
  return { title, text: `${text}\n\n${label}:\n${url}`, html: `${html}\n${link}` };
}

/** The title of the terms as the name of a file. */
function fileName({ title }: PageText): string {
  const name = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return `${name.toLowerCase() || 'terms'}.html`;
}
