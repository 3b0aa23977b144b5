import { ProviderRefused, SmsRefused } from '@heartline/platform';
import { describe, expect, it } from 'vitest';
import { createProviderInTest, createSmsInTest } from './provider-in-test.ts';

const wish = (key: string) => ({
  key,
  reference: 'HL0123456789ABCDEF01234567',
  debtor: {
    holder: 'Mara Vos',
    iban: 'NL91ABNA0417164300',
    email: 'mara@site.example',
    address: { street: 'Dam', houseNumber: '1', zip: '1012 JS', city: 'Amsterdam', country: 'NL' },
  },
  signedAt: 0,
  locale: 'nl' as const,
  ip: null,
  userAgent: null,
});

const debit = (key: string, mandate: string) => ({
  key,
  reference: 'payment-1',
  cents: 1_999,
  currency: 'EUR',
  method: 'sdd' as const,
  country: 'NL',
  locale: 'nl' as const,
  words: { what: '60 credits', statement: 'HL SERVICES' },
  returnUrl: 'https://a.example/transactions/1',
  webhookUrl: 'https://a.example/api/payment-webhook.php',
  expiresAt: 0,
  mandate,
  collectOn: '2026-12-01',
});

describe('the provider in a test keeps the promises of the port', () => {
  it('registers a mandate and debits once per key', async () => {
    const provider = createProviderInTest();
    const { id } = await provider.debits.mandate(wish('m-1'));
    expect(await provider.debits.mandate(wish('m-1'))).toMatchObject({ id });
    const collected = await provider.debits.collect(debit('p-1', id));
    expect(await provider.debits.collect(debit('p-1', id))).toEqual(collected);
    expect(await provider.look(collected.id)).toMatchObject({
      state: 'pending',
      payer: { country: 'NL', ibanEnd: '4300' },
    });
  });

  it('refuses an account that can’t be debited, and a debit under a revoked mandate', async () => {
    const provider = createProviderInTest();
    provider.mandatesBecome(() => 'iban');
    await expect(provider.debits.mandate(wish('m-1'))).rejects.toMatchObject({ code: 'iban' });
    provider.mandatesBecome(() => 'registered');
    const { id } = await provider.debits.mandate(wish('m-2'));
    await provider.debits.revoke(id);
    await expect(provider.debits.collect(debit('p-1', id))).rejects.toBeInstanceOf(ProviderRefused);
  });

  it('collects, returns and disputes debits', async () => {
    const provider = createProviderInTest();
    const { id } = await provider.debits.mandate(wish('m-1'));
    const collected = await provider.debits.collect(debit('p-1', id));
    provider.pay('payment-1');
    provider.dispute('payment-1', { state: 'taken', reason: 'AM04', at: 5 });
    provider.dispute('payment-1', { state: 'given-back', at: 6 });
    expect(await provider.look(collected.id)).toMatchObject({
      state: 'paid',
      disputes: [{ state: 'given-back', reason: 'AM04', cents: 1_999 }],
    });
    expect(await provider.disputedSince?.(6)).toEqual([collected.id]);
    expect(await provider.disputedSince?.(7)).toEqual([]);
    const other = await provider.debits.collect({ ...debit('p-2', id), reference: 'payment-2' });
    provider.returnDebit('payment-2', 'AC04');
    expect(await provider.look(other.id)).toMatchObject({ state: 'failed', failure: 'AC04' });
  });

  it('keeps text messages, each once', async () => {
    const sms = createSmsInTest();
    const message = { id: 'a', to: '+31612345678', text: '482913 is your code' };
    sms.becomes(() => 'lost');
    await expect(sms.send(message)).rejects.toThrow('the answer was lost');
    sms.becomes(() => 'accepted');
    await sms.send(message);
    expect(sms.sent).toEqual([message]);
    expect(sms.codeFor('+31612345678')).toBe('482913');
    sms.becomes(() => 'refused');
    await expect(sms.send({ ...message, id: 'b' })).rejects.toBeInstanceOf(SmsRefused);
  });
});
