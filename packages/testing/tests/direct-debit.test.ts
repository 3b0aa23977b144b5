import { randomUUID } from 'node:crypto';
import { senderOf } from '@heartline/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Debits, formOf, freshIban, freshPhone, openDebits } from './debits-in-test.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let debits: Debits;

beforeAll(async () => {
  debits = await openDebits();
});
afterAll(() => debits?.stop());
beforeEach(() => debits.reset());

const setting = (name: string, value: string) => debits.inside.core.site.operate.set('default', name, value);

describe('the order [S3-216] [S3-217] [S3-219] [S3-220] [S3-221] [S3-222]', () => {
  it('sends a code, then signs the mandate and debits', async () => {
    const who = await debits.guest();
    const input = formOf();
    const sent = await debits.ask(who, input);
    expect(sent).toEqual({
      ok: true,
      value: {
        sent: true,
        phoneEnd: input.phone?.slice(-3),
        until: expect.any(Number),
        againAt: expect.any(Number),
        mandate: {
          reference: expect.stringMatching(/^HL[0-9A-F]{24}$/),
          textVersion: expect.any(String),
          ibanEnd: input.iban?.slice(-4),
        },
        debitOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        priceCents: 999,
        currency: 'EUR',
      },
    });
    expect(debits.sms.sent.at(-1)).toMatchObject({ to: input.phone, text: expect.stringContaining('€9.99') });
    const placed = await debits.ask(who, { ...input, otp: debits.sms.codeFor(input.phone as string) });
    expect(placed).toEqual({ ok: true, value: { sent: false, payment: expect.any(String) } });
    const payment = placed.ok && !placed.value.sent ? placed.value.payment : '';
    const { reference } = (sent.ok && sent.value.sent && sent.value.mandate) as { reference: string };
    expect(await debits.card.stateOf(who, payment)).toMatchObject({
      state: 'pending',
      settlement: 'none',
      method: 'sdd',
      redirect: null,
      debit: { reference, ibanEnd: input.iban?.slice(-4), on: expect.any(String), textVersion: '2026-11' },
    });
    expect(debits.provider.mandates.at(-1)?.wish).toMatchObject({
      key: `mandate-${reference}`,
      reference,
      debtor: {
        holder: 'A. de Vries',
        iban: input.iban,
        email: who.email,
        address: {
          street: 'Keizersgracht',
          houseNumber: '12',
          zip: '1015 CJ',
          city: 'Amsterdam',
          country: 'NL',
        },
      },
      ip: '203.0.113.7',
    });
  });

  it('gives the credits when the money comes to a member without a settled purchase', async () => {
    const who = await debits.guest();
    const payment = await debits.order(who);
    expect(await debits.creditsOf(who)).toBe(0);
    debits.advance(7 * DAY);
    debits.provider.pay(payment);
    expect(await debits.card.stateOf(who, payment)).toMatchObject({ state: 'completed', settlement: 'paid' });
    expect(await debits.creditsOf(who)).toBe(25);
  });

  it('gives the credits at once to a member with a settled purchase', async () => {
    const who = await debits.trusted();
    expect(
      await debits.inside.core.payments.getDirectDebit({ member: who.id, site: 'default' }),
    ).toMatchObject({
      isTrusted: true,
    });
    const payment = await debits.order(who);
    expect(await debits.card.stateOf(who, payment)).toMatchObject({
      state: 'completed',
      settlement: 'promised',
    });
    expect(await debits.creditsOf(who)).toBe(60 + 25);
  });

  it('does not trust a purchase that was paid back', async () => {
    const who = await debits.trusted();
    const { payments } = debits.inside.core;
    const isTrusted = async () =>
      (await payments.getDirectDebit({ member: who.id, site: 'default' })).isTrusted;
    expect(await isTrusted()).toBe(true);
    const [offer] = (await payments.getRefund(senderOf(who))).offers;
    await payments.startRefund(senderOf(who), offer!);
    expect(await isTrusted()).toBe(false);
  });

  it('does not trust a purchase that is only promised', async () => {
    const who = await debits.trusted();
    await debits.order(who);
    await setting('direct_debit_trust', '2');
    await debits.inside.core.site.settingsFor('default');
    debits.advance(6_000);
    expect(
      await debits.inside.core.payments.getDirectDebit({ member: who.id, site: 'default' }),
    ).toMatchObject({
      isTrusted: false,
    });
    await debits.inside.core.site.operate.unset('default', 'direct_debit_trust');
    debits.advance(6_000);
  });

  it('does not trust a purchase whose money a bank took back', async () => {
    const who = await debits.guest();
    const payment = await debits.card.order(who, { method: 'creditcard' });
    await debits.paid(who, payment);
    const isTrusted = async () =>
      (await debits.inside.core.payments.getDirectDebit({ member: who.id, site: 'default' })).isTrusted;
    expect(await isTrusted()).toBe(true);
    for (const [state, is] of [
      ['taken', false],
      ['given-back', true],
      ['lost', false],
    ] as const) {
      debits.provider.dispute(payment, { id: `dp_${payment}`, state, at: debits.clock.now() });
      await debits.inside.core.payments.followDisputes();
      expect(await isTrusted()).toBe(is);
    }
  });

  it('answers a repetition with the same payment, and debits once', async () => {
    const who = await debits.guest();
    const input = formOf();
    const otp = await debits.codeFor(who, input);
    const answers = await Promise.all(Array.from({ length: 10 }, () => debits.ask(who, { ...input, otp })));
    const ids = new Set(answers.map((one) => (one.ok && !one.value.sent ? one.value.payment : 'none')));
    expect([...ids]).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/)]);
    expect(await debits.outcome(who, input)).toBe('ordered');
    const [payment = ''] = ids;
    expect(await debits.provider.find(payment, 0)).toHaveLength(1);
    expect(debits.provider.mandates.filter(({ wish }) => wish.debtor.iban === input.iban)).toHaveLength(1);
  });

  it('is refused under the key of another account or pack', async () => {
    const who = await debits.guest();
    const input = formOf();
    await debits.order(who, input);
    expect(await debits.outcome(who, { ...input, iban: freshIban() })).toBe('KEY_REUSED');
    expect(await debits.outcome(who, { ...input, package: 'p1' })).toBe('KEY_REUSED');
  });

  it('is refused in other countries, above the price shown, and on a hosted page', async () => {
    const who = await debits.guest('GB');
    expect(await debits.ask(who, formOf())).toMatchObject({
      refusal: { code: 'METHOD_UNAVAILABLE', values: { reason: 'country' } },
    });
    const dutch = await debits.guest();
    const cheap = formOf({ seen: { priceCents: 100, currency: 'EUR' } });
    const otp = await debits.codeFor(dutch, cheap);
    expect(await debits.outcome(dutch, { ...cheap, otp })).toBe('PACK_PRICE_CHANGED');
    expect(await debits.card.start(dutch, { method: 'sdd' })).toMatchObject({
      refusal: { code: 'METHOD_UNAVAILABLE', values: { reason: 'form' } },
    });
  });

  it('takes the discount once, and says so to another checkout', async () => {
    const who = await debits.guest('NL', 0);
    const payment = await debits.order(who, formOf({ package: 'p1' }));
    expect(await debits.rows('payments').findOne({ _id: payment })).toMatchObject({
      code: { code: 'TIMEBONUS25' },
      priceCents: 1499,
    });
    const other = await debits.card.start(who, { method: 'creditcard' });
    expect(other).toMatchObject({ refusal: { code: 'CHECKOUT_OPEN', values: { payment } } });
  });
});

describe('a form at fault', () => {
  it.each([
    ['a wrong checksum', { iban: 'NL91ABNA0417164301' }, { iban: 'IBAN_INVALID' }],
    ['a wrong length', { iban: 'NL91ABNA041716430' }, { iban: 'IBAN_INVALID' }],
    ['a country outside SEPA', { iban: 'AE070331234567890123456' }, { iban: 'IBAN_INVALID' }],
    ['HTML in it', { iban: '<b>NL91ABNA0417164300</b>' }, { iban: 'IBAN_INVALID' }],
    ['a phone of nowhere', { phone: '+999123456' }, { phone: 'PHONE_INVALID' }],
    ['a landline', { phone: '+31201234567' }, { phone: 'PHONE_INVALID' }],
    ['a premium number', { phone: '+499001234567' }, { phone: 'PHONE_INVALID' }],
    ['a phone of another country', { phone: '+4512345678' }, { phone: 'PHONE_INVALID' }],
  ])('is refused for %s, without an echo', async (_, change, fields) => {
    const who = await debits.guest();
    const answer = await debits.ask(who, formOf(change));
    expect(answer).toEqual({ ok: false, refusal: { code: 'VALIDATION_FAILED', fields } });
  });

  it('is taken with spaces and small letters in the account number', async () => {
    const who = await debits.guest();
    const iban = freshIban();
    const spaced = iban.replaceAll(/(.{4})/g, '$1 ').toLowerCase();
    await debits.order(who, formOf({ iban: spaced }));
    expect(debits.provider.mandates.at(-1)?.wish.debtor.iban).toBe(iban);
  });

  it('names the account number if the provider can’t debit it', async () => {
    const who = await debits.guest();
    const input = formOf();
    const otp = await debits.codeFor(who, input);
    debits.provider.mandatesBecome(() => 'iban');
    expect(await debits.ask(who, { ...input, otp })).toEqual({
      ok: false,
      refusal: { code: 'VALIDATION_FAILED', fields: { iban: 'IBAN_INVALID' } },
    });
    expect(await debits.rows('payments').countDocuments({ member: who.id })).toBe(0);
  });
});

describe('the code [S5-020] [S8-012]', () => {
  const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('is refused when wrong, and holds afterwards', async () => {
    const who = await debits.guest();
    const input = formOf();
    const otp = await debits.codeFor(who, input);
    expect(await debits.outcome(who, { ...input, otp: wrongOf(otp) })).toBe('OTP_INVALID');
    expect(await debits.outcome(who, { ...input, otp: '12345' })).toBe('OTP_INVALID');
    expect(await debits.outcome(who, { ...input, otp: 'abc' })).toBe('OTP_INVALID');
    expect(await debits.outcome(who, { ...input, otp: ` ${otp} ` })).toBe('ordered');
  });

  it('is dead after five tries, also of fifty at once', async () => {
    const who = await debits.guest();
    const input = formOf();
    const otp = await debits.codeFor(who, input);
    const guesses = Array.from({ length: 50 }, (_, step) => String((Number(otp) + 1 + step) % 1_000_000));
    const answers = await Promise.all(
      guesses.map((guess) => debits.outcome(who, { ...input, otp: guess.padStart(6, '0') })),
    );
    expect(answers.filter((one) => one === 'OTP_INVALID')).toHaveLength(5);
    expect(answers.filter((one) => one === 'OTP_TOO_MANY')).toHaveLength(45);
    expect(await debits.outcome(who, { ...input, otp })).toBe('OTP_TOO_MANY');
    expect(await debits.rows('payments').countDocuments({ member: who.id })).toBe(0);
    debits.advance(MINUTE);
    const fresh = await debits.codeFor(who, input);
    expect(await debits.outcome(who, { ...input, otp: fresh })).toBe('ordered');
  });

  it('is refused for another account, phone, pack, order or member', async () => {
    const [who, other] = [await debits.guest(), await debits.guest()];
    const input = formOf();
    const otp = await debits.codeFor(who, input);
    expect(await debits.outcome(who, { ...input, otp, iban: freshIban() })).toBe('OTP_INVALID');
    expect(await debits.outcome(who, { ...input, otp, phone: freshPhone() })).toBe('OTP_INVALID');
    expect(await debits.outcome(who, { ...input, otp, key: randomUUID() })).toBe('OTP_INVALID');
    expect(await debits.outcome(other, { ...input, otp })).toBe('OTP_INVALID');
    expect(await debits.outcome(who, { ...input, otp, key: randomUUID(), package: 'p1' })).toBe(
      'OTP_INVALID',
    );
    expect(await debits.outcome(who, { ...input, otp })).toBe('ordered');
  });

  it('is refused after ten minutes; a new one holds', async () => {
    const who = await debits.guest();
    const input = formOf();
    const otp = await debits.codeFor(who, input);
    debits.advance(10 * MINUTE);
    expect(await debits.outcome(who, { ...input, otp })).toBe('OTP_INVALID');
    const fresh = await debits.codeFor(who, input);
    expect(await debits.outcome(who, { ...input, otp: fresh })).toBe('ordered');
  });

  it('is sent once a minute, three times a day to a member', async () => {
    const who = await debits.guest();
    const input = formOf();
    const before = debits.sms.sent.length;
    await Promise.all(Array.from({ length: 5 }, () => debits.outcome(who, input)));
    expect(debits.sms.sent.length - before).toBe(1);
    expect(await debits.outcome(who, input)).toBe('sent');
    debits.advance(MINUTE);
    expect(await debits.outcome(who, input)).toBe('sent');
    expect(debits.sms.sent.length - before).toBe(2);
    expect(await debits.outcome(who, formOf())).toBe('sent');
    expect(await debits.outcome(who, formOf())).toBe('SMS_LIMIT');
    // The code before it still holds.
    const otp = debits.sms.codeFor(input.phone as string);
    expect(await debits.outcome(who, { ...input, otp })).toBe('ordered');
  });

  it('is sent twice a day to a phone, and ten times an hour to a network', async () => {
    const phone = freshPhone();
    for (const expected of ['sent', 'sent', 'SMS_LIMIT'])
      expect(await debits.outcome(await debits.guest(), formOf({ phone }))).toBe(expected);
    const network = randomUUID();
    const answers: string[] = [];
    for (let asked = 0; asked < 11; asked += 1) {
      const answer = await debits.ask(await debits.guest(), formOf(), { network });
      answers.push(answer.ok ? 'sent' : answer.refusal.code);
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 'sent'), 'SMS_LIMIT']);
  });

  it('is asked for again at once after its message was not sent', async () => {
    const who = await debits.guest();
    const input = formOf();
    debits.sms.becomes(() => 'refused');
    expect(await debits.ask(who, input)).toEqual({
      ok: false,
      refusal: { code: 'VALIDATION_FAILED', fields: { phone: 'PHONE_INVALID' } },
    });
    debits.sms.becomes(() => 'lost');
    expect(await debits.outcome(who, input)).toBe('UNAVAILABLE');
    debits.sms.becomes(() => 'accepted');
    const other = { ...input, phone: freshPhone() };
    expect(await debits.outcome(who, { ...other, otp: await debits.codeFor(who, other) })).toBe('ordered');
  });

  it('is not sent while its limits can’t be counted', async () => {
    const who = await debits.guest();
    const messages = debits.sms.sent.length;
    const away = vi.spyOn(debits.inside.redis, 'eval').mockRejectedValue(new Error('Redis is away'));
    expect(await debits.outcome(who, formOf())).toBe('UNAVAILABLE');
    away.mockRestore();
    expect(debits.sms.sent.length).toBe(messages);
    expect(await debits.outcome(who, formOf())).toBe('sent');
  });
});
