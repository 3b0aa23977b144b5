import { randomBytes } from 'node:crypto';
import { signWebhook } from '@heartline/platform';
import type { SandboxPayment, SandboxPayments } from './sandbox-payments.ts';

/** Tries of one webhook that was not taken, and the pause before each. */
const RETRIES_MS = [0, 1_000, 3_000, 10_000, 30_000, 60_000];
const DEADLINE_MS = 8_000;

export interface Webhooks {
  /** Tells the shop to look at a payment, after `delayMs`, as event `event` (a new one unless given). */
  send(payment: SandboxPayment, options?: { event?: string; delayMs?: number }): string;
  /** Ends what is still on its way. */
  stop(): void;
}

/** Signed notices to the shop; they say which payment changed and nothing else. */
export function createWebhooks(options: {
  secret: string;
  payments: SandboxPayments;
  now(): number;
}): Webhooks {
  const { secret, payments, now } = options;
  const timers = new Set<NodeJS.Timeout>();

  function later(delayMs: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void work();
    }, delayMs);
    timers.add(timer);
  }

  async function attempt(payment: SandboxPayment, event: string, tries: number): Promise<void> {
    const status = await post(payment, event);
    payments.change(payment, { webhooks: [...payment.webhooks, { event, at: now(), status }] });
    const pause = RETRIES_MS[tries];
    const isTaken = typeof status === 'number' && status >= 200 && status < 300;
    if (!isTaken && pause !== undefined) later(pause, () => attempt(payment, event, tries + 1));
  }

  async function post(payment: SandboxPayment, event: string): Promise<number | 'no answer'> {
    const body = Buffer.from(JSON.stringify({ id: event, payment: payment.id }));
    try {
      const response = await fetch(payment.webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-payment-signature': signWebhook(secret, body, now()),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 'no answer';
    }
  }

  return {
    send(payment, { event = `evt_${randomBytes(9).toString('hex')}`, delayMs = 0 } = {}) {
      later(delayMs, () => attempt(payment, event, 1));
      return event;
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
