import type { Look } from '@heartline/platform';
import { type Html, html } from '../pages/html.ts';
import type { SandboxPayment } from './book.ts';

/** An amount as people read it. */
export function money(cents: number, currency: string): string {
  return (cents / 100).toLocaleString('en-GB', { style: 'currency', currency });
}

const CHIPS: Readonly<Record<SandboxPayment['state'], string>> = {
  open: 'warn',
  pending: 'warn',
  partial: 'warn',
  paid: 'good',
  failed: 'bad',
  cancelled: '',
  expired: '',
};

/** The state of a payment as a chip. */
export function stateChip({ state }: SandboxPayment): Html {
  return html`<span class="chip ${CHIPS[state]}">${state}</span>`;
}

const PROVIDERS: Readonly<Record<SandboxPayment['dialect'], string>> = {
  bridge: 'a bridge',
  stripe: 'Stripe',
  mollie: 'Mollie',
  nexi: 'Nexi',
};

/** The account of a payment, and the provider whose part the sandbox plays. */
export function servedBy({ account, dialect }: Pick<SandboxPayment, 'account' | 'dialect'>): Html {
  return html`account <code>${account}</code> at ${PROVIDERS[dialect]}`;
}

/** The card or bank account that paid, once the payer did their part; its country is theirs unless told otherwise. */
export function payerOf({ state, debit, payerCountry, country }: SandboxPayment): Look['payer'] {
  if (debit) return { country: debit.iban.slice(0, 2), ibanEnd: debit.iban.slice(-4) };
  const isKnown = state === 'paid' || state === 'partial';
  return { country: (isKnown && (payerCountry ?? country)) || null, ibanEnd: null };
}

/** Why a payment failed; null for one that has not, or that the bank said nothing about. */
export const failureOf = ({ state, failure }: SandboxPayment): string | null =>
  state === 'failed' ? (failure ?? null) : null;

/** False for accounts that end in six nines, such as NL67ABNA0417999999: no bank debits these. */
export const isDebitable = (iban: string): boolean => !iban.endsWith('999999');
