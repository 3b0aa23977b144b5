import { createBoundedFetch } from '../payments/bounded-fetch.ts';
import { SmsRefused, type SmsSender } from '../ports.ts';

/** An account at an SMS provider, or at a bridge to one. */
export interface SmsAccount {
  /** The whole address that messages are posted to. */
  url: string;
  key: string;
  /** The sender that the phone shows: a number in E.164, or up to eleven letters and digits. */
  from: string;
}

/** Statuses that say that this message will never be sent. */
const REFUSALS = new Set([400, 404, 409, 410, 413, 422]);

/**
 * Sends text messages by `POST <url>` with `{id, from, to, text}` as JSON, the key as bearer token, and `id` as
 * `Idempotency-Key`; any status 2xx accepts the message (infra/reference/sms-protocol.md). No error contains the number,
 * the text or the key.
 */
export function createSmsSender({ url, key, from }: SmsAccount): SmsSender {
  const send = createBoundedFetch({
    account: 'sms',
    origins: [url],
    toError: (reason) => new Error(`SMS provider: ${reason}`),
  });
  return {
    async send({ id, to, text }) {
      const { status } = await send(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': id,
        },
        body: JSON.stringify({ id, from, to, text }),
      });
      if (status >= 200 && status < 300) return;
      if (REFUSALS.has(status)) throw new SmsRefused(`SMS provider: message refused (${status})`);
      throw new Error(`SMS provider: status ${status}`);
    },
  };
}
