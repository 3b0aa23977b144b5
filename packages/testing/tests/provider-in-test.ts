import { randomUUID } from 'node:crypto';
import { paymentMethod } from '@heartline/contracts';
import {
  type Look,
  type PaymentAccounts,
  type PaymentProvider,
  type ProviderRefund,
  ProviderRefused,
  ProviderUnavailable,
} from '@heartline/platform';
import type { AddedMember, CoreInTest } from '@heartline/testing';

interface Paid {
  key: string;
  look: Look & { refunds: ProviderRefund[] };
}

/** A payment provider in this process. A test controls its statuses and lost answers. */
export interface ProviderInTest extends PaymentProvider {
  /** The member pays this payment, unless it was closed. */
  pay(payment: string): void;
  /** The refunded amount of a payment, in cents. */
  paidBack(payment: string): number;
  /** The result of the next refunds; the default is done. `refused`: the provider does not start one. */
  refundsBecome(next: () => 'done' | 'pending' | 'failed' | 'refused'): void;
  /** Decides if the next answer is lost after its request was carried out. */
  losesAnswers(next: () => boolean): void;
  /** Ends pending refunds with this result. */
  endRefunds(how: () => 'done' | 'failed'): void;
}

/** The abilities of a provider in a test: all. */
export const CAN_ALL: PaymentProvider['can'] = Object.fromEntries(
  paymentMethod.options.map((method) => [method, { refund: 'partial', close: 'always' }] as const),
);

/** Accounts by name, each of which serves every way to pay that its provider can. */
export function accountsOf(providers: Readonly<Record<string, PaymentProvider>>): PaymentAccounts {
  const names = Object.keys(providers);
  return {
    names,
    of: (account) => (Object.hasOwn(providers, account) ? providers[account] : undefined),
    serving: (method) => names.filter((name) => providers[name]?.can[method]),
  };
}

/** The buyer of a payment that a test starts in the core. */
export const payer = (member: string) => ({ member, site: 'default', host: null, locale: 'en' }) as const;

/** An order without its key and pack. */
export type Wish = Omit<Parameters<CoreInTest['core']['payments']['startPayment']>[1], 'key' | 'package'>;

/** Orders of the pack p1 in a core, which may start later than this call. */
export function createOrders(core: () => CoreInTest) {
  const start = ({ id }: AddedMember, wish: Wish, key: string = randomUUID()) =>
    core().core.payments.startPayment(payer(id), { key, package: 'p1', ...wish });
  return {
    start,
    /** Starts a payment, and returns its id. */
    async order(who: AddedMember, wish: Wish, key?: string): Promise<string> {
      const started = await start(who, wish, key);
      if (!started.ok) throw new Error(started.refusal.code);
      return started.value.payment;
    },
    /** The payment as its member sees it. */
    async stateOf(who: AddedMember, id: string) {
      const shown = await core().core.payments.getPayment(who.id, id);
      return shown.ok ? shown.value.payment : undefined;
    },
  };
}

/** The provider's id in the address of its payment page. */
export function providerIdOf(redirect: string | null): string {
  if (redirect === null) throw new Error('this payment has no page at its provider');
  return redirect.slice(redirect.lastIndexOf('/') + 1);
}

type Watched = 'first' | 'second';

/** Two accounts whose calls are noted, and whose answers a test can change or hold back. */
export function createAccountControl() {
  /** The calls so far, in order. */
  const asked: { account: Watched; call: string; key?: string }[] = [];
  /** The act of an account before it answers. */
  const before = { first: async () => {}, second: async () => {} };
  /** The amount that came instead of the ordered one. */
  const receives: Partial<Record<Watched, number | undefined>> = {};
  /** Answers to a question to close, instead of the account’s own. */
  const closing: Partial<Record<Watched, PaymentProvider['close']>> = {};
  return {
    asked,
    before,
    receives,
    closing,
    watched: (account: Watched, provider: PaymentProvider): PaymentProvider => ({
      ...provider,
      async open(order) {
        asked.push({ account, call: 'open', key: order.key });
        await before[account]();
        return provider.open(order);
      },
      async close(id) {
        asked.push({ account, call: 'close' });
        return closing[account]?.(id) ?? provider.close(id);
      },
      async look(id) {
        asked.push({ account, call: 'look' });
        await before[account]();
        const look = await provider.look(id);
        const receivedCents = receives[account];
        return look && receivedCents !== undefined ? { ...look, receivedCents } : look;
      },
    }),
  };
}

/** Creates a provider without payments. */
export function createProviderInTest(): ProviderInTest {
  const payments = new Map<string, Paid>();
  let becomes: () => 'done' | 'pending' | 'failed' | 'refused' = () => 'done';
  let isLost = () => false;
  const looks = () => [...payments.values()].map(({ look }) => look);
  const byPayment = (payment: string) => looks().find(({ reference }) => reference === payment);
  const answer = <T>(value: T): T => {
    if (isLost()) throw new ProviderUnavailable('the answer was lost');
    return value;
  };
  return {
    name: 'bridge',
    can: CAN_ALL,
    keyHours: 24,
    async open({ key, cents, currency, reference }) {
      const known = [...payments].find(([, one]) => one.key === key)?.[0];
      const id = known ?? `tr_${randomUUID()}`;
      const fresh = { id, reference, state: 'open', cents, receivedCents: 0, currency } as const;
      if (!known)
        payments.set(id, { key, look: { ...fresh, createdAt: Date.now(), refunds: [], disputes: [] } });
      return answer({ id, expiresAt: null, next: { kind: 'redirect', url: `https://pay.example/${id}` } });
    },
    find: async (reference) =>
      answer(looks().flatMap((one) => (one.reference === reference ? [one.id] : []))),
    async close(id) {
      const look = payments.get(id)?.look;
      if (look?.state === 'open') look.state = 'cancelled';
      return answer({ outcome: look?.state === 'paid' ? 'paid' : 'closed' });
    },
    async look(id) {
      const look = payments.get(id)?.look;
      return answer(look && { ...look, refunds: [...look.refunds] });
    },
    async refund({ key, id, cents }) {
      const refunds = payments.get(id)?.look.refunds ?? [];
      const known = refunds.find((one) => one.key === key);
      if (known) return answer({ ...known });
      const state = becomes();
      // As a provider that refuses the refund: it stores nothing under the key.
      if (state === 'refused') {
        answer(undefined);
        throw new ProviderRefused('amount', 'refused');
      }
      const refund: ProviderRefund = { id: randomUUID(), key, cents, state };
      refunds.push(refund);
      return answer({ ...refund });
    },
    readWebhook: () => undefined,
    async *list() {
      yield* looks();
    },
    pay(payment) {
      const look = byPayment(payment);
      if (look?.state === 'open') Object.assign(look, { state: 'paid', receivedCents: look.cents });
    },
    paidBack(payment) {
      const done = byPayment(payment)?.refunds.filter(({ state }) => state === 'done') ?? [];
      return done.reduce((sum, { cents }) => sum + cents, 0);
    },
    refundsBecome: (next) => void (becomes = next),
    losesAnswers: (next) => void (isLost = next),
    endRefunds(how) {
      for (const { refunds } of looks())
        for (const refund of refunds) if (refund.state === 'pending') Object.assign(refund, { state: how() });
    },
  };
}
