import { describe, expect, it } from 'vitest';
import { aDebit, aMandate, REFERENCE } from '../server-in-test.ts';
import { debitOf, setupOf } from './debit-of.ts';
import { debitLookOf, readDebit } from './read-look.ts';

const SIGNED = { id: 'seti_1', customer: 'cus_1', payment_method: 'pm_1', mandate: 'mandate_1' };
const NOW = Date.UTC(2026, 10, 29, 23, 30);

describe('the SetupIntent of a mandate', () => {
  it('carries the account, its holder and the evidence of the signature', () => {
    expect(setupOf(aMandate(), 'cus_1')).toEqual({
      customer: 'cus_1',
      confirm: true,
      usage: 'off_session',
      payment_method_types: ['sepa_debit'],
      payment_method_data: {
        type: 'sepa_debit',
        sepa_debit: { iban: 'NL91ABNA0417164300' },
        billing_details: {
          name: 'Mara Vos',
          email: 'mara@site.example',
          address: { line1: 'Damrak 1', postal_code: '1012 LG', city: 'Amsterdam', country: 'NL' },
        },
      },
      mandate_data: {
        customer_acceptance: {
          type: 'online',
          accepted_at: 1_795_917_600,
          online: { ip_address: '203.0.113.7', user_agent: 'Browser/1' },
        },
      },
      metadata: { heartline_mandate: 'HL0123456789ABCDEF01234567', heartline_key: 'mandate-1' },
      expand: ['mandate'],
    });
  });

  it.each([{ ip: null }, { userAgent: null }])('is accepted offline with %j', (change) => {
    expect(setupOf(aMandate(change), 'cus_1').mandate_data).toEqual({
      customer_acceptance: { type: 'offline', accepted_at: 1_795_917_600, offline: {} },
    });
  });
});

describe('the PaymentIntent of a debit', () => {
  it('is confirmed at once under the mandate, without the payer', () => {
    expect(debitOf(aDebit(), SIGNED, NOW)).toEqual({
      amount: 1_999,
      currency: 'eur',
      customer: 'cus_1',
      payment_method: 'pm_1',
      mandate: 'mandate_1',
      payment_method_types: ['sepa_debit'],
      confirm: true,
      off_session: true,
      metadata: {
        heartline_payment: REFERENCE,
        heartline_key: `${REFERENCE}-1`,
        heartline_mandate: 'seti_1',
      },
      statement_descriptor: 'HL SERVICES',
    });
  });

  it.each([
    ['2026-11-30', false],
    ['2026-12-01', false],
    ['2026-12-02', true],
    ['2026-12-14', true],
    ['2026-12-15', false],
    ['2026-11-28', false],
  ])('names the announced day %s: %s', (collectOn, isNamed) => {
    const { payment_method_options } = debitOf(aDebit({ collectOn }), SIGNED, NOW);
    expect(payment_method_options).toEqual(isNamed ? { sepa_debit: { target_date: collectOn } } : undefined);
  });
});

describe('what Stripe says of a debit, in our words', () => {
  const intent = (status: string, more: object = {}) => ({
    id: 'pi_1',
    amount: 1_999,
    amount_received: status === 'succeeded' ? 1_999 : 0,
    currency: 'eur',
    created: 1_790_000_000,
    status,
    metadata: { heartline_payment: 'payment-1', heartline_mandate: 'seti_1' },
    ...more,
  });

  it.each([
    ['processing', 'pending', 0],
    ['requires_action', 'pending', 0],
    ['requires_confirmation', 'pending', 0],
    ['requires_capture', 'pending', 0],
    ['succeeded', 'paid', 1_999],
    ['requires_payment_method', 'failed', 0],
    ['canceled', 'cancelled', 0],
  ])('reads %s as %s', (status, state, receivedCents) => {
    const parts = { refunds: [], disputes: [] };
    expect(debitLookOf(readDebit(intent(status)), parts)).toEqual({
      id: 'pi_1',
      reference: 'payment-1',
      state,
      cents: 1_999,
      receivedCents,
      currency: 'EUR',
      createdAt: 1_790_000_000_000,
      ...parts,
      failure: null,
      payer: { country: null, ibanEnd: null },
    });
  });

  it('says why the bank returned it, and whose bank it was', () => {
    const latest_charge = {
      failure_code: 'insufficient_funds',
      payment_method_details: { sepa_debit: { country: 'DE', last4: '3000' } },
    };
    const returned = readDebit(intent('requires_payment_method', { latest_charge }));
    expect(debitLookOf(returned, { refunds: [], disputes: [] })).toMatchObject({
      failure: 'insufficient_funds',
      payer: { country: 'DE', ibanEnd: '3000' },
    });
  });
});
