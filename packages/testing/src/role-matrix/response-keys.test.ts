import { describe, expect, it } from 'vitest';
import { responseKeys } from './response-keys.ts';

const keys = responseKeys();

/**
 * Field names that must not reach another person or a log (P1, hostile 79), and the few answers about the caller that
 * may hold them.
 */
const PRIVATE =
  /(^|\.|\])(e?mail|password|hash|secret|token|session|latitude|longitude|lat|lon|coordinates|ip|network|date_?of_?birth|birthday|blocked_?by|endpoint|p256dh|auth|iban|phone)(s|\[\])?$/i;
const OWN: Readonly<Record<string, readonly string[]>> = {
  // The account of the site’s provider, to which the caller transfers the money.
  cancelPayment: ['payment.transfer.iban'],
  getPayment: ['payment.transfer.iban'],
  listPayments: ['payments[].transfer.iban'],
  changeEmail: ['email'],
  confirmEmail: ['email'],
  enableMail: ['settings.email'],
  getEmailChange: ['email'],
  getNotifications: ['settings.email'],
  getOwnProfile: ['date_of_birth', 'profile.date_of_birth'],
  // The partner of a link, not a connection.
  getLanderFigures: ['rows[].of.network'],
  // The list itself: its entries have public ids.
  getSessions: ['sessions'],
  signUp: ['email'],
  updateNotifications: ['settings.email'],
  updateProfile: ['date_of_birth', 'profile.date_of_birth'],
};
const OWN_USER = 'user.email';

describe('fields that leave the server (hostile 79)', () => {
  it('match spec/response-keys.txt: run this test with -u for a new one', async () => {
    const lines = [...keys]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, some]) => [name, ...some].join('\n  '));
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../spec/response-keys.txt');
  });

  it('are bounded: no answer may hold arbitrary data', () => {
    const open = [...keys].flatMap(([name, some]) =>
      some.filter((key) => key.endsWith('?!')).map((key) => `${name} ${key}`),
    );
    expect(open).toEqual([]);
  });

  it('hold no private data of others [P1]', () => {
    const reported = [...keys].flatMap(([name, some]) =>
      some
        .filter((key) => PRIVATE.test(key) && key !== OWN_USER && !OWN[name]?.includes(key))
        .map((key) => `${name} ${key}`),
    );
    expect(reported).toEqual([]);
  });
});
