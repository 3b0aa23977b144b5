import type { ProviderName } from '@heartline/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Book, SandboxMandate, SandboxOrder, SandboxPayment } from '../book.ts';
import type { RequestCheck } from '../request-check.ts';

/** An account of a shop at the pretend provider. */
export interface SandboxAccount {
  name: string;
  dialect: ProviderName;
  key: string;
  webhookSecret: string;
  /** The shop’s webhook address, for dialects in which it belongs to the account and not to a payment. */
  webhookUrl?: string;
}

/** A change of a payment. */
export interface SandboxEvent {
  id: string;
  about: 'payment' | 'refund' | 'dispute';
}

/** One webhook request. */
export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** A debit of a shop: an order that no payer visits a page for. */
export type SandboxDebit = Omit<SandboxOrder, 'method' | 'returnUrl' | 'expiresAt' | 'debit' | 'transfer'> & {
  mandate: SandboxMandate;
  /** The day the shop announced, `YYYY-MM-DD`. */
  collectOn: string;
};

/** The tools of a dialect. */
export interface DialectTools {
  book: Book;
  now(): number;
  /** The check of Stripe’s requests, in tests. */
  stripeCheck?: RequestCheck | undefined;
  /** The account whose key a request carries. A request without one never reaches the dialect. */
  accountOf(request: FastifyRequest): SandboxAccount;
  /**
   * Opens a payment under the shop’s key, or finds the one that was opened under it. Use it rather than `book.open`: it
   * carries out the troubles that were set for the account.
   */
  open(request: FastifyRequest, key: string, order: SandboxOrder): SandboxPayment;
  /** A payment of the request’s account; undefined for one of another account. */
  find(request: FastifyRequest, id: string): SandboxPayment | undefined;
  /** Closes an unpaid payment for the shop and sends a webhook; false when it was paid or its money is on its way. */
  close(payment: SandboxPayment): boolean;
  /** Begins a refund under the shop’s key and sends a webhook; undefined when it would be more than was paid. */
  refund(
    payment: SandboxPayment,
    key: string,
    amountCents: number,
  ): SandboxPayment['refunds'][number] | undefined;
  /** Debits under a mandate, once per key of the shop. The debit is a payment on its way. Troubles apply as in `open`. */
  debit(request: FastifyRequest, key: string, order: SandboxDebit): SandboxPayment;
  /** Address of the hosted page, on which the payer pays. */
  pageOf(request: FastifyRequest, payment: SandboxPayment): string;
}

/**
 * The language of one provider. All dialects share a book, hosted pages and the bad days; a dialect translates only.
 *
 * - Its API is at `<base>/v1` or such; `base` is what an account’s `url` names, without the version.
 * - Ids of a payment’s parts are best made from its id, because a second checkout of an order copies `extra`.
 * - Bodies come parsed: JSON, or a flat object of a form’s fields (`line_items[0][quantity]` is one name).
 */
export interface Dialect {
  readonly name: ProviderName;
  /** First part of its addresses, such as `/stripe`; empty for the bridge. */
  readonly base: string;
  /** Version under the base, such as `/v1`. */
  readonly version: string;
  /** The key that a request carries, read from its headers. */
  keyOf(headers: FastifyRequest['headers']): string | undefined;
  /** The body of an answer with this status, for a wrong key (401) and for an outage (500, 503). */
  failure(status: number): object;
  /** Adds the calls. `app` answers below base and version already, so a path here is `/payments/:id`. */
  addApi(app: FastifyInstance, tools: DialectTools): void;
  /** The webhook for an event. `isForged`: without a proof that the shop accepts. `now` is the time it is signed at. */
  webhook(notice: {
    payment: SandboxPayment;
    event: SandboxEvent;
    account: SandboxAccount;
    now: number;
    isForged: boolean;
  }): WebhookRequest;
}

/** The key of `Authorization: Bearer <key>`. */
export function bearerOf(headers: FastifyRequest['headers']): string | undefined {
  return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
}

/** A webhook address with a wrong token, for shops that prove webhooks by a token in their address. */
export function withForgedToken(webhookUrl: string): string {
  const url = new URL(webhookUrl);
  url.searchParams.set('token', 'forged');
  return url.href;
}
