import fc from 'fast-check';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { ProviderUnavailable } from '../../ports.ts';
import { lookOf, readDispute, readRefund, readSession } from './read-look.ts';

type Session = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'created'
  | 'status'
  | 'payment_status'
  | 'amount_total'
  | 'currency'
  | 'client_reference_id'
  | 'metadata'
> & { payment_intent: Intent | null };
type Intent = Pick<
  Stripe.PaymentIntent,
  'id' | 'amount' | 'amount_received' | 'status' | 'next_action' | 'latest_charge'
>;

const intent = (status: Stripe.PaymentIntent.Status, more: Partial<Intent> = {}): Intent => ({
  id: 'pi_1',
  amount: 1_999,
  amount_received: 0,
  status,
  next_action: null,
  latest_charge: null,
  ...more,
});

const session = (more: Partial<Session> = {}): Session => ({
  id: 'cs_test_1',
  created: 1_790_000_000,
  status: 'open',
  payment_status: 'unpaid',
  amount_total: 1_999,
  currency: 'eur',
  client_reference_id: 'payment-1',
  metadata: { heartline_payment: 'payment-1' },
  payment_intent: null,
  ...more,
});

const remaining = (amount_remaining: number): Stripe.PaymentIntent.NextAction => ({
  type: 'display_bank_transfer_instructions',
  display_bank_transfer_instructions: {
    amount_remaining,
    currency: 'eur',
    hosted_instructions_url: null,
    reference: 'HL1',
    type: 'eu_bank_transfer',
  },
});

const complete = (payment_intent: Intent | null): Partial<Session> => ({
  status: 'complete',
  payment_intent,
});
const look = (answer: unknown) => lookOf(readSession(answer), { refunds: [], disputes: [] });

describe('what Stripe says of a session, in our words', () => {
  it.each<[string, Partial<Session>, string, number]>([
    ['an open session', {}, 'open', 0],
    ['a declined card', { payment_intent: intent('requires_payment_method') }, 'open', 0],
    ['a 3-D Secure step', { payment_intent: intent('requires_action') }, 'open', 0],
    ['an expired session', { status: 'expired' }, 'expired', 0],
    ['a paid one', { payment_status: 'paid', ...complete(paid(1_999)) }, 'paid', 1_999],
    ['one cent less', { payment_status: 'paid', ...complete(paid(1_998)) }, 'paid', 1_998],
    ['a succeeded intent', complete(paid(1_999)), 'paid', 1_999],
    ['paid after its end', { status: 'expired', payment_intent: paid(1_999) }, 'paid', 1_999],
    ['a price of nothing', { payment_status: 'no_payment_required', ...complete(null) }, 'paid', 0],
    ['a debit on its way', complete(intent('processing')), 'pending', 0],
    ['a confirmed one', complete(intent('requires_confirmation')), 'pending', 0],
    ['an authorised one', complete(intent('requires_capture')), 'pending', 0],
    ['no intent yet', complete(null), 'pending', 0],
    ['a returned debit', complete(intent('requires_payment_method')), 'failed', 0],
    ['a cancelled intent', complete(intent('canceled')), 'cancelled', 0],
    ['a transfer awaited', complete(transfer(1_999)), 'pending', 0],
    ['half of a transfer', complete(transfer(999)), 'partial', 1_000],
  ])('reads %s', (_case, change, state, receivedCents) => {
    expect(look(session(change))).toEqual({
      id: 'cs_test_1',
      reference: 'payment-1',
      state,
      cents: 1_999,
      receivedCents,
      currency: 'EUR',
      createdAt: 1_790_000_000_000,
      refunds: [],
      disputes: [],
      failure: null,
      payer: { country: null, ibanEnd: null },
    });
  });

  it.each([
    ['a debit', { sepa_debit: { country: 'DE', last4: '3000' } }, 'DE', '3000'],
    ['a debit of an unknown bank', { sepa_debit: { country: null, last4: null } }, null, null],
    ['iDEAL', { ideal: { bic: 'ABNANL2A', iban_last4: '4300' } }, 'NL', '4300'],
    ['Bancontact', { bancontact: { bic: null, iban_last4: '0001' } }, null, '0001'],
    ['a card', { card: { country: 'FR' } }, 'FR', null],
    ['PayPal', { paypal: { country: 'IT' } }, 'IT', null],
    ['another way', { eps: { bank: 'erste' } }, null, null],
  ])('reads the payer by %s', (_case, payment_method_details, country, ibanEnd) => {
    const charge = { payment_method_details, refunds: null };
    const answer = { ...session(), payment_intent: { ...paid(1_999), latest_charge: charge } };
    expect(look(answer).payer).toEqual({ country, ibanEnd });
  });

  it.each([
    ['the bank’s word', { failure_code: 'insufficient_funds' }, null, 'insufficient_funds'],
    ['the charge first', { failure_code: 'account_closed' }, { code: 'other' }, 'account_closed'],
    ['the intent without a charge', null, { code: 'debit_not_authorized' }, 'debit_not_authorized'],
    ['a decline', null, { code: 'card_declined', decline_code: 'do_not_honor' }, 'do_not_honor'],
    ['nothing', null, null, null],
  ])('says why a payment failed by %s', (_case, latest_charge, last_payment_error, failure) => {
    const failed = { ...intent('requires_payment_method'), latest_charge, last_payment_error };
    expect(look({ ...session({ status: 'complete' }), payment_intent: failed })).toMatchObject({
      state: 'failed',
      failure,
    });
    // The payer may try again on an open page.
    expect(look({ ...session(), payment_intent: failed })).toMatchObject({ state: 'open', failure: null });
  });

  it('knows only the reference of our own metadata', () => {
    const lost = fc.option(
      fc.dictionary(
        fc.string().filter((name) => name !== 'heartline_payment'),
        fc.string(),
      ),
    );
    fc.assert(
      fc.property(lost, fc.string(), (metadata, client_reference_id) => {
        expect(look(session({ metadata, client_reference_id })).reference).toBe('');
      }),
    );
  });

  it.each([
    ['an unknown status', { status: 'ended' }],
    ['an unknown intent status', { payment_intent: { ...intent('processing'), status: 'blocked' } }],
    ['no amount', { amount_total: null }],
    ['a part of a cent', { amount_total: 19.99 }],
    ['another object', { id: 'pi_1' }],
    ['a missing payment status', { payment_status: undefined }],
  ])('takes %s for an outage', (_case, change) => {
    expect(() => readSession({ ...session(), ...change })).toThrow(ProviderUnavailable);
  });
});

function paid(amount_received: number): Intent {
  return intent('succeeded', { amount_received });
}

function transfer(left: number): Intent {
  return intent('requires_action', { next_action: remaining(left) });
}

describe('what Stripe says of money that goes back', () => {
  it.each([
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    [null, 'pending'],
    ['succeeded', 'done'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('reads a refund that is %s as %s', (status, state) => {
    const refund: Pick<Stripe.Refund, 'id' | 'amount' | 'status' | 'metadata'> = {
      id: 're_1',
      amount: 500,
      status,
      metadata: { heartline_key: 'key-1' },
    };
    expect(readRefund(refund)).toEqual({ id: 're_1', key: 'key-1', cents: 500, state });
    expect(readRefund({ ...refund, metadata: {} }).key).toBeNull();
  });

  it.each<[Stripe.Dispute.Status, string]>([
    ['warning_needs_response', 'inquiry'],
    ['warning_under_review', 'inquiry'],
    ['warning_closed', 'closed'],
    ['prevented', 'closed'],
    ['needs_response', 'taken'],
    ['under_review', 'taken'],
    ['lost', 'lost'],
    ['won', 'given-back'],
  ])('reads a dispute that is %s as %s', (status, state) => {
    const dispute: Pick<Stripe.Dispute, 'id' | 'amount' | 'currency' | 'status' | 'reason' | 'created'> = {
      id: 'du_1',
      amount: 1_999,
      currency: 'eur',
      status,
      reason: 'fraudulent',
      created: 1_790_000_000,
    };
    expect(readDispute(dispute)).toEqual({
      id: 'du_1',
      cents: 1_999,
      currency: 'EUR',
      state,
      reason: 'fraudulent',
      at: 1_790_000_000_000,
    });
  });
});
