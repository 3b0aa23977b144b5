import { type Book, newId, type SandboxPayment } from './book.ts';
import type { SandboxEvent, WebhookRequest } from './dialects/dialect.ts';

/** Tries of one webhook that was not taken, and the pause before each. */
const RETRIES_MS = [0, 1_000, 3_000, 10_000, 30_000, 60_000];
const DEADLINE_MS = 8_000;
const OLD_MS = 3_600_000;

/** The differences of a webhook from a usual one. */
export interface WebhookManner {
  /** The event; a new one about the payment unless given. */
  event?: SandboxEvent;
  delayMs?: number;
  /** Without a proof that the shop accepts. */
  isForged?: boolean;
  /** Signed an hour ago. */
  isOld?: boolean;
}

export interface Webhooks {
  /** Tells the shop to look at a payment. */
  send(payment: SandboxPayment, manner?: WebhookManner): SandboxEvent;
  /** Ends what is still on its way. */
  stop(): void;
}

/** A new event about a payment. */
export const newEvent = (about: SandboxEvent['about']): SandboxEvent => ({ id: newId('evt'), about });

/** Sends webhooks in the dialect of each payment; a shop that does not take one gets it again. */
export function createWebhooks(options: {
  book: Book;
  now(): number;
  /** The webhook in the dialect of the payment; undefined when its account is gone. */
  write(
    payment: SandboxPayment,
    event: SandboxEvent,
    how: { now: number; isForged: boolean },
  ): WebhookRequest | undefined;
}): Webhooks {
  const { book, now, write } = options;
  const timers = new Set<NodeJS.Timeout>();

  function later(delayMs: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void work();
    }, delayMs);
    timers.add(timer);
  }

  async function attempt(
    payment: SandboxPayment,
    event: SandboxEvent,
    manner: WebhookManner,
    tries: number,
  ): Promise<void> {
    const signedAt = manner.isOld ? now() - OLD_MS : now();
    const request = write(payment, event, { now: signedAt, isForged: manner.isForged ?? false });
    const status = request ? await post(request) : 'no answer';
    book.change(payment, { webhooks: [...payment.webhooks, { event: event.id, at: now(), status }] });
    const pause = RETRIES_MS[tries];
    const isTaken = typeof status === 'number' && status >= 200 && status < 300;
    const isGenuine = !manner.isForged && !manner.isOld;
    if (!isTaken && isGenuine && pause !== undefined)
      later(pause, () => attempt(payment, event, manner, tries + 1));
  }

  return {
    send(payment, manner = {}) {
      const event = manner.event ?? newEvent('payment');
      later(manner.delayMs ?? 0, () => attempt(payment, event, manner, 1));
      return event;
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

async function post({ url, headers, body }: WebhookRequest): Promise<number | 'no answer'> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 'no answer';
  }
}
