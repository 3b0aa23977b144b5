import { CONSTANTS, type Locale } from '@heartline/contracts';
import { MAIL_TEXTS, regionalLocale } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';
import type { MailMessage } from '@heartline/platform';
import type { Receipt } from '../accounts/index.ts';
import { type MailContent, mailHtml, mailText } from './mail-layout.ts';

/** Contents of a mail about an account: the recipient, and the values in its texts. */
export interface AccountMail {
  to: string;
  name: string;
  language: Locale;
  /** The member's country: decides the formats of dates and money. */
  country: string;
  site: string;
  /** Base of links, such as `https://example.com`. */
  origin: string;
  secret: string | null;
  /** When a deleted account will be erased. */
  eraseAt: number | null;
  timeZone: string;
  /** For a mail about a refund. */
  receipt?: Receipt | undefined;
}

export type AccountMailTemplate =
  | 'password-reset'
  | 'password-changed'
  | 'email-change'
  | 'email-changed'
  | 'account-deleted'
  | 'case-news'
  | 'withdrawal-received'
  | 'refund-receipt'
  | 'refund-bounced'
  | 'refund-failed'
  | 'withdrawal-taken';

type Text = keyof typeof MAIL_TEXTS;

/** The texts of a mail, and the path of its button below the origin. */
interface Recipe {
  subject: Text;
  title: Text;
  text: Text;
  button: Text;
  note: Text;
  /** The note of a receipt that has a number. */
  numberedNote?: Text;
  reason: Text;
  path(secret: string): string;
}

/** Links contain a random secret and no personal data. */
const RECIPES: Readonly<Record<AccountMailTemplate, Recipe>> = {
  'password-reset': {
    subject: 'resetSubject',
    title: 'resetTitle',
    text: 'resetText',
    button: 'resetButton',
    note: 'resetNote',
    reason: 'memberReason',
    path: (secret) => `/reset-password/do?token=${secret}`,
  },
  'password-changed': {
    subject: 'passwordChangedSubject',
    title: 'passwordChangedTitle',
    text: 'passwordChangedText',
    button: 'passwordChangedButton',
    note: 'passwordChangedNote',
    reason: 'memberReason',
    path: () => '/reset-password',
  },
  'email-change': {
    subject: 'emailChangeSubject',
    title: 'emailChangeTitle',
    text: 'emailChangeText',
    button: 'emailChangeButton',
    note: 'emailChangeNote',
    reason: 'emailChangeReason',
    path: (secret) => `/mail-change/do?token=${secret}`,
  },
  'email-changed': {
    subject: 'emailChangedSubject',
    title: 'emailChangedTitle',
    text: 'emailChangedText',
    button: 'emailChangedButton',
    note: 'emailChangedNote',
    reason: 'memberReason',
    // Links to the contact page: the address of this mail can no longer log in.
    path: () => '/complaints',
  },
  'account-deleted': {
    subject: 'deletedSubject',
    title: 'deletedTitle',
    text: 'deletedText',
    button: 'deletedButton',
    note: 'deletedNote',
    reason: 'memberReason',
    path: (secret) => `/${secret}`,
  },
  'case-news': {
    subject: 'caseSubject',
    title: 'caseTitle',
    text: 'caseText',
    button: 'caseButton',
    note: 'caseNote',
    reason: 'memberReason',
    // The part after `#` never reaches a server log.
    path: (secret) => `/cases/${secret.replace('.', '#')}`,
  },
  'refund-receipt': {
    subject: 'refundSubject',
    title: 'refundTitle',
    text: 'refundText',
    button: 'refundButton',
    note: 'refundNote',
    numberedNote: 'refundCreditNote',
    reason: 'memberReason',
    path: () => '/credits/statement',
  },
  // The acknowledgement of CRD art. 11a: what was stated, and when.
  'withdrawal-received': {
    subject: 'withdrawalSubject',
    title: 'withdrawalTitle',
    text: 'withdrawalText',
    button: 'withdrawalButton',
    note: 'withdrawalNote',
    reason: 'memberReason',
    path: () => '/credits/refund',
  },
  'refund-bounced': {
    subject: 'bouncedSubject',
    title: 'bouncedTitle',
    text: 'bouncedText',
    button: 'withdrawalButton',
    note: 'bouncedNote',
    reason: 'memberReason',
    path: () => '/credits/refund',
  },
  'refund-failed': {
    subject: 'refundFailedSubject',
    title: 'bouncedTitle',
    text: 'refundFailedText',
    button: 'withdrawalButton',
    note: 'refundFailedNote',
    reason: 'memberReason',
    path: () => '/credits/refund',
  },
  // Anyone may enter any address, so it names no amount, and no purchase but the number that was typed.
  'withdrawal-taken': {
    subject: 'withdrawalSubject',
    title: 'takenTitle',
    text: 'takenText',
    button: 'takenButton',
    note: 'takenNote',
    reason: 'emailChangeReason',
    path: () => '/complaints',
  },
};

/** A mail about the account, in the member's language: one step, one button. */
export function accountMail(template: AccountMailTemplate, about: AccountMail): MailMessage {
  const { language, site, name, to } = about;
  const recipe = RECIPES[template];
  const day = new Intl.DateTimeFormat(regionalLocale(language, about.country), {
    dateStyle: 'long',
    timeZone: about.timeZone,
  });
  const values = {
    site,
    name,
    minutes: CONSTANTS.resetTokenMinutes,
    hours: CONSTANTS.emailChangeHours,
    date: dateOf(about, day),
    ...receiptValues(about, day),
  };
  const say = (text: Text) => serverText(language, MAIL_TEXTS[text], values);
  const url = `${about.origin}${recipe.path(encodeURIComponent(about.secret ?? ''))}`;
  const content: MailContent = {
    site,
    language,
    title: say(recipe.title),
    text: say(recipe.text),
    button: { label: say(recipe.button), url },
    note: say((about.receipt?.number && recipe.numberedNote) || recipe.note),
    linkNote: say('linkNote'),
    reason: say(recipe.reason),
  };
  return { to, subject: say(recipe.subject), text: mailText(content), html: mailHtml(content) };
}

function dateOf({ eraseAt, receipt }: AccountMail, day: Intl.DateTimeFormat): string {
  const at = receipt?.at ?? eraseAt;
  return at === null ? '' : day.format(at);
}

function receiptValues(
  { receipt, language, country, timeZone }: AccountMail,
  day: Intl.DateTimeFormat,
): Record<string, string | number> {
  if (!receipt) return {};
  const { cents, currency, credits, payment, at, boughtAt, number = '' } = receipt;
  const locale = regionalLocale(language, country);
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  // With seconds and time zone: the mail proves that a statement came in time.
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone });
  return {
    amount: money.format(cents / 100),
    credits,
    payment,
    number,
    moment: moment.format(at),
    bought: day.format(boughtAt ?? at),
  };
}
