import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A refund of a payment, under the shop’s own key. */
export interface SandboxRefund {
  id: string;
  key: string;
  amountCents: number;
  state: 'pending' | 'done' | 'failed';
}

/** A payment as the pretend provider keeps it. */
export interface SandboxPayment {
  id: string;
  state: 'pending' | 'paid' | 'failed' | 'cancelled';
  amountCents: number;
  currency: string;
  reference: string;
  method: string;
  description: string;
  returnUrl: string;
  webhookUrl: string;
  createdAt: number;
  /** The shop took it back: nobody can pay it any more, whatever became of it before. */
  isClosed?: true;
  /** State of refunds from now on; completed at once by default. */
  refundsBecome?: SandboxRefund['state'];
  refunds?: SandboxRefund[];
  /** Results of webhooks, newest last. */
  webhooks: { event: string; at: number; status: number | 'no answer' }[];
}

export type Order = Omit<
  SandboxPayment,
  'id' | 'state' | 'createdAt' | 'webhooks' | 'isClosed' | 'refunds' | 'refundsBecome'
>;

/** The provider’s book: payments by id and by the key they were opened under, kept in a file if one is given. */
export function createSandboxPayments(options: { file?: string | undefined; now(): number }) {
  const { file, now } = options;
  const payments = new Map<string, SandboxPayment>();
  const byKey = new Map<string, string>();
  if (file) load(file, payments, byKey);
  let writing = Promise.resolve();

  function save(): void {
    if (!file) return;
    const text = JSON.stringify({ payments: [...payments.values()], keys: [...byKey] });
    writing = writing.then(async () => {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}.new`, text);
      await rename(`${file}.new`, file);
    }, undefined);
  }

  return {
    /** Opens a payment, or finds the one opened under this key. */
    open(key: string, order: Order): SandboxPayment {
      const known = payments.get(byKey.get(key) ?? '');
      if (known) return known;
      const payment: SandboxPayment = {
        id: `pay_${randomBytes(9).toString('hex')}`,
        state: 'pending',
        createdAt: now(),
        webhooks: [],
        ...order,
      };
      payments.set(payment.id, payment);
      byKey.set(key, payment.id);
      save();
      return payment;
    },
    /** Begins a refund, or finds the one under this key; nothing when it would be more than was paid. */
    refund(payment: SandboxPayment, key: string, amountCents: number): SandboxRefund | undefined {
      const { refunds = [], refundsBecome: state = 'done' } = payment;
      const known = refunds.find((one) => one.key === key);
      if (known) return known;
      const notFailed = refunds.filter((one) => one.state !== 'failed');
      const sum = notFailed.reduce((cents, one) => cents + one.amountCents, amountCents);
      if (payment.state !== 'paid' || sum > payment.amountCents) return undefined;
      const refund = { id: `ref_${randomBytes(9).toString('hex')}`, key, amountCents, state };
      payment.refunds = [...refunds, refund];
      save();
      return refund;
    },
    find: (id: string) => payments.get(id),
    /** Newest first. */
    list: () => [...payments.values()].reverse(),
    change(payment: SandboxPayment, change: Partial<SandboxPayment>): void {
      Object.assign(payment, change);
      save();
    },
    saved: () => writing,
  };
}

export type SandboxPayments = ReturnType<typeof createSandboxPayments>;

function load(file: string, payments: Map<string, SandboxPayment>, byKey: Map<string, string>): void {
  let stored: { payments: SandboxPayment[]; keys: [string, string][] };
  try {
    stored = JSON.parse(readFileSync(file, 'utf8')) as typeof stored;
  } catch {
    return; // The first start, or a file cut off: the book starts empty.
  }
  for (const payment of stored.payments) payments.set(payment.id, payment);
  for (const [key, id] of stored.keys) byKey.set(key, id);
}
