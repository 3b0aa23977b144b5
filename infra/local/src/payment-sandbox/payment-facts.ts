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
