import type { Locale, PaymentMethod, TransferInstructions } from '@heartline/contracts';

/**
 * Interfaces to external services. Each port has one adapter for production in this package and one fake for tests. No
 * other code talks to mail servers, push services or payment providers.
 */

/** An inline picture of a mail. The HTML refers to it as `cid:<cid>`. */
export interface MailPicture {
  cid: string;
  filename: string;
  contentType: string;
  bytes: Buffer;
}

/** A file that a mail carries. */
export interface MailAttachment {
  filename: string;
  contentType: string;
  bytes: Buffer;
}

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  pictures?: readonly MailPicture[];
  attachments?: readonly MailAttachment[];
  headers?: Record<string, string>;
  /** The site's own sender; without it, the sender of the installation. */
  from?: { name: string; address: string };
}

/** A mail that no server accepts as it is. The message contains no address. */
export class MailRefused extends Error {
  override name = 'MailRefused';
  /** True if the recipient's address was refused; false if the sender or this mail was. */
  readonly isOfAddress: boolean;

  constructor(
    message: string,
    { isOfAddress = false, ...options }: ErrorOptions & { isOfAddress?: boolean } = {},
  ) {
    super(message, options);
    this.isOfAddress = isOfAddress;
  }
}

export interface Mailer {
  /**
   * Resolves when the server accepted the mail. Rejects with `MailRefused`, or with another error when a retry makes
   * sense. `id` is the same for each retry and contains only letters, digits, `-` and `_`.
   */
  send(message: MailMessage & { id: string }): Promise<void>;
}

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushSender {
  publicKey: string;
  /** True if an endpoint belongs to a known push service. Checked when it is stored and again at every send. */
  accepts(endpoint: string): boolean;
  /** Encrypts and sends. `gone`: the subscription is dead, delete it. `later`: retry after `retryAfterMs`. */
  send(
    target: PushTarget,
    payload: string,
    options: { topic: string; ttlSeconds: number },
  ): Promise<{ outcome: 'sent' } | { outcome: 'gone' } | { outcome: 'later'; retryAfterMs: number }>;
}

/** One text message. */
export interface SmsMessage {
  /** The same for each retry, so that a provider can drop the duplicate; letters, digits, `-` and `_`. */
  id: string;
  /** Phone number in E.164, such as `+31612345678`. */
  to: string;
  text: string;
}

/** A message that the provider will never accept, such as one to a number that takes none. Contains no number. */
export class SmsRefused extends Error {
  override name = 'SmsRefused';
}

export interface SmsSender {
  /**
   * Resolves when the provider accepted the message. Rejects with `SmsRefused`, or with another error when a retry makes
   * sense. No error contains the number or the text.
   */
  send(message: SmsMessage): Promise<void>;
}

/** The kinds of payment provider that have an adapter in this package; each has a folder under `payments/`. */
export type ProviderName = 'bridge' | 'stripe' | 'mollie' | 'nexi';

/** The provider did not answer, or not as specified. It may have been done: ask again under the same key. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

/** A definite no: nothing was done and nothing will be. Another account may say yes. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
  readonly code: 'method' | 'amount' | 'country' | 'account' | 'iban' | 'closed' | 'other';

  constructor(code: ProviderRefused['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Abilities of a provider with one way to pay. */
export interface MethodAbility {
  /** Money back: any part, the whole, or not at all. */
  refund: 'partial' | 'whole' | 'no';
  /** The chance to close an unpaid checkout, so that it can’t be paid any more. */
  close: 'always' | 'sometimes' | 'never';
}

/** One order of a checkout, in our terms. */
export interface ProviderOrder {
  /** The same key within `keyHours` returns the same checkout. */
  key: string;
  /** Our payment’s id; it comes back with every answer about this checkout. */
  reference: string;
  cents: number;
  currency: string;
  method: PaymentMethod;
  /** Country of the payer. */
  country: string;
  locale: Locale;
  /** Words for the pack and for the bank statement, in the payer’s language. */
  words: { what: string; statement: string };
  returnUrl: string;
  /** Address of our webhook with the account in it. An adapter may add a proof of its own. */
  webhookUrl: string;
  /** When the checkout should end, in milliseconds since 1970. */
  expiresAt: number;
}

/** An opened checkout. */
export interface OpenedCheckout {
  id: string;
  /** When it ends by itself; null if the provider does not say. */
  expiresAt: number | null;
  next:
    | { kind: 'redirect'; url: string }
    | { kind: 'transfer'; to: TransferInstructions; url: string | null };
}

/** A refund in the provider’s words. A `done` one may become `failed` when the bank sends it back. */
export interface ProviderRefund {
  id: string;
  /** Our key, as given when it was asked for; null if the provider does not keep it. */
  key: string | null;
  cents: number;
  state: 'pending' | 'done' | 'failed';
}

/** Money that the payer’s bank took back, or asked about. */
export interface ProviderDispute {
  id: string;
  cents: number;
  currency: string;
  /** `closed`: an inquiry that ended. `lost`: taken for good. */
  state: 'inquiry' | 'closed' | 'taken' | 'lost' | 'given-back';
  reason: string;
  at: number;
}

/** Everything a provider knows of one payment: the only ground on which credits are given or taken. */
export interface Look {
  id: string;
  /** Our payment’s id; empty for a payment that was not opened by this product. */
  reference: string;
  /** `open`: nothing happened yet. `pending`: the payer did their part, the money is on its way. `partial`: too little came. */
  state: 'open' | 'pending' | 'paid' | 'partial' | 'failed' | 'cancelled' | 'expired';
  /** The ordered amount. */
  cents: number;
  /** The amount that came. */
  receivedCents: number;
  currency: string;
  /** The account to transfer to, from a provider that shows it only after the payer chose a transfer. */
  transfer?: Pick<TransferInstructions, 'holder' | 'iban' | 'bic' | 'reference'>;
  createdAt: number;
  refunds: readonly ProviderRefund[];
  disputes: readonly ProviderDispute[];
  /**
   * Why a failed payment failed: for a debit the bank’s R-code, such as `AM04`, or the provider’s own word, such as
   * `insufficient_funds`. Null while it has not failed, and where the provider does not say.
   */
  failure: string | null;
  /** The card or bank account that paid, as far as the provider knows it: evidence for the receipt. */
  payer: ProviderPayer;
}

/** A payer by their card or bank account; null for what the provider does not say. */
export interface ProviderPayer {
  /** Country of the bank, two capital letters. */
  country: string | null;
  /** The last four signs of the account number; null for cards. */
  ibanEnd: string | null;
}

/** The holder of the account that is debited, with everything that some provider asks for. */
export interface Debtor {
  holder: string;
  /** Without spaces, in capital letters. It is sent to the provider and stored nowhere here. */
  iban: string;
  /** The member’s address. Stripe takes no mandate without one, and can be told in its dashboard to write nobody. */
  email: string;
  address: { street: string; houseNumber: string; zip: string; city: string; country: string };
}

/** A mandate that the debtor signed at this site. */
export interface MandateWish {
  /** The same key is the same mandate, also long after. */
  key: string;
  /** Our reference of the mandate: at most 35 letters and digits, unique. */
  reference: string;
  debtor: Debtor;
  /** When it was signed, in milliseconds since 1970. */
  signedAt: number;
  locale: Locale;
  ip: string | null;
  userAgent: string | null;
}

/** A debit under a mandate. `returnUrl` and `expiresAt` of the order mean nothing here. */
export interface DebitOrder extends ProviderOrder {
  /** The provider’s id of the mandate. */
  mandate: string;
  /** The announced day, `YYYY-MM-DD`. A provider that can’t take a day debits on the next one it can. */
  collectOn: string;
}

/**
 * Direct debits by our own form. `mandate` and `collect` reject with `ProviderRefused` when nothing was done and nothing
 * will be; its code is `iban` if the bank account can’t be debited.
 */
export interface DirectDebits {
  /**
   * Registers a mandate. `reference` is the one on the bank statement: ours, or the provider’s own where it makes one.
   */
  mandate(wish: MandateWish): Promise<{ id: string; reference: string }>;
  /** Debits under a mandate; like `open`, the same key is the same debit. The id is one for `look`. */
  collect(order: DebitOrder): Promise<{ id: string }>;
  /** Ends a mandate. Debits on their way stay. Safe to repeat, also for a mandate that the provider does not know. */
  revoke(mandate: string): Promise<void>;
}

/** The raw request of a webhook. */
export interface RawWebhook {
  body: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
  now: number;
}

/** The content of a genuine webhook: payments to look at, and nothing else. */
export interface WebhookNotice {
  /** The provider’s id of this event; null if it has none. */
  eventId: string | null;
  /** The provider’s ids of the payments to look at. */
  look: readonly string[];
}

/**
 * One account at a payment provider.
 *
 * - Every call has a deadline, and rejects with `ProviderUnavailable` when the outcome is unknown.
 * - `open`, `close`, `refund` and those of `debits` reject with `ProviderRefused` when nothing was done and nothing will be.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** The ways to pay it can serve at all. `open` may refuse `sdd`, which then only `debits` serves. */
  readonly can: Readonly<Partial<Record<PaymentMethod, MethodAbility>>>;
  /** For how many hours the provider surely remembers a key. */
  readonly keyHours: number;
  open(order: ProviderOrder): Promise<OpenedCheckout>;
  /** Ids of what was opened under our reference since then: after an unknown outcome, before another attempt. */
  find(reference: string, since: number): Promise<string[]>;
  /** `closed`: can’t be paid any more. `paid`: too late. `open`: can’t be closed, and ends by itself at `until`. */
  close(id: string): Promise<{ outcome: 'closed' | 'paid' } | { outcome: 'open'; until: number }>;
  /** The provider’s own word; undefined if it does not know the payment. */
  look(id: string): Promise<Look | undefined>;
  /** Refunds a part of a payment; the same key is the same refund. */
  refund(wish: { key: string; id: string; cents: number; currency: string }): Promise<ProviderRefund>;
  /** Reads a webhook. Undefined: not genuine. */
  readWebhook(raw: RawWebhook): WebhookNotice | undefined;
  /** Every payment opened in a time window, for the nightly comparison. */
  list(from: number, to: number): AsyncIterable<Look>;
  /** Direct debit by our form; undefined where only a page of the provider can take a mandate, or none. */
  readonly debits?: DirectDebits | undefined;
  /**
   * Ids of payments with a dispute that began or changed since then, in milliseconds since 1970. They are ids for `look`,
   * which may answer with the id of the checkout instead. Undefined if the provider tells of no disputes.
   */
  disputedSince?(since: number): Promise<string[]>;
}

/** The named accounts of an installation. */
export interface PaymentAccounts {
  /** Their names, in the order of the configuration. */
  readonly names: readonly string[];
  /** The provider of an account; undefined if there is no account of this name. */
  of(account: string): PaymentProvider | undefined;
  /** Accounts that can serve a way to pay: those of its usual provider first, then in the order of the configuration. */
  serving(method: PaymentMethod): readonly string[];
}
