import type { PaymentMethod } from '@heartline/contracts';

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

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  pictures?: readonly MailPicture[];
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

export interface ProviderPayment {
  providerId: string;
  state: 'pending' | 'paid' | 'failed' | 'cancelled';
  amountCents: number;
  currency: string;
  /** Our payment id, as given when it was opened. */
  reference: string;
}

/** A refund as the provider has it; also `failed` if the provider refused to start it. */
export interface ProviderRefund {
  refundId: string;
  state: 'pending' | 'done' | 'failed';
}

export interface PaymentProvider {
  /** Opens a payment. The same `key` returns the same payment. */
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
  /** Closes a payment that was not paid, so it cannot be paid any more. A paid one stays paid; `fetch` says which. */
  cancel(providerId: string): Promise<void>;
  /** The provider's status of a payment: the only ground on which credits are granted. */
  fetch(providerId: string): Promise<ProviderPayment | undefined>;
  /** Refunds a part of a payment. The same `key` returns the same refund. */
  refund(order: { key: string; providerId: string; amountCents: number }): Promise<ProviderRefund>;
  /** The provider's status of a refund. */
  refunded(providerId: string, refundId: string): Promise<ProviderRefund | undefined>;
  /** True when `signature` is the provider's over these raw bytes and not older than 300 s. */
  verifyWebhook(rawBody: Buffer, signature: string | undefined, now: number): boolean;
}
