import type { SendInput } from '@heartline/contracts';
import { isOutage } from '@heartline/platform';
import {
  type AddedMember,
  type CoreInTest,
  oneOf,
  PASSWORD,
  seeded,
  senderOf,
  type TwoCores,
} from '../../src/index.ts';
import { type ProviderInTest, payer } from '../provider-in-test.ts';

/** One message under its key, with the answers of each send. */
export interface Sent {
  from: AddedMember;
  to: AddedMember;
  input: SendInput;
  conversation: string;
  /** Its places by the answers; all answers must agree. */
  places: Set<number>;
  /** The same for another text under the same key. */
  others: Set<number>;
  /** `OK`, the code of a refusal, or `?` for an unknown result. */
  answers: string[];
  takenBack: boolean;
  /** A photo that was removed after it was read: its credits stay spent. */
  recalled: boolean;
  /** Time of the first read. */
  readAt?: number;
}

/** Acts of members and staff, to compare with the books. */
export interface Mix {
  world: TwoCores;
  provider: ProviderInTest;
  people: readonly AddedMember[];
  /** The picture of every photo. */
  picture: Uint8Array;
  /** Start of each round. The acts of a round run at the same time. */
  rounds: number[];
  random(): number;
  sent: Sent[];
  /** Payments by id, and whether the member paid. `isDebit`: its credits may come before its money. */
  payments: Map<string, { member: string; isPaid: boolean; isDebit?: true }>;
  /** Keys of payments, to repeat them. */
  keys: { member: string; key: string }[];
  /** A discount code with few uses, that some payments bring. */
  code: string;
  /** Unexpected results. */
  surprises: string[];
}

/** The text of a second message under a used key. */
export const OTHER_WORDS = 'Other words';

type Deed = (mix: Mix, by: CoreInTest) => Promise<unknown>;

const uuid = ({ random }: Mix) => {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

function pairOf({ people, random }: Mix): [AddedMember, AddedMember] {
  const from = oneOf(people, random);
  return [
    from,
    oneOf(
      people.filter((one) => one !== from),
      random,
    ),
  ];
}

/** A new message, or a repeated one in any state. */
function messageOf(mix: Mix): Sent {
  if (mix.sent.length > 0 && mix.random() < 0.3) return oneOf(mix.sent, mix.random);
  const [from, to] = pairOf(mix);
  const clientId = uuid(mix);
  const gift = mix.random() < 0.2 ? { gift: 'rose', credits: 3 } : {};
  return newMessage(mix, from, to, { clientId, text: `About ${clientId}`, credits: 1, ...gift });
}

function newMessage(mix: Mix, from: AddedMember, to: AddedMember, input: Omit<SendInput, 'profile'>): Sent {
  const sent: Sent = {
    from,
    to,
    input: { ...input, profile: to.id },
    conversation: mix.world.a.core.messaging.conversationOf(from.id, to.id),
    places: new Set(),
    others: new Set(),
    answers: [],
    takenBack: false,
    recalled: false,
  };
  mix.sent.push(sent);
  return sent;
}

/** A photo, now and then also at once under the next key of its bubble, which our pages never do. */
const sendPhoto: Deed = async (mix, by) => {
  const [from, to] = pairOf(mix);
  const clientId = uuid(mix);
  const isTwice = mix.random() < 0.3;
  const uploaded = await by.core.messaging.addChatPhoto(from.id, clientId, mix.picture);
  if (!uploaded.ok) return;
  const keys = isTwice ? [clientId, `${clientId}.2`] : [clientId];
  const tries = keys.map((key) => {
    const input = { clientId: key, text: '', credits: 2, photo: uploaded.value.id };
    const sent = newMessage(mix, from, to, input);
    return post(sent, sent.input, { by, places: sent.places });
  });
  const failed = (await Promise.allSettled(tries)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
};

const recall: Deed = async (mix, { core }) => {
  const one = anyStored(mix, ({ input }) => input.photo !== undefined);
  if (!one) return;
  const { from, conversation, seq } = one;
  const answer = await core.messaging.recallChatPhoto(from.id, { conversation, seq });
  if (!answer.ok) return;
  if (answer.value.returned) one.takenBack = true;
  else one.recalled = true;
};

const send: Deed = async (mix, by) => {
  const sent = messageOf(mix);
  await post(sent, sent.input, { by, places: sent.places });
};

/** Another text under a used key. It may be sent if no credits were ever held under the key. */
const reuse: Deed = async ({ sent, random }, by) => {
  if (sent.length === 0) return;
  const one = oneOf(sent, random);
  await post(one, { ...one.input, text: OTHER_WORDS }, { by, places: one.others });
};

async function post(
  { from, answers }: Sent,
  input: SendInput,
  { by, places }: { by: CoreInTest; places: Set<number> },
): Promise<void> {
  try {
    const answer = await by.core.messaging.sendMessage(senderOf(from), input);
    answers.push(answer.ok ? 'OK' : answer.refusal.code);
    if (answer.ok) places.add(answer.value.message.seq);
  } catch (error) {
    answers.push('?');
    throw error;
  }
}

/** A message that is stored, by its answers. */
const anyStored = (
  { sent, random }: Mix,
  isWanted: (one: Sent) => boolean = () => true,
): (Sent & { seq: number }) | undefined => {
  const found = sent.filter((one) => one.places.size > 0 && isWanted(one));
  const one = found.length > 0 ? oneOf(found, random) : undefined;
  return one && Object.assign(one, { seq: [...one.places][0] as number });
};

const takeBack: Deed = async (mix, { core }) => {
  const one = anyStored(mix);
  if (!one) return;
  const { from, conversation, seq } = one;
  const answer = await core.messaging.unsendMessage(from.id, { conversation, seq });
  if (answer.ok) one.takenBack = true;
};

const read: Deed = async (mix, { core }) => {
  const one = anyStored(mix);
  if (!one) return;
  const answer = await core.messaging.markRead(one.to.id, one.conversation, one.seq);
  if (answer.ok) one.readAt ??= mix.world.clock.now();
};

const receive: Deed = async (mix, { core }) => {
  const one = anyStored(mix);
  if (one) await core.messaging.markReceived(one.to.id, one.conversation, one.seq);
};

const remove: Deed = async (mix, { core }) => {
  const one = anyStored(mix);
  if (one) await core.messaging.removeChat(one.to.id, one.conversation);
};

const block: Deed = async (mix, { core }) => {
  const [member, other] = pairOf(mix);
  await core.safety.blockProfile(member.id, other.id);
};

const unblock: Deed = async (mix, { core }) => {
  const [member, other] = pairOf(mix);
  await core.safety.unblockProfile(member.id, other.id);
};

const close: Deed = async (mix, { core }) => {
  const { id } = oneOf(mix.people, mix.random);
  await (mix.random() < 0.7 ? core.accounts.suspend(id) : core.safety.cases.removeAsFake(id));
};

const letIn: Deed = async ({ people, random }, { core }) => {
  await core.accounts.restore(oneOf(people, random).id);
};

/** A member deletes their own account. */
const leave: Deed = async ({ people, random }, { core }) => {
  await core.accounts.deleteAccount(oneOf(people, random).id, PASSWORD);
};

/** A member who left comes back by the mailed link. */
const comeBack: Deed = async ({ world, people, random }, { core }) => {
  const member = oneOf(people, random).id;
  const mails = world.a.mongo.connection.collection<{ member: string; secret: string }>('mails');
  const sent = await mails.find({ member, template: 'account-deleted' }).sort({ _id: -1 }).toArray();
  for (const { secret } of sent) await core.accounts.reactivate({ token: secret }, { name: 'Phone' });
};

const buy: Deed = async (mix, { core }) => {
  const { payments, keys, provider, random, people } = mix;
  const again = keys.length > 0 && random() < 0.3;
  const { member, key } = again ? oneOf(keys, random) : { member: oneOf(people, random).id, key: uuid(mix) };
  if (!again) keys.push({ member, key });
  const opened = await core.payments.startPayment(payer(member), {
    key,
    package: 'p0',
    method: 'creditcard',
    ...(key.charCodeAt(0) % 2 === 0 && { code: mix.code }),
  });
  if (!opened.ok) return;
  const { payment } = opened.value;
  const isPaid = random() < 0.8;
  if (isPaid) provider.pay(payment);
  payments.set(payment, { member, isPaid: isPaid || payments.get(payment)?.isPaid === true });
};

/** A trusted member orders by direct debit; the bank accepts it, and collects or returns it later. */
const debit: Deed = async (mix, { core, mongo }) => {
  const { payments, provider, random, people } = mix;
  const member = oneOf(people, random).id;
  const wish = { key: uuid(mix), package: 'p0', method: 'creditcard' } as const;
  const opened = await core.payments.startPayment(payer(member), wish);
  if (!opened.ok) return;
  const { payment } = opened.value;
  payments.set(payment, { member, isPaid: false, isDebit: true });
  await mongo.connection
    .collection<{ _id: string }>('payments')
    .updateOne({ _id: payment }, { $set: { method: 'sdd', trusted: true } });
  provider.submit(payment);
};

const REASONS = ['AM04', 'AC04', 'MD01', 'MS03'] as const;

/** The bank collects a debit that is on its way, or returns it. */
const endDebit: Deed = async ({ payments, provider, random }) => {
  const debits = [...payments].filter(([, { isDebit }]) => isDebit);
  if (debits.length > 0) collect(provider, oneOf(debits, random)[0], random);
};

/** Ends a debit, unless it has ended. */
export function collect(provider: ProviderInTest, payment: string, random: () => number): void {
  if (random() < 0.5) provider.pay(payment);
  else provider.returnDebit(payment, oneOf(REASONS, random));
}

const DISPUTE_STATES = ['inquiry', 'closed', 'taken', 'taken', 'lost', 'given-back'] as const;

/** The bank of a payer disputes a payment or a part of it, or says more about a dispute. */
const disputePayment: Deed = async ({ world, payments, provider, random }) => {
  const paid = [...payments.keys()].filter((payment) => provider.wordOn(payment)?.state === 'paid');
  if (paid.length === 0) return;
  const payment = oneOf(paid, random);
  const cents = random() < 0.5 ? 999 : Math.ceil(random() * 1_100);
  const id = `dp_${payment}_${random() < 0.7 ? 1 : 2}`;
  const known = provider.wordOn(payment)?.disputes.find((one) => one.id === id);
  const state = oneOf(DISPUTE_STATES, random);
  provider.dispute(payment, { id, state, at: world.clock.now(), cents: known?.cents ?? cents });
};

/** A member pays another checkout of an order that was paid. */
const payTwice: Deed = async ({ payments, provider, random }) => {
  if (payments.size > 0) provider.payAgain(oneOf([...payments.keys()], random));
};

/** The page that a member returns to asks for the state of the payment. */
const look: Deed = async ({ world, payments, random }, { core }) => {
  if (payments.size === 0) return;
  world.later(2_000);
  const [payment, { member }] = oneOf([...payments], random);
  await core.payments.getPayment(member, payment);
};

/** A gateway dies between the price and its message. */
const die: Deed = async (mix, by) => {
  const [from, to] = pairOf(mix);
  await mix.world.hold(from, to, { clientId: uuid(mix) }, by).catch(() => undefined);
};

const refund: Deed = async ({ people, random }, { core }) => {
  const viewer = senderOf(oneOf(people, random));
  const { offers } = await core.payments.getRefund(viewer);
  if (offers.length === 0) return;
  const { payment, turn, credits, cents, endsPremium } = oneOf(offers, random);
  await core.payments.startRefund(viewer, { payment, turn, credits, cents, endsPremium });
};

const limit: Deed = async ({ people, random }, { core }) => {
  const limits = { day: random() < 0.5 ? null : 5 + Math.floor(random() * 20), week: null, month: null };
  await core.credits.limitSpending(oneOf(people, random).id, { limits }, 'UTC');
};

const giveBack: Deed = async ({ sent, random }, { core }) => {
  if (sent.length === 0) return;
  const { from, input } = oneOf(sent, random);
  await core.messaging.giveBack(from.id, input.clientId, 'operator');
};

const adjust: Deed = async (mix, { core }) => {
  const credits = mix.random() < 0.5 ? 3 : -2;
  await core.credits.adjust(oneOf(mix.people, mix.random).id, { key: uuid(mix), credits, reason: 'staff' });
};

const work: Deed = async ({ world, provider, random }, { core }) => {
  world.later(random() * 20_000);
  if (random() < 0.5) await core.messaging.sweepMessages(60_000);
  if (random() < 0.5) await core.messaging.sweepReturns();
  if (random() < 0.3) provider.endRefunds(() => (random() < 0.5 ? 'done' : 'failed'));
  if (random() < 0.5) await core.payments.reconcilePayments();
  if (random() < 0.5) await core.payments.followDisputes();
  if (random() < 0.1) await core.payments.reconcileDay();
};

/** Relative frequency of each action. */
const DEEDS: readonly (readonly [Deed, number])[] = [
  [send, 13],
  [sendPhoto, 3],
  [recall, 2],
  [reuse, 1],
  [takeBack, 4],
  [read, 2],
  [receive, 2],
  [remove, 1],
  [block, 1],
  [unblock, 2],
  [close, 1],
  [letIn, 3],
  [leave, 1],
  [comeBack, 3],
  [die, 1],
  [buy, 4],
  [look, 5],
  [debit, 2],
  [endDebit, 1],
  [disputePayment, 3],
  [payTwice, 1],
  [refund, 6],
  [limit, 1],
  [giveBack, 1],
  [adjust, 1],
  [work, 5],
];
const ALL = DEEDS.flatMap(([deed, often]) => Array.from({ length: often }, () => deed));

/** Runs some actions at once, each through one of the two cores. Errors of an outage are expected. */
export async function doSome(mix: Mix, most: number): Promise<void> {
  const { world } = mix;
  mix.rounds.push(world.clock.now());
  const some = Array.from({ length: 1 + Math.floor(mix.random() * most) }, () => {
    // Each action has its own random numbers, so that their order changes nothing. A seed far from the others avoids
    // equal numbers, which would create equal keys.
    const said = mix.random() * 2 ** 32;
    const random = seeded(Math.imul(said ^ (said >>> 15), 0x2c1b3c6d));
    return oneOf(ALL, random)({ ...mix, random }, oneOf([world.a, world.b], random));
  });
  for (const one of await Promise.allSettled(some)) {
    if (one.status === 'rejected' && !isExpected(one.reason)) mix.surprises.push(String(one.reason?.stack));
  }
}

function isExpected(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isExpected);
  return isOutage(error);
}
