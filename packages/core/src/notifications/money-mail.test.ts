import { LOCALES } from '@heartline/contracts';
import { MANDATE_VERSION, mandateText } from '@heartline/i18n/mandates';
import { describe, expect, it } from 'vitest';
import type { MoneyFacts } from '../payments/index.ts';
import { MONEY_TEMPLATES, type MoneyMail, type MoneyTemplate, moneyMail } from './money-mail.ts';

const TEMPLATES = Object.keys(MONEY_TEMPLATES) as MoneyTemplate[];

const at = { site: 'Heartline', timeZone: 'Europe/Amsterdam', origin: 'https://x.test' };
const debit = {
  creditor: { name: 'Sample & Sons B.V.', identifier: 'NL08ZZZ502057730000' },
  reference: 'HL66b1c0ffee0000000000cafe',
  ibanEnd: '0189',
  holder: '<img src=x>',
  on: '2026-11-30',
  signedAt: Date.UTC(2026, 10, 28, 23, 30),
  textVersion: MANDATE_VERSION,
};
const transfer = {
  holder: 'Stichting Mollie Payments',
  iban: 'NL53ABNA0627535175',
  bic: 'ABNANL2A',
  reference: 'RF12-3456-7890-1234',
  cents: 1_999,
  currency: 'EUR',
  until: Date.UTC(2026, 11, 14, 12),
};
const facts: MoneyFacts = { transfer, debit, debt: 7 };
const receipt = {
  payment: 'p1',
  credits: 60,
  cents: 1_999,
  currency: 'EUR',
  at: Date.UTC(2026, 10, 29, 12),
  boughtAt: Date.UTC(2026, 10, 18, 12),
};

const mailOf = (template: MoneyTemplate, change: Partial<MoneyMail> = {}): MoneyMail => ({
  template,
  to: 'a@example.com',
  language: 'en',
  country: 'NL',
  receipt,
  ...change,
});

/** A mail that must be wanted. */
function written(mail: MoneyMail, about: Partial<MoneyFacts> = {}) {
  const message = moneyMail(mail, { ...facts, ...about }, at);
  if (message === 'unwanted') throw new Error('the mail is not wanted');
  return message;
}

describe.each(TEMPLATES)('the mail %s', (template) => {
  const debts = template.includes('reminder') ? [1, 7] : [0, 1, 7];

  it.each(debts)('is complete in each of the seven languages with a debt of %i', (debt) => {
    const all = LOCALES.map((language) => written(mailOf(template, { language }), { debt }));
    expect(new Set(all.map(({ subject }) => subject)).size).toBe(LOCALES.length);
    expect(new Set(all.map(({ text }) => text)).size).toBe(LOCALES.length);
    for (const { text, html, subject, to } of all) {
      expect(to).toBe('a@example.com');
      for (const words of [text, html, subject])
        expect(words).not.toMatch(/\{\w+[,}]|undefined|Invalid Date/);
      expect(subject).not.toContain('Heartline');
      const link = /https:\/\/x\.test\/\S+/.exec(text)?.[0] ?? '';
      expect(html).toContain(`href="${link}"`);
      expect(html.match(/<a /g)).toHaveLength(1);
      expect(html.match(/<img[^>]*>/g)).toEqual([expect.stringContaining('src="cid:mark"')]);
      expect(html).toMatch(/<html lang="\w\w">/);
    }
  });

  it('is complete when no credits moved', () => {
    const { text } = written(mailOf(template, { receipt: { ...receipt, credits: 0 } }));
    expect(text).not.toMatch(/took 0|0 credits (are|were)/);
  });
});

it('tells where to transfer to, with the amount, the end and the check of the bank', () => {
  const { text, html } = written(mailOf('transfer-instructions'));
  for (const part of [
    'Stichting Mollie Payments',
    'NL53 ABNA 0627 5351 75',
    'ABNANL2A',
    'RF12-3456-7890-1234',
    '€19.99',
    '14 December 2026',
    'your bank compares the holder’s name',
  ]) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  expect(html).toContain('<th scope="row"');
  expect(text).toContain('https://x.test/transactions/p1');
});

it('is not sent once a transfer came, a debit ended or a debt was repaid', () => {
  for (const template of ['debt-reminder', 'debt-last-reminder'] as const)
    expect(moneyMail(mailOf(template), { ...facts, debt: 0 }, at)).toBe('unwanted');
  expect(moneyMail(mailOf('transfer-instructions'), { ...facts, transfer: null }, at)).toBe('unwanted');
  expect(moneyMail(mailOf('debit-mandate'), { ...facts, debit: null }, at)).toBe('unwanted');
});

it.each(LOCALES)('announces a debit with the whole mandate in %s', (language) => {
  const { text, html } = written(mailOf('debit-mandate', { language }));
  const mandate = mandateText(language, MANDATE_VERSION, { ...debit, signedOn: '-' });
  for (const paragraph of mandate.paragraphs) expect(text).toContain(paragraph);
  const days = { dateStyle: 'long', timeZone: 'Europe/Amsterdam' } as const;
  const day = (when: number) => new Intl.DateTimeFormat(`${language}-NL`, days).format(when);
  for (const part of [debit.creditor.identifier, debit.reference, '•••• 0189']) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  // The day of the debit, and the day of the signature in the zone of the site.
  expect(text).toContain(day(Date.UTC(2026, 10, 30, 12)));
  expect(text).toContain(day(Date.UTC(2026, 10, 29, 12)));
  expect(html).toContain('&lt;img src=x&gt;');
});

it('leads to the shop while something is open, else to the statement', () => {
  const linkOf = (template: MoneyTemplate, debt: number) =>
    /https:\/\/x\.test(\/\S+)/.exec(written(mailOf(template), { debt }).text)?.[1];
  for (const template of ['debit-returned', 'dispute-taken'] as const) {
    expect([linkOf(template, 7), linkOf(template, 0)]).toEqual(['/credits', '/credits/statement']);
    expect(written(mailOf(template), { debt: 7 }).text).toContain('7 credits that you’ve used already');
  }
  expect(linkOf('debt-reminder', 1)).toBe('/credits');
  expect(linkOf('dispute-returned', 0)).toBe('/credits/statement');
});

it('says in the last reminder that it is the last', () => {
  const [first, last] = (['debt-reminder', 'debt-last-reminder'] as const).map((one) => written(mailOf(one)));
  expect(first?.text).not.toContain('last reminder');
  expect(last?.text).toContain('This is our last reminder');
});
