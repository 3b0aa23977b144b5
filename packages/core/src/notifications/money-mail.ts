import { escapeHtml } from '@heartline/domain';
import { MAIL_TEXTS, MONEY_MAIL_TEXTS, regionalLocale } from '@heartline/i18n';
import { mandateText } from '@heartline/i18n/mandates';
import { serverText } from '@heartline/i18n/server';
import type { MailMessage } from '@heartline/platform';
import type { OutgoingMail } from '../accounts/index.ts';
import type { MoneyFacts } from '../payments/index.ts';
import {
  factsHtml,
  factsText,
  type MailContent,
  type MailFact,
  type MailSection,
  mailHtml,
  mailText,
} from './mail-layout.ts';

/** The mails about money on its way, or taken back by a bank. */
export const MONEY_TEMPLATES = {
  'transfer-instructions': true,
  'debit-mandate': true,
  'debit-returned': true,
  'debt-reminder': true,
  'debt-last-reminder': true,
  'dispute-taken': true,
  'dispute-returned': true,
} as const satisfies Partial<Record<OutgoingMail['template'], true>>;

export type MoneyTemplate = keyof typeof MONEY_TEMPLATES;

type Text = keyof typeof MONEY_MAIL_TEXTS;

/** The parts of a mail that differ between the templates. */
interface Draft {
  subject: Text;
  title: Text;
  texts: readonly Text[];
  note: Text;
  button: keyof typeof BUTTONS;
  facts?: readonly MailFact[];
  sections?: readonly MailSection[];
}

/** Buttons, with the path below the origin. */
const BUTTONS = {
  settle: { label: MONEY_MAIL_TEXTS.settleButton, path: () => '/credits' },
  payment: { label: MONEY_MAIL_TEXTS.paymentButton, path: (payment: string) => `/transactions/${payment}` },
  statement: { label: MAIL_TEXTS.refundButton, path: () => '/credits/statement' },
} as const;

export type MoneyMail = Pick<OutgoingMail, 'to' | 'language' | 'country'> & {
  template: MoneyTemplate;
  receipt: NonNullable<OutgoingMail['receipt']>;
};

/**
 * A mail about money on its way, or taken back (6.6, 6.8, 6.9), by what is true when it is sent. One step, one button.
 * `unwanted` if it is no longer true: the transfer came, or the debt was repaid.
 */
export function moneyMail(
  mail: MoneyMail,
  facts: MoneyFacts,
  { site, timeZone, origin }: { site: string; timeZone: string; origin: string },
): MailMessage | 'unwanted' {
  const { to, language, country, receipt } = mail;
  const regional = regionalLocale(language, country);
  const money = new Intl.NumberFormat(regional, { style: 'currency', currency: receipt.currency });
  const day = (at: number, zone = timeZone) =>
    new Intl.DateTimeFormat(regional, { dateStyle: 'long', timeZone: zone }).format(at);
  const values = {
    amount: money.format(receipt.cents / 100),
    credits: receipt.credits,
    debt: facts.debt,
    bought: day(receipt.boughtAt ?? receipt.at),
  };
  const say = (text: Text) => serverText(language, MONEY_MAIL_TEXTS[text], values);
  const draft = draftOf(mail, facts, { say, day, amount: values.amount });
  if (draft === 'unwanted') return draft;
  const { label, path } = BUTTONS[draft.button];
  const content: MailContent = {
    site,
    language,
    title: say(draft.title),
    text: draft.texts.map(say).join(' '),
    ...(draft.facts && { facts: draft.facts }),
    button: { label: serverText(language, label), url: `${origin}${path(receipt.payment)}` },
    note: say(draft.note),
    linkNote: serverText(language, MAIL_TEXTS.linkNote),
    ...(draft.sections && { sections: draft.sections }),
    reason: serverText(language, MAIL_TEXTS.memberReason, { site }),
  };
  return { to, subject: say(draft.subject), text: mailText(content), html: mailHtml(content) };
}

interface Words {
  say(text: Text): string;
  /** A day in the language, by default in the time zone of the site. */
  day(at: number, zone?: string): string;
  amount: string;
}

function draftOf(mail: MoneyMail, facts: MoneyFacts, words: Words): Draft | 'unwanted' {
  switch (mail.template) {
    case 'transfer-instructions':
      return transferDraft(facts, words);
    case 'debit-mandate':
      return mandateDraft(mail, facts, words);
    case 'debit-returned':
      return takenDraft(facts, 'returned', 'nothingOpenNote');
    case 'dispute-taken':
      return takenDraft(facts, 'dispute', 'disputeNote');
    case 'dispute-returned':
      return {
        subject: 'disputeSubject',
        title: 'givenBackTitle',
        texts: ['givenBackText'],
        note: 'givenBackNote',
        button: 'statement',
      };
    default:
      return reminderDraft(facts, mail.template === 'debt-last-reminder' ? 'lastReminderNote' : 'openNote');
  }
}

/** The account to transfer the money to, while the order waits for it. */
function transferDraft({ transfer }: MoneyFacts, { say, day, amount }: Words): Draft | 'unwanted' {
  if (!transfer) return 'unwanted';
  const rows = [
    [say('factHolder'), transfer.holder],
    ['IBAN', inFours(transfer.iban)],
    ['BIC', transfer.bic],
    [say('factReference'), transfer.reference],
    [say('factAmount'), amount],
    [say('factUntil'), day(transfer.until)],
  ] as const;
  return {
    subject: 'transferSubject',
    title: 'transferTitle',
    texts: ['transferText'],
    facts: rows.map(factOf),
    note: 'transferNote',
    button: 'payment',
  };
}

/** The pre-notification of a debit with the whole mandate, which is the debtor’s copy of it (L12). */
function mandateDraft(
  { language }: MoneyMail,
  { debit }: MoneyFacts,
  { say, day, amount }: Words,
): Draft | 'unwanted' {
  if (!debit) return 'unwanted';
  const { textVersion, signedAt, on, ...values } = debit;
  const { title, facts, paragraphs } = mandateText(language, textVersion, {
    ...values,
    signedOn: day(signedAt),
  });
  const rows = facts.map(({ label, value }) => factOf([label, value]));
  return {
    subject: 'mandateSubject',
    title: 'mandateTitle',
    texts: ['mandateText'],
    facts: [factOf([say('factAmount'), amount]), factOf([say('factDebitDay'), day(Date.parse(on), 'UTC')])],
    note: 'mandateNote',
    button: 'payment',
    sections: [
      {
        title,
        text: [factsText(rows), ...paragraphs].join('\n\n'),
        html: `${factsHtml(rows)}${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}`,
      },
    ],
  };
}

/** A bank took the money back: the credits that left, and what is still open. */
function takenDraft({ debt }: MoneyFacts, kind: 'returned' | 'dispute', note: Text): Draft {
  const isOpen = debt > 0;
  return {
    subject: `${kind}Subject`,
    title: `${kind}Title`,
    texts: isOpen ? [`${kind}Text`, 'openText'] : [`${kind}Text`],
    note: isOpen && kind === 'returned' ? 'openNote' : note,
    button: isOpen ? 'settle' : 'statement',
  };
}

function reminderDraft({ debt }: MoneyFacts, note: Text): Draft | 'unwanted' {
  if (debt === 0) return 'unwanted';
  return {
    subject: 'reminderSubject',
    title: 'reminderTitle',
    texts: ['openText'],
    note,
    button: 'settle',
  };
}

const factOf = ([label, value]: readonly [string, string]): MailFact => ({ label, lines: [value] });

/** An IBAN in groups of four characters, as banks print it. */
const inFours = (iban: string) => iban.replaceAll(' ', '').replaceAll(/(.{4})(?=.)/g, '$1 ');
