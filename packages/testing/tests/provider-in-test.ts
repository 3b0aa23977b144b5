import { randomUUID } from 'node:crypto';
import { paymentMethod } from '@heartline/contracts';
import {
  type DirectDebits,
  type Look,
  type MandateWish,
  type PaymentAccounts,
  type PaymentProvider,
  type ProviderDispute,
  type ProviderRefund,
  ProviderRefused,
  ProviderUnavailable,
  type SmsMessage,
  SmsRefused,
  type SmsSender,
} from '@heartline/platform';
import type { AddedMember, CoreInTest } from '@heartline/testing';

interface Paid {
  key: string;
  look: Look & { refunds: ProviderRefund[]; disputes: ProviderDispute[] };
}

/** A mandate as the provider in a test keeps it. */
export interface MandateInTest {
  id: string;
  wish: MandateWish;
  isRevoked: boolean;
}

/** A payment provider in this process. A test controls its statuses and lost answers. */
export interface ProviderInTest extends PaymentProvider {
  /** The member pays this payment, unless it was closed. A debit on its way, or tried again after a return, is collected. */
  pay(payment: string): void;
  /** The payer of a checkout confirms it: the money is on its way. */
  submit(payment: string): void;
  /** The payer of a paid order pays another checkout of it. */
  payAgain(payment: string): void;
  /** The provider’s word on the first checkout of an order; undefined if none was opened. */
  wordOn(payment: string): Look | undefined;
  /** Forgets every payment, so that lists stay short in a long campaign. */
  forget(): void;
  /** The refunded amount of a payment, in cents. */
  paidBack(payment: string): number;
  /** The result of the next refunds; the default is done. `refused`: the provider does not start one. */
  refundsBecome(next: () => 'done' | 'pending' | 'failed' | 'refused'): void;
  /** Decides if the next answer is lost after its request was carried out. */
  losesAnswers(next: () => boolean): void;
  /** Ends pending refunds with this result. */
  endRefunds(how: () => 'done' | 'failed'): void;
  readonly debits: DirectDebits;
  /** The mandates registered so far, in order. */
  readonly mandates: readonly MandateInTest[];
  /** The answer to the next mandates; the default is to register them. `iban`: the account can’t be debited. */
  mandatesBecome(next: () => 'registered' | 'iban'): void;
  /** The bank refuses a debit on its way, with an R-code or another word. */
  returnDebit(payment: string, failure: string): void;
  /** The bank collects a debit after all that it had returned. */
  payReturned(payment: string): void;
  /** The payer’s bank acts on a paid payment. A dispute of the same id moves on. */
  dispute(payment: string, dispute: Partial<ProviderDispute> & Pick<ProviderDispute, 'state'>): void;
  /** Facts that the provider knows of the payer. */
  paidBy(payment: string, payer: Look['payer']): void;
}

/** Text messages that a test reads instead of sending them. */
export interface SmsInTest extends SmsSender {
  /** The messages so far, in order; a retry of one is not in it twice. */
  readonly sent: readonly SmsMessage[];
  /** The digits of the last message to a phone. */
  codeFor(phone: string): string;
  /** Decides about the next messages; the default is to accept them. */
  becomes(next: () => 'accepted' | 'refused' | 'lost'): void;
}

/** Creates a sender that keeps its messages. */
export function createSmsInTest(): SmsInTest {
  const sent: SmsMessage[] = [];
  let next: () => 'accepted' | 'refused' | 'lost' = () => 'accepted';
  return {
    sent,
    async send(message) {
      const outcome = next();
      if (outcome === 'refused') throw new SmsRefused('refused by the provider in a test');
      if (!sent.some(({ id }) => id === message.id)) sent.push(message);
      if (outcome === 'lost') throw new Error('the answer was lost');
    },
    codeFor(phone) {
      const text = sent.findLast(({ to }) => to === phone)?.text ?? '';
      const code = /\d{6}/.exec(text)?.[0];
      if (!code) throw new Error(`no code was sent to ${phone}`);
      return code;
    },
    becomes: (one) => void (next = one),
  };
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

/** The parts of a look at a payment that was just opened. */
const untouched = () => ({
  createdAt: Date.now(),
  refunds: [],
  disputes: [],
  failure: null,
  payer: { country: null, ibanEnd: null },
});

/** Creates a provider without payments. */
export function createProviderInTest(): ProviderInTest {
  const payments = new Map<string, Paid>();
  let becomes: () => 'done' | 'pending' | 'failed' | 'refused' = () => 'done';
  let isLost = () => false;
  const looks = () => [...payments.values()].map(({ look }) => look);
  const byPayment = (payment: string) => looks().find(({ reference }) => reference === payment);
  const mandates: MandateInTest[] = [];
  let mandateBecomes: () => 'registered' | 'iban' = () => 'registered';
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
      if (!known) payments.set(id, { key, look: { ...fresh, ...untouched() } });
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
      return answer(look && { ...look, refunds: [...look.refunds], disputes: [...look.disputes] });
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
    debits: {
      async mandate(wish) {
        const known = mandates.find((one) => one.wish.key === wish.key);
        if (known) return answer({ id: known.id, reference: wish.reference });
        if (mandateBecomes() === 'iban') throw new ProviderRefused('iban', 'refused');
        const fresh = { id: `mdt_${randomUUID()}`, wish, isRevoked: false };
        mandates.push(fresh);
        return answer({ id: fresh.id, reference: wish.reference });
      },
      async collect({ key, reference, cents, currency, mandate }) {
        const known = [...payments].find(([, one]) => one.key === key)?.[0];
        if (known) return answer({ id: known });
        const signed = mandates.find(({ id }) => id === mandate);
        if (!signed || signed.isRevoked) throw new ProviderRefused('other', 'no such mandate');
        const id = `tr_${randomUUID()}`;
        const { iban } = signed.wish.debtor;
        const payer = { country: iban.slice(0, 2), ibanEnd: iban.slice(-4) };
        const fresh = { id, reference, state: 'pending', cents, receivedCents: 0, currency } as const;
        payments.set(id, { key, look: { ...fresh, ...untouched(), payer } });
        return answer({ id });
      },
      async revoke(mandate) {
        for (const one of mandates) if (one.id === mandate) one.isRevoked = true;
        answer(undefined);
      },
    },
    disputedSince: async (since) =>
      answer(looks().flatMap(({ id, disputes }) => (disputes.some(({ at }) => at >= since) ? [id] : []))),
    mandates,
    mandatesBecome: (next) => void (mandateBecomes = next),
    returnDebit(payment, failure) {
      const look = byPayment(payment);
      if (look?.state === 'pending') Object.assign(look, { state: 'failed', failure });
    },
    payReturned(payment) {
      const look = byPayment(payment);
      if (look?.state === 'failed')
        Object.assign(look, { state: 'paid', receivedCents: look.cents, failure: null });
    },
    dispute(payment, change) {
      const look = byPayment(payment);
      if (!look) throw new Error('no such payment at the provider in a test');
      const { id = 'dp_1', state } = change;
      const known = look.disputes.findIndex((one) => one.id === id);
      const { cents, currency } = look;
      const fresh = { id, state, cents, currency, reason: 'fraudulent', at: Date.now() };
      const next = { ...fresh, ...look.disputes[known], ...change };
      look.disputes.splice(known < 0 ? look.disputes.length : known, 1, next);
    },
    paidBy(payment, payer) {
      const look = byPayment(payment);
      if (look) Object.assign(look, { payer });
    },
    pay(payment) {
      const look = byPayment(payment);
      const isTriedAgain = look?.state === 'failed' && look.failure !== null;
      const isUnpaid = look?.state === 'open' || look?.state === 'pending' || isTriedAgain;
      if (isUnpaid) Object.assign(look, { state: 'paid', receivedCents: look.cents });
    },
    submit(payment) {
      const look = byPayment(payment);
      if (look?.state === 'open') look.state = 'pending';
    },
    payAgain(payment) {
      const look = byPayment(payment);
      if (look?.state !== 'paid') return;
      const id = `tr_${randomUUID()}`;
      payments.set(id, { key: id, look: { ...look, id, refunds: [], disputes: [] } });
    },
    wordOn: byPayment,
    forget: () => payments.clear(),
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
