import { ok, type Result, refuse } from '@heartline/contracts';
import { MANDATE_VERSION } from '@heartline/i18n/mandates';
import { failpoint, type MandateWish, ProviderRefused, ProviderUnavailable } from '@heartline/platform';
import type { Quote } from '../order.ts';
import { routeOf } from '../payment-accounts.ts';
import type { PaymentsContext } from '../payments-context.ts';
import type { FormSource } from './debit-source.ts';
import type { Debtor } from './debtor.ts';
import { findMandate, forgetAfter, keepMandate, type MandateDoc } from './mandate.repository.ts';

interface Signing {
  from: Debtor;
  source: FormSource;
  quote: Quote;
  /** The code that signs it. */
  code: { reference: string; usedAt: number };
}

/**
 * Registers a mandate at the first account of the route that takes it, and stores it with its proof. A repetition uses the
 * same key, so that a crash between the two leaves no second mandate (K9).
 */
export async function signMandate(context: PaymentsContext, signing: Signing): Promise<Result<MandateDoc>> {
  const { reference } = signing.code;
  const existing = await findMandate(context.mongo, reference);
  if (existing) return ok(existing);
  const wish = await wishOf(context, signing);
  let isRefusedByAll = true;
  for (const account of routeOf(context.payments, signing.quote.privately.payment_routes, 'sdd')) {
    const outcome = await register(context, account, wish);
    if ('mandate' in outcome) return ok(await keep(context, signing, account, outcome.mandate));
    if (outcome.problem === 'iban') return refuse('VALIDATION_FAILED', { fields: { iban: 'IBAN_INVALID' } });
    isRefusedByAll &&= outcome.problem === 'refused';
  }
  return isRefusedByAll
    ? refuse('METHOD_UNAVAILABLE', { values: { reason: 'closed' } })
    : refuse('PAYMENT_UNAVAILABLE');
}

async function wishOf(
  context: PaymentsContext,
  { from, source, quote, code }: Signing,
): Promise<MandateWish> {
  const { holder, iban, address } = source.debtor;
  const account = await context.accounts.accountOf(from.member);
  if (!account) throw new Error('account not found for a debtor');
  return {
    key: `mandate-${code.reference}`,
    reference: code.reference,
    debtor: { holder, iban, email: account.email, address: { ...address, country: quote.country } },
    signedAt: code.usedAt,
    locale: from.locale,
    ip: from.ip,
    userAgent: from.userAgent,
  };
}

type Registered =
  | { mandate: { id: string; reference: string } }
  | { problem: 'iban' | 'refused' | 'unavailable' };

async function register(context: PaymentsContext, account: string, wish: MandateWish): Promise<Registered> {
  const { debits } = context.payments.of(account) ?? {};
  if (!debits) return { problem: 'refused' };
  try {
    const mandate = await debits.mandate(wish);
    failpoint('debit:after-mandate');
    return { mandate };
  } catch (error) {
    const isRefused = error instanceof ProviderRefused;
    if (!isRefused && !(error instanceof ProviderUnavailable)) throw error;
    const { reference } = wish;
    context.logger.warn({ mandate: reference, account, isRefused }, 'mandate not registered by its account');
    if (!isRefused) return { problem: 'unavailable' };
    return { problem: error.code === 'iban' ? 'iban' : 'refused' };
  }
}

function keep(
  { mongo }: PaymentsContext,
  { from, source, code }: Signing,
  account: string,
  { id: mandateId, reference }: { id: string; reference: string },
): Promise<MandateDoc> {
  const { ibanEnd, ibanKey, phoneKey, debtor } = source;
  return keepMandate(mongo, {
    _id: code.reference,
    member: from.member,
    site: from.site,
    account,
    mandateId,
    reference,
    holder: debtor.holder,
    ibanEnd,
    ibanKey,
    phoneKey,
    bankCountry: debtor.bankCountry,
    textVersion: MANDATE_VERSION,
    locale: from.locale,
    signedAt: code.usedAt,
    codeAt: code.usedAt,
    ipCountry: from.country ?? null,
    state: 'current',
    revokeAt: null,
    forgetAt: forgetAfter(code.usedAt),
  });
}
