import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PaymentMethod } from '@heartline/contracts';
import type { Look, ProviderDispute, ProviderName } from '@heartline/platform';

/** A refund of a payment, under the shop’s own key. */
export interface SandboxRefund {
  id: string;
  key: string;
  amountCents: number;
  state: 'pending' | 'done' | 'failed';
  at: number;
}

/** The account that the money of a bank transfer goes to. */
export interface SandboxTransfer {
  holder: string;
  iban: string;
  bic: string;
  reference: string;
}

/** A mandate that a shop registered. */
export interface SandboxMandate {
  /** As its dialect writes ids. */
  id: string;
  dialect: ProviderName;
  account: string;
  /** The shop’s reference, unless the dialect makes its own. */
  reference: string;
  holder: string;
  iban: string;
  createdAt: number;
  isRevoked: boolean;
  /** Values that only its dialect understands, such as the id of a customer. */
  extra: Record<string, string>;
}

/** A mandate to register. */
export type SandboxMandateWish = Pick<SandboxMandate, 'id' | 'reference' | 'holder' | 'iban'> &
  Partial<Pick<SandboxMandate, 'extra'>>;

/** A payment as the pretend provider keeps it, whatever the dialect it was opened in. */
export interface SandboxPayment {
  /** As its dialect writes ids; also the last part of the hosted page’s address. */
  id: string;
  /** The dialect and the account that opened it. */
  dialect: ProviderName;
  account: string;
  state: Look['state'];
  /** The ordered amount, in hundredths of the currency. */
  amountCents: number;
  receivedCents: number;
  currency: string;
  reference: string;
  method: PaymentMethod;
  /** Country of the payer; empty if the dialect does not say it. */
  country: string;
  description: string;
  /** The words on the payer’s bank statement. */
  statement: string;
  locale: string;
  returnUrl: string;
  webhookUrl: string;
  createdAt: number;
  /** When it ends by itself; null for never. */
  expiresAt: number | null;
  paidAt: number | null;
  /** The shop took it back: nobody can pay it any more, whatever became of it before. */
  isClosed?: true;
  /** For a bank transfer. */
  transfer?: SandboxTransfer;
  /** For a debit under a mandate: no payer opens a page for it. */
  debit?: { mandate: string; iban: string; collectOn: string };
  /** Why it failed: an R-code of a bank. */
  failure?: string;
  /** Country of the bank or card that paid, if it is not the payer’s. */
  payerCountry?: string;
  /** Values that only its dialect understands, such as the id of a payment intent or a token of the shop. */
  extra: Record<string, string>;
  /** State of refunds from now on; completed at once by default. */
  refundsBecome?: SandboxRefund['state'];
  refunds: SandboxRefund[];
  disputes: ProviderDispute[];
  /** Results of webhooks, newest last. */
  webhooks: { event: string; at: number; status: number | 'no answer' }[];
}

/** The account of the pretend provider that bank transfers go to. The number is the example of the IBAN registry. */
export const transferTo = (reference: string): SandboxTransfer => ({
  holder: 'Stichting Sandbox Payments',
  iban: 'NL91ABNA0417164300',
  bic: 'ABNANL2A',
  reference: `HL ${reference.slice(-12).toUpperCase()}`,
});

/** An order of a shop. Without an id, one is made up. */
export type SandboxOrder = Pick<
  SandboxPayment,
  | 'amountCents'
  | 'currency'
  | 'reference'
  | 'method'
  | 'description'
  | 'returnUrl'
  | 'webhookUrl'
  | 'expiresAt'
> &
  Partial<
    Pick<SandboxPayment, 'id' | 'state' | 'country' | 'statement' | 'locale' | 'transfer' | 'debit' | 'extra'>
  >;

/** The owner of a payment: an account in a dialect. */
export type SandboxOwner = Pick<SandboxPayment, 'dialect' | 'account'>;

/** The file of a book. */
interface Stored {
  payments: SandboxPayment[];
  keys: [string, string][];
  /** Missing in a file of an earlier release. */
  mandates?: SandboxMandate[];
}

export type Book = ReturnType<typeof createBook>;

/** Payments of all accounts, by id and by the key they were opened under; kept in a file if one is given. */
export function createBook(options: { file?: string | undefined; now(): number }) {
  const { file, now } = options;
  const payments = new Map<string, SandboxPayment>();
  const byKey = new Map<string, string>();
  const mandates = new Map<string, SandboxMandate>();
  if (file) load(file, { payments, mandates, byKey });
  const { save, saved } = writer(file, () => ({
    payments: [...payments.values()],
    keys: [...byKey],
    mandates: [...mandates.values()],
  }));

  return {
    /** The payment that an account opened under this key, unless the key was forgotten. */
    ofKey: ({ account }: SandboxOwner, key: string) => payments.get(byKey.get(`${account}:${key}`) ?? ''),
    /** Opens a payment, or finds the one that the account opened under this key. */
    open({ dialect, account }: SandboxOwner, key: string, order: SandboxOrder): SandboxPayment {
      const known = this.ofKey({ dialect, account }, key);
      if (known) return known;
      const payment = newPayment({ dialect, account }, order, now());
      payments.set(payment.id, payment);
      byKey.set(`${account}:${key}`, payment.id);
      save();
      return payment;
    },
    ...mandateBook({ mandates, byKey, now, save }),
    /** Forgets the keys of a payment, as providers do after a day: the same key then opens another one. */
    forgetKeys({ id }: SandboxPayment): void {
      for (const [key, opened] of byKey) if (opened === id) byKey.delete(key);
      save();
    },
    /** Begins a refund, or finds the one under this key; undefined when it would be more than was paid. */
    refund(payment: SandboxPayment, key: string, amountCents: number): SandboxRefund | undefined {
      const { refunds, refundsBecome: state = 'done' } = payment;
      const known = refunds.find((one) => one.key === key);
      if (known) return known;
      const notFailed = refunds.filter((one) => one.state !== 'failed');
      const sum = notFailed.reduce((cents, one) => cents + one.amountCents, amountCents);
      if (sum > payment.receivedCents) return undefined;
      const refund = { id: newId('ref'), key, amountCents, state, at: now() };
      payment.refunds = [...refunds, refund];
      save();
      return refund;
    },
    find: (id: string) => payments.get(id),
    /** Every payment, the newest first. */
    list: () => [...payments.values()].reverse(),
    /** Payments of one account, the oldest first. */
    of: ({ account, dialect }: SandboxOwner) =>
      [...payments.values()].filter((one) => one.account === account && one.dialect === dialect),
    change(payment: SandboxPayment, change: Partial<SandboxPayment>): void {
      Object.assign(payment, change);
      save();
    },
    saved,
  };
}

/** The owner may be a payment: nothing else of it is copied. */
function newPayment(
  { dialect, account }: SandboxOwner,
  order: SandboxOrder,
  createdAt: number,
): SandboxPayment {
  return {
    id: newId('pay'),
    state: 'open',
    receivedCents: 0,
    country: '',
    statement: '',
    locale: '',
    createdAt,
    paidAt: null,
    extra: {},
    refunds: [],
    disputes: [],
    webhooks: [],
    ...order,
    dialect,
    account,
  };
}

/** Mandates of all accounts, by id and by the key they were registered under. */
function mandateBook(options: {
  mandates: Map<string, SandboxMandate>;
  byKey: Map<string, string>;
  now(): number;
  save(): void;
}) {
  const { mandates, byKey, now, save } = options;
  return {
    /** Registers a mandate, or finds the one that the account registered under this key. */
    register({ dialect, account }: SandboxOwner, key: string, wish: SandboxMandateWish): SandboxMandate {
      const known = mandates.get(byKey.get(`${account}:${key}`) ?? '');
      if (known) return known;
      const mandate = { extra: {}, ...wish, dialect, account, createdAt: now(), isRevoked: false };
      mandates.set(mandate.id, mandate);
      byKey.set(`${account}:${key}`, mandate.id);
      save();
      return mandate;
    },
    /** A mandate of an account; undefined for one of another. */
    mandate({ dialect, account }: SandboxOwner, id: string): SandboxMandate | undefined {
      const mandate = mandates.get(id);
      return mandate?.account === account && mandate.dialect === dialect ? mandate : undefined;
    },
    /** Mandates of one account, the oldest first. */
    mandatesOf: ({ dialect, account }: SandboxOwner) =>
      [...mandates.values()].filter((one) => one.account === account && one.dialect === dialect),
    revoke(mandate: SandboxMandate): void {
      mandate.isRevoked = true;
      save();
    },
  };
}

/** A random id such as `pay_0123456789abcdef01`. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(9).toString('hex')}`;

function writer(file: string | undefined, content: () => Stored) {
  let writing = Promise.resolve();
  return {
    save() {
      if (!file) return;
      const text = JSON.stringify(content());
      writing = writing.then(async () => {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(`${file}.new`, text);
        await rename(`${file}.new`, file);
      }, undefined);
    },
    saved: () => writing,
  };
}

function load(
  file: string,
  {
    payments,
    mandates,
    byKey,
  }: {
    payments: Map<string, SandboxPayment>;
    mandates: Map<string, SandboxMandate>;
    byKey: Map<string, string>;
  },
): void {
  let stored: Stored;
  try {
    stored = JSON.parse(readFileSync(file, 'utf8')) as Stored;
  } catch {
    return; // The first start, or a file cut off: the book starts empty.
  }
  // A book of an earlier release knew one account and no dialects; it starts empty as well.
  if (stored.payments.some(({ dialect }) => dialect === undefined)) return;
  for (const payment of stored.payments) payments.set(payment.id, payment);
  for (const mandate of stored.mandates ?? []) mandates.set(mandate.id, mandate);
  for (const [key, id] of stored.keys) byKey.set(key, id);
}
