import type { PaymentMethod } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import { type ProviderOrder, ProviderRefused } from '../../ports.ts';
import { checkoutOf, STRIPE_CAN } from './checkout-of.ts';

const NOW = 1_790_000_000_000;
const MINUTE_MS = 60_000;

const order = (wish: Partial<ProviderOrder> = {}): ProviderOrder => ({
  key: 'key-1',
  reference: 'payment-1',
  cents: 1_999,
  currency: 'EUR',
  method: 'creditcard',
  country: 'NL',
  locale: 'pl',
  words: { what: '60 kredytów', statement: 'Heartline' },
  returnUrl: 'https://nl.example/transactions/1',
  webhookUrl: 'https://nl.example/api/payment-webhook.php?account=main',
  expiresAt: NOW + 60 * MINUTE_MS,
  ...wish,
});

const checkout = (wish: Partial<ProviderOrder> = {}) => checkoutOf(order(wish), { now: NOW });

describe('the session of an order', () => {
  it('carries our reference on session and intent, our price and our return address', () => {
    const metadata = { heartline_payment: 'payment-1', heartline_key: 'key-1' };
    expect(checkout()).toEqual({
      mode: 'payment',
      payment_method_types: ['card'],
      client_reference_id: 'payment-1',
      metadata,
      payment_intent_data: { metadata, statement_descriptor_suffix: 'Heartline' },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'eur',
            unit_amount: 1_999,
            tax_behavior: 'inclusive',
            product_data: { name: '60 kredytów' },
          },
        },
      ],
      adaptive_pricing: { enabled: false },
      allow_promotion_codes: false,
      locale: 'pl',
      success_url: 'https://nl.example/transactions/1',
      cancel_url: 'https://nl.example/transactions/1',
      expires_at: NOW / 1_000 + 60 * 60,
    });
  });

  it.each<[PaymentMethod, string]>([
    ['creditcard', 'card'],
    ['applepay', 'card'],
    ['ideal', 'ideal'],
    ['bancontact', 'bancontact'],
    ['blik', 'blik'],
    ['prezelewy24', 'p24'],
    ['eps', 'eps'],
    ['paypal', 'paypal'],
    ['sct', 'customer_balance'],
    ['sdd', 'sepa_debit'],
  ])('offers %s as %s and nothing else', (method, type) => {
    expect(checkout({ method }).payment_method_types).toEqual([type]);
    expect(STRIPE_CAN[method]).toMatchObject({ refund: 'partial' });
  });

  it.each<PaymentMethod>(['giropay', 'sofort', 'nexi', 'paysafecard'])('refuses %s', (method) => {
    expect(() => checkout({ method })).toThrow(ProviderRefused);
    expect(STRIPE_CAN[method]).toBeUndefined();
  });

  it.each([
    [0, 31],
    [31, 31],
    [45, 45],
    [24 * 60, 24 * 60 - 1],
  ])('ends after %i minutes in %i', (wished, minutes) => {
    expect(checkout({ expiresAt: NOW + wished * MINUTE_MS }).expires_at).toBe(NOW / 1_000 + minutes * 60);
  });

  it.each([
    ['creditcard', 'Żółć crédits <b>*', { statement_descriptor_suffix: 'Zolc credi' }],
    ['creditcard', '60', {}],
    ['ideal', 'Créditos de corazón, España', { statement_descriptor: 'Creditos de corazon, E' }],
    ['ideal', 'abc', {}],
    ['ideal', '日本', {}],
    ['sct', 'Heartline', {}],
  ] as const)('writes the statement of %s %j in the alphabet of Stripe', (method, statement, expected) => {
    const { metadata } = checkout();
    const params = checkout({ method, words: { what: 'x', statement } });
    expect(params.payment_intent_data).toEqual({ metadata, ...expected });
  });

  it.each([
    ['NL', 'NL'],
    ['FR', 'FR'],
    ['AT', 'DE'],
    ['IT', 'DE'],
  ])('asks for an account number for a transfer from %s in %s', (country, bank) => {
    const params = checkoutOf(order({ method: 'sct', country }), { now: NOW, customer: 'cus_1' });
    expect(params.customer).toBe('cus_1');
    expect(params.payment_method_options?.customer_balance?.bank_transfer).toEqual({
      type: 'eu_bank_transfer',
      eu_bank_transfer: { country: bank },
    });
  });
});
