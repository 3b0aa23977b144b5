import { LOCALES } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import { type AccountMailTemplate, accountMail } from './account-mail.ts';

const TEMPLATES: readonly AccountMailTemplate[] = [
  'password-reset',
  'password-changed',
  'email-change',
  'email-changed',
  'account-deleted',
  'case-news',
  'refund-receipt',
  'withdrawal-received',
  'refund-bounced',
  'refund-failed',
  'withdrawal-taken',
];

const about = {
  to: 'a@example.com',
  name: 'Mara',
  country: 'US',
  site: 'Heartline',
  origin: 'https://x.test',
  secret: 'S-secret_1',
  eraseAt: Date.UTC(2026, 11, 24, 12),
  timeZone: 'Europe/Amsterdam',
};
const receipt = {
  payment: 'P-1',
  credits: 10,
  cents: 499,
  currency: 'EUR',
  at: Date.UTC(2026, 10, 20, 12),
  boughtAt: Date.UTC(2026, 10, 18, 12),
};

describe.each(TEMPLATES)('the mail %s', (template) => {
  it('is complete in each of the seven languages', () => {
    const written = LOCALES.map((language) => accountMail(template, { ...about, receipt, language }));
    expect(new Set(written.map(({ subject }) => subject)).size).toBe(LOCALES.length);
    for (const { text, html, subject, to } of written) {
      expect(to).toBe(about.to);
      for (const words of [text, html, subject])
        expect(words).not.toMatch(/\{\w+[,}]|undefined|Invalid Date/);
      const link = /https:\/\/x\.test\/\S+/.exec(text)?.[0] ?? '';
      expect(html).toContain(`href="${link}"`);
    }
  });

  it('hostile 32: shows user input as text and loads nothing', () => {
    const { html } = accountMail(template, { ...about, language: 'en', name: '<img src=x>', site: '<b>' });
    expect(html.match(/<img[^>]*>/g)).toEqual([expect.stringContaining('src="cid:mark"')]);
    expect(html).not.toContain('<b>');
    expect(html).not.toMatch(/<[^>]*\ssrc=(?!"cid:mark")|url\(/i);
  });
});

it('links to the page of the secret without a name in the address', () => {
  const linkOf = (template: AccountMailTemplate) =>
    /https:\/\/x\.test(\/\S+)/.exec(accountMail(template, { ...about, language: 'en' }).text)?.[1];
  expect(TEMPLATES.map(linkOf)).toEqual([
    '/reset-password/do?token=S-secret_1',
    '/reset-password',
    '/mail-change/do?token=S-secret_1',
    '/complaints',
    '/S-secret_1',
    '/cases/S-secret_1',
    '/credits/statement',
    '/credits/refund',
    '/credits/refund',
    '/credits/refund',
    '/complaints',
  ]);
});

it('states the day of the erasure in the format of the language', () => {
  const text = (language: 'en' | 'de' | 'pl') => accountMail('account-deleted', { ...about, language }).text;
  expect(text('en')).toContain('December 24, 2026');
  expect(text('de')).toContain('24. Dezember 2026');
  expect(text('pl')).toContain('24 grudnia 2026');
});

it('acknowledges a withdrawal with its content, date, time and time zone', () => {
  const { text } = accountMail('withdrawal-received', { ...about, receipt, language: 'en' });
  expect(text).toContain('Mara');
  expect(text).toContain('November 18, 2026');
  expect(text).toContain('10 unused credits');
  expect(text).toContain('€4.99');
  expect(text).toContain('payment P-1');
  expect(text).toMatch(/November 20, 2026 at 1:00:00.PM GMT\+1/);
});
