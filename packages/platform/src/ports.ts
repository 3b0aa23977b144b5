import type { PaymentMethod } from '@heartline/contracts';

/**
 * What the outside world looks like from inside. Each port has one adapter in this package for production and one
 * stand-in for tests; nothing else talks to mail servers, push services or payment providers.
 */

/** A picture that a mail carries, and shows where its HTML says `cid:<cid>`. */
export interface MailPicture {
  cid: string;
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
  headers?: Record<string, string>;
  /** The site's own sender; without it the installation's. */
  from?: { name: string; address: string };
}

/** A mail that no server will take as it is; the sentence names no address. */
export class MailRefused extends Error {
  override name = 'MailRefused';
  /** The address takes no mail; otherwise it is about the sender or about this mail. */
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
   * Resolves when the server took the mail; rejects with `MailRefused`, or when it should be tried again later. `id` is
   * the same at each try, in which only letters, digits, `-` and `_` are.
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
  /** Whether an address is one of a push service we know. Asked when it is stored and again at every send. */
  accepts(endpoint: string): boolean;
  /** Encrypts and sends. `gone`: the subscription is dead, delete it. `later`: try again after `retryAfterMs`. */
  send(
    target: PushTarget,
    payload: string,
    options: { topic: string; ttlSeconds: number },
  ): Promise<{ outcome: 'sent' } | { outcome: 'gone' } | { outcome: 'later'; retryAfterMs: number }>;
}

export interface ProviderPayment {
  providerId: string;
  state: 'pending' | 'paid' | 'failed' | 'cancelled';
  amountCents: number;
  currency: string;
  /** Our payment id, as given when it was opened. */
  reference: string;
}

/** A refund as the provider has it; `failed` also where it refused to begin. */
export interface ProviderRefund {
  refundId: string;
  state: 'pending' | 'done' | 'failed';
}

export interface PaymentProvider {
  /** Opens a payment; `key` makes a repetition give the same one. */
  create(order: {
    key: string;
    reference: string;
    amountCents: number;
    currency: string;
    method: PaymentMethod;
    description: string;
    returnUrl: string;
    webhookUrl: string;
  }): Promise<{ providerId: string; redirect: string }>;
  /**
   * Closes a payment that nobody paid yet, whatever else became of it: it can't be paid any more. One that was paid stays
   * so; `fetch` says which.
   */
  cancel(providerId: string): Promise<void>;
  /** The provider’s own word on a payment; the only ground on which credits are given. */
  fetch(providerId: string): Promise<ProviderPayment | undefined>;
  /** Pays a part of a payment back; `key` makes a repetition give the same refund. */
  refund(order: { key: string; providerId: string; amountCents: number }): Promise<ProviderRefund>;
  /** The provider’s own word on a refund. */
  refunded(providerId: string, refundId: string): Promise<ProviderRefund | undefined>;
  /** True when `signature` is the provider’s over these raw bytes and not older than 300 s. */
  verifyWebhook(rawBody: Buffer, signature: string | undefined, now: number): boolean;
}
