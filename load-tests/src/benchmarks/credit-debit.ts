import { randomUUID } from 'node:crypto';
import { startWorld, type World } from '@heartline/testing';
import { DURABLE } from '@heartline/testing/bench-access';
import { interleave, later, type Result } from '../measure.ts';

const SPENDERS = 50;
const FOR_MS = 4_000;
const REPETITIONS = 5;
const CREDITS = 10_000_000;

/**
 * Fifty spenders at once debit one balance, each on its own conversation, while the debiting worker is killed at
 * random. The baseline is a bare conditional update of one balance with the same write concern. Afterwards the ledger
 * must add up: no debit twice, none lost.
 */
export async function creditDebit(): Promise<Result> {
  const world = await startWorld({ purpose: 'measurement', gateways: 1, workers: 1 });
  try {
    const [payer, ...others] = await world.people(
      { premium: true, credits: CREDITS },
      ...Array.from({ length: SPENDERS }, () => ({})),
    );
    const faults: string[] = [];
    let accepted = 0;
    const ours = async () => {
      const kills = killAtRandom(world);
      const spent = await spend(async (spender) => {
        const result = await world.inside.core.messaging.sendMessage(
          { member: payer.id, site: 'default' },
          { clientId: randomUUID(), profile: others[spender]?.id as string, text: 'Hello', credits: 1 },
        );
        if (!result.ok) faults.push(`refused: ${result.refusal.code}`);
      });
      accepted += spent.count;
      await kills.stop();
      return spent.perSecond;
    };
    const bare = await bareBalance(world);
    const pairs = await interleave(REPETITIONS, ours, async () => (await spend(bare)).perSecond);
    await world.inside.core.messaging.flush();
    faults.push(...(await ledgerFaultsOf(world, payer.id, accepted)));
    return {
      rows: [
        {
          figure: 'debits per second, of bare conditional updates',
          values: pairs.map((pair) => pair.ours / pair.baseline),
          target: { atLeast: 0.6 },
        },
        { figure: 'debits per second from one balance', values: pairs.map((pair) => pair.ours), digits: 0 },
        { figure: 'bare updates per second', values: pairs.map((pair) => pair.baseline), digits: 0 },
      ],
      faults,
      notes: [
        `${accepted} messages paid from one balance, each debited once; the worker was killed ${killed} times.`,
      ],
    };
  } finally {
    await world.stop();
  }
}

let killed = 0;

/** Runs `once` repeatedly for each spender. */
async function spend(
  once: (spender: number) => Promise<void>,
): Promise<{ count: number; perSecond: number }> {
  const startedAt = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: SPENDERS }, async (_, spender) => {
      while (performance.now() - startedAt < FOR_MS) {
        await once(spender);
        count += 1;
      }
    }),
  );
  return { count, perSecond: (count / (performance.now() - startedAt)) * 1_000 };
}

/** Kills the worker at a random moment in the next seconds, and restarts it. */
function killAtRandom({ workers: [worker] }: World): { stop(): Promise<void> } {
  const work = later(500 + Math.random() * (FOR_MS - 1_000)).then(async () => {
    await worker?.kill();
    killed += 1;
    await worker?.restart();
  });
  return { stop: () => work };
}

async function bareBalance(world: World): Promise<() => Promise<void>> {
  const balances = world.inside.mongo.connection.collection<{ _id: string; credits: number }>(
    'benchBalances',
  );
  await balances.insertOne({ _id: 'one', credits: CREDITS });
  return async () => {
    await balances.updateOne(
      { _id: 'one', credits: { $gte: 1 } },
      { $inc: { credits: -1 } },
      { writeConcern: DURABLE },
    );
  };
}

/** Differences between the ledger and the accepted messages. */
async function ledgerFaultsOf(world: World, payer: string, accepted: number): Promise<string[]> {
  const faults = (await world.violations()).map((violation) => JSON.stringify(violation));
  const { credits } = await world.inside.core.credits.balanceOf(payer);
  if (CREDITS - credits !== accepted) faults.push(`${accepted} accepted, ${CREDITS - credits} credits gone`);
  const debits = await world.inside.mongo.connection
    .collection<{ _id: string; outcome: string }>('settlements')
    .countDocuments({ outcome: 'debit' });
  if (debits !== accepted) faults.push(`${accepted} accepted, ${debits} debited`);
  return faults;
}
