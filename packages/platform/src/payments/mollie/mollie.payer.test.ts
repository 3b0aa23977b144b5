import { describe, expect, it } from 'vitest';
import { lookOf, molliePayment } from './mollie.shapes.ts';

const look = (change: object) =>
  lookOf(
    molliePayment.parse({
      id: 'tr_1',
      status: 'open',
      amount: { value: '19.99', currency: 'EUR' },
      metadata: { reference: 'payment-1' },
      createdAt: '2026-11-29T02:00:00+00:00',
      _links: {},
      ...change,
    }),
  );

describe('what Mollie says of a payer', () => {
  it.each([
    [
      { consumerAccount: 'NL91ABNA0417164300', consumerBic: 'INGBNL2A' },
      { country: 'NL', ibanEnd: '4300' },
    ],
    [
      { consumerAccount: '0417164300', consumerBic: 'ABNANL2A' },
      { country: 'NL', ibanEnd: null },
    ],
    [{ consumerAccount: 'payer@site.example' }, { country: null, ibanEnd: null }],
    [{ cardCountryCode: 'BE' }, { country: 'BE', ibanEnd: null }],
    [{}, { country: null, ibanEnd: null }],
    [null, { country: null, ibanEnd: null }],
  ])('reads the payer of %j as %j', (details, payer) => {
    expect(look({ status: 'paid', details }).payer).toEqual(payer);
  });

  it.each([
    ['failed', { bankReasonCode: 'AM04', bankReason: 'Insufficient funds' }, 'AM04'],
    ['failed', { bankReasonCode: 'AC04' }, 'AC04'],
    ['failed', { bankReasonCode: 'MD01' }, 'MD01'],
    ['failed', { failureReason: 'insufficient_funds' }, 'insufficient_funds'],
    ['failed', null, null],
    ['open', { failureReason: 'invalid_cvv' }, null],
  ] as const)('reads why a payment %s with %j: %s', (status, details, failure) => {
    expect(look({ status, details }).failure).toBe(failure);
  });
});
