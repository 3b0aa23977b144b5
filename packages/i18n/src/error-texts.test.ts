import { ERROR_STATUS, FIELD_ERRORS, LOCALES } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import { DATE_OF_BIRTH_REQUIRED, ERROR_TEXTS, FIELD_TEXTS, GENERAL_ERROR } from './error-texts.ts';
import { errorText, serverI18n, serverText } from './server.ts';

describe('texts of the specification, letter by letter', () => {
  const values = { name: 'Mira', minutes: 15 };
  it.each([
    ['S8-001', 'LOGIN_FAILED', 'Login failed, please try again'],
    ['S8-002', 'LOGIN_BLOCKED', 'Too many incorrect attempts, account blocked for 15 min.'],
    ['S8-003', 'ACTIVATION_FAILED', 'Activation failed'],
    ['S8-004', 'INTERNAL', 'Something went wrong, please contact customer service for help.'],
    ['S8-005', 'UNAVAILABLE', 'An error occured, please try again later.'],
    ['S8-009', 'PAYMENT_FAILED', 'Payment failed or has been cancelled.'],
    ['S8-015', 'NOT_ENOUGH_CREDITS', 'You do not have enough credits to send this message to Mira.'],
    ['S8-016', 'PREMIUM_REQUIRED', 'This feature is only available for premium members.'],
    ['S8-017', 'EMAIL_TAKEN', 'This email address already owns an account on this website.'],
    ['S8-019', 'BLOCKED_BY', "You're blocked by Mira. You do not have access to this page."],
    ['S8-025', 'NOT_FOUND', 'This page could not be found'],
  ] as const)('%s %s', (_row, code, text) => {
    expect(errorText('en', code, values)).toBe(text);
  });

  it('S8-006 S8-008 of general errors and worn-out links', () => {
    expect(serverText('en', GENERAL_ERROR)).toBe('An error has occurred.');
    expect(serverText('en', ERROR_TEXTS.LINK_EXPIRED)).toBe('Link expired or invalid, request a new email');
  });

  it('S8-020 S8-021 of the invite-only notice', () => {
    expect(errorText('en', 'SIGNUP_CLOSED')).toBe('Signing up is by invitation only.');
  });

  it('S5-002 S5-003 of the date of birth, with the age filled in', () => {
    expect(serverText('en', DATE_OF_BIRTH_REQUIRED, { minAge: 18 })).toBe('Enter your date of birth (18+)');
    expect(serverText('en', FIELD_TEXTS.DATE_OF_BIRTH_INVALID)).toBe('Invalid date of birth.');
  });
});

const texts = [...Object.values(ERROR_TEXTS), ...Object.values(FIELD_TEXTS)];

describe.each(LOCALES)('in %s', (locale) => {
  const values = { name: 'Mira', minutes: 15, limit: 2, credits: 3, minAge: 18 };
  const said = (text: (typeof texts)[number]) => serverText(locale, text, values);

  it('has a text for every refusal, with its values filled in', () => {
    for (const text of texts) expect(said(text), text.id).toMatch(/^[^{}#]+$/);
    const withName = texts.filter((text) => text.message?.includes('{name}'));
    expect(withName.length).toBeGreaterThan(3);
    for (const text of withName) expect(said(text), text.id).toContain('Mira');
  });

  it.skipIf(locale === 'en')('leaves no refusal in English', () => {
    for (const text of texts) expect(said(text), text.id).not.toBe(serverText('en', text, values));
  });

  it('names the period of a spending limit, if there is one', () => {
    const said = (period?: string) =>
      errorText(locale, 'SPENDING_LIMIT', { limit: 5, ...(period && { period }) });
    expect(new Set([said('day'), said('week'), said('month'), said()]).size).toBe(4);
    expect(said()).not.toMatch(/ [,.]|  |[{}]/);
  });

  it.each(['PRICE_CHANGED', 'SPENDING_LIMIT', 'SEND_EXPIRED', 'MESSAGE_READ'] as const)(
    'names the kind of the message: %s',
    (code) => {
      const of = (kind?: string) => errorText(locale, code, { ...values, ...(kind && { kind }) });
      expect(new Set(['text', 'photo', 'gift'].map(of)).size).toBe(3);
      expect(of()).toBe(of('text'));
      expect(of('gift')).not.toMatch(/[{}]/);
    },
  );

  it('has the plural forms of its language', () => {
    const one = errorText(locale, 'CONVERSATION_LIMIT', { limit: 1 });
    expect(one).not.toBe(errorText(locale, 'CONVERSATION_LIMIT', { limit: 2 }).replace('2', '1'));
  });
});

it('covers all error codes and field errors', () => {
  expect(Object.keys(ERROR_TEXTS).sort()).toEqual(Object.keys(ERROR_STATUS).sort());
  expect(Object.keys(FIELD_TEXTS).sort()).toEqual([...FIELD_ERRORS].sort());
});

it('S9-036 falls back to the English text', () => {
  expect(serverI18n('pl')._({ id: 'nothing.here', message: 'Hello {name}', values: { name: 'Jo' } })).toBe(
    'Hello Jo',
  );
});
