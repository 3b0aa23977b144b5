import { randomInt, randomUUID } from 'node:crypto';
import type { directDebit, ParsedOf } from '@heartline/contracts';
import {
  type AddedMember,
  addMembers,
  type CoreInTest,
  openTestEngines,
  startCore,
  type WorldWithStubs,
} from '@heartline/testing';
import {
  accountsOf,
  createOrders,
  createProviderInTest,
  createSmsInTest,
  type SmsInTest,
} from './provider-in-test.ts';

export type DebitInput = ParsedOf<typeof directDebit>;

/** A Dutch account number with a right checksum, another at each call. */
export function freshIban(): string {
  // The sandbox refuses accounts that end in 99.
  const account = `ABNA${randomInt(10 ** 7, 10 ** 8)}${String(randomInt(99)).padStart(2, '0')}`;
  const digits = [...`${account}NL00`].map((sign) => Number.parseInt(sign, 36)).join('');
  const check = 98n - (BigInt(digits) % 97n);
  return `NL${String(check).padStart(2, '0')}${account}`;
}

/** A Dutch mobile number, another at each call. */
export const freshPhone = () => `+316${randomInt(10_000_000, 60_000_000)}`;

/** A form as a member fills it in, with an account and a phone of its own. */
export function formOf(wish: Partial<DebitInput> = {}): DebitInput {
  return {
    key: randomUUID(),
    package: 'p0',
    account_holder: 'A. de Vries',
    iban: freshIban(),
    street: 'Keizersgracht',
    house_number: '12',
    zip: '1015 CJ',
    city: 'Amsterdam',
    phone: freshPhone(),
    ...wish,
  };
}

/** The digits of the last text message to a phone in a world. */
export async function textedCode({ mailbox }: WorldWithStubs['stubs'], phone = ''): Promise<string> {
  const answer = await fetch(`${mailbox.sms.url}?to=${encodeURIComponent(phone)}`);
  const { messages } = (await answer.json()) as { messages: { text: string }[] };
  const code = /\d{6}/.exec(messages[0]?.text ?? '')?.[0];
  if (!code) throw new Error(`no code was sent to ${phone}`);
  return code;
}

/** Direct debits in a core, which may start later than this call. Each member has a network of their own. */
function createDebits(core: () => CoreInTest, sms: SmsInTest) {
  const networks = new Map<string, string>();
  const networkOf = (member: string) => {
    const network = networks.get(member) ?? randomUUID();
    networks.set(member, network);
    return network;
  };
  const debtorOf = ({ id }: { id: string }) =>
    ({
      member: id,
      site: 'default',
      host: null,
      locale: 'en',
      country: 'NL',
      ip: '203.0.113.7',
      network: networkOf(id),
      userAgent: 'test',
    }) as const;
  const ask = (who: { id: string }, input: DebitInput, from: Partial<ReturnType<typeof debtorOf>> = {}) =>
    core().core.payments.directDebit({ ...debtorOf(who), ...from }, input);
  /** The answer in short: the code of a refusal, `sent`, or `ordered`. */
  async function outcome(who: { id: string }, input: DebitInput): Promise<string> {
    const answer = await ask(who, input);
    if (!answer.ok) return answer.refusal.code;
    return answer.value.sent ? 'sent' : 'ordered';
  }
  /** Asks for a code, and returns its digits. */
  async function codeFor(who: { id: string }, input: DebitInput): Promise<string> {
    const sent = await ask(who, input);
    if (!sent.ok || !sent.value.sent) throw new Error(sent.ok ? 'no code is needed' : sent.refusal.code);
    return sms.codeFor(input.phone as string);
  }
  /** Orders with the code; the id of the payment. */
  async function order(who: AddedMember, input: DebitInput = formOf()): Promise<string> {
    const otp = await codeFor(who, input);
    const placed = await ask(who, { ...input, otp });
    if (!placed.ok || placed.value.sent) throw new Error(placed.ok ? 'no order' : placed.refusal.code);
    return placed.value.payment;
  }
  return { ask, outcome, codeFor, order };
}

const DAY = 86_400_000;

/** Direct debits over real databases, at a provider and a sender of text messages in this process. */
export async function openDebits() {
  let aheadMs = 0;
  const clock = { now: () => Date.now() + aheadMs };
  const advance = (ms: number) => void (aheadMs += ms);
  const provider = createProviderInTest();
  const sms = createSmsInTest();
  const engines = await openTestEngines();
  const urls = { mongoUrl: engines.mongo.url, redisUrl: engines.redis.url, names: engines.names };
  const inside = await startCore({ ...urls, clock, sms, payments: accountsOf({ first: provider }) });
  const card = createOrders(() => inside);
  const debits = createDebits(() => inside, sms);
  /** A member whose welcome discount is over, unless they signed up now. */
  async function guest(country = 'NL', agoMs = DAY): Promise<AddedMember> {
    const account = { createdAt: clock.now() - agoMs, country };
    return (await addMembers(inside.mongo, inside.core, [{ account }]))[0] as AddedMember;
  }
  /** Money comes for a payment, and its member looks. */
  async function paid(who: AddedMember, payment: string): Promise<void> {
    provider.pay(payment);
    advance(2_000);
    await card.stateOf(who, payment);
  }
  return {
    inside,
    provider,
    sms,
    clock,
    advance,
    card,
    ...debits,
    guest,
    paid,
    /** A member whose first purchase, of 60 credits, was settled. */
    async trusted(): Promise<AddedMember> {
      const who = await guest();
      await paid(who, await card.order(who, { method: 'creditcard' }));
      return who;
    },
    /** Orders once with the form; the mandate that it leaves. */
    async signed(who: AddedMember): Promise<string> {
      const payment = await debits.order(who);
      return (await card.stateOf(who, payment))?.debit?.reference ?? '';
    },
    /** Nothing goes wrong from now on. */
    reset() {
      provider.losesAnswers(() => false);
      provider.mandatesBecome(() => 'registered');
      sms.becomes(() => 'accepted');
    },
    rows: <T extends object>(collection: string) =>
      inside.mongo.connection.collection<T & { _id: string; member?: string }>(collection),
    creditsOf: async ({ id }: AddedMember) => (await inside.core.credits.balanceOf(id)).credits,
    async stop() {
      await inside.stop();
      await engines.stop();
    },
  };
}

export type Debits = Awaited<ReturnType<typeof openDebits>>;
