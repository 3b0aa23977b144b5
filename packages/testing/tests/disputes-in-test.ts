import { randomUUID } from 'node:crypto';
import type { PackageId } from '@heartline/contracts';
import type { ProviderDispute } from '@heartline/platform';
import { type AddedMember, type CoreInTest, senderOf, type TwoCores } from '@heartline/testing';
import { type ProviderInTest, payer } from './provider-in-test.ts';

const DAY = 86_400_000;

interface Stage {
  world: TwoCores;
  a: CoreInTest;
  provider: ProviderInTest;
}

/** Buyers whose banks take money back, over two cores and the provider in a test. */
export function createDisputes({ world, a, provider }: Stage) {
  const rows = <Row extends object>(name: string, filter: object) =>
    a.mongo.connection.collection(name).find(filter).sort({ _id: 1 }).toArray() as unknown as Promise<Row[]>;

  /** Buys a pack, paid at once. Returns the id of the payment. */
  async function buy(who: AddedMember, pack: PackageId = 'p0', code?: string): Promise<string> {
    const wish = { key: randomUUID(), package: pack, method: 'creditcard', ...(code && { code }) } as const;
    const started = await a.core.payments.startPayment(payer(who.id), wish);
    if (!started.ok) throw new Error(started.refusal.code);
    const { payment } = started.value;
    provider.pay(payment);
    world.later(2_000);
    await a.core.payments.getPayment(who.id, payment);
    return payment;
  }

  /** A debit of a trusted member, that the bank has accepted. */
  async function promise(who: AddedMember, pack: PackageId = 'p0'): Promise<string> {
    const wish = { key: randomUUID(), package: pack, method: 'creditcard' } as const;
    const started = await a.core.payments.startPayment(payer(who.id), wish);
    if (!started.ok) throw new Error(started.refusal.code);
    const { payment } = started.value;
    provider.submit(payment);
    await a.mongo.connection
      .collection<{ _id: string }>('payments')
      .updateOne({ _id: payment }, { $set: { method: 'sdd', trusted: true } });
    await look(payment);
    return payment;
  }

  /** Lets the next pass ask about a payment. */
  async function look(payment: string): Promise<void> {
    const now = world.clock.now();
    await a.mongo.connection
      .collection<{ _id: string }>('payments')
      .updateOne({ _id: payment }, { $set: { dueAt: now } });
    await a.core.payments.reconcilePayments();
  }

  /** The bank says this of a payment, and the provider is asked. */
  async function says(
    payment: string,
    state: ProviderDispute['state'],
    change: Partial<ProviderDispute> = {},
  ): Promise<void> {
    provider.dispute(payment, { id: `dp_${payment}`, at: world.clock.now(), state, ...change });
    await look(payment);
  }

  async function spend(who: AddedMember, to: AddedMember, credits: number): Promise<void> {
    for (let sent = 0; sent < credits; sent += 1) {
      const input = { clientId: randomUUID(), profile: to.id, text: 'Hi', credits: 1 };
      const answer = await a.core.messaging.sendMessage(senderOf(who), input);
      if (!answer.ok) throw new Error(answer.refusal.code);
    }
    await world.settle();
  }

  /** Credits to spend, credits owed, and premium, as one line. */
  async function stands(who: AddedMember): Promise<string> {
    const { credits, debt, premium } = await a.core.credits.balanceOf(who.id);
    return `${credits} debt ${debt}${premium ? ' premium' : ''}`;
  }

  const buyer = async () => world.people({ account: { createdAt: world.clock.now() - DAY } }, {});
  const disputesOf = (payment: string) =>
    rows<{ state: string; ledger: string; credits: number; debt: number; lossCents: number; reason: string }>(
      'disputes',
      { payment },
    );
  const receiptsOf = async (payment: string) =>
    (await rows<{ key: string; grossCents: number; vatCents: number; at: number }>('receipts', { payment }))
      .toSorted((x, y) => x.at - y.at)
      .map(({ key, grossCents }) => `${key.split(':')[0]} ${grossCents}`);
  const linesOf = async (who: AddedMember) => {
    const { entries } = await a.core.credits.getStatement(who.id);
    return entries.map(({ kind, reason, credits, debt }) => `${kind} ${reason} ${credits} ${debt}`);
  };
  return { buy, promise, look, says, spend, stands, buyer, disputesOf, receiptsOf, linesOf, rows };
}
