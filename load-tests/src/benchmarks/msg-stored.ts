import type { World } from '@heartline/testing';
import { interleave, later, type Result, type Row, type Scale } from '../measure.ts';
import { connectPairs, type Step, startMeasuredWorld, step } from '../message-world.ts';
import type { Traffic } from '../traffic.ts';
import { bareWrites, TEXT } from './bare-writes.ts';
import { fillMessages, newId } from './fill-messages.ts';

const PAIRS = 100;
const FOR_MS = 4_000;
const ROUNDS = 3;
const EACH = 1_000;
/** Messages stored before each measured step. */
const STORED = [10_000, 100_000, 1_000_000] as const;
const BARE_MESSAGES = 6_000;

/** An app with its members on their sockets. */
interface FilledWorld {
  world: World;
  traffic: Traffic;
}

/** The result of one step, and of the same documents written bare into the same engine. */
interface Measured {
  paid: Step;
  bare: number;
}

/**
 * msg-durable while the store fills up to a million messages, with the paid messages a second at each level. The aim is
 * a flat curve.
 * - It alternates with a second app that stores only the measured steps.
 * - In one app alone, the figures would also show how the machine's speed changed, and the cost of the sweep of the
 *   step before.
 */
export async function msgStored({ small }: Scale): Promise<Result> {
  const worlds = [await startMeasuredWorld({ small }), await startMeasuredWorld({ small })] as const;
  const faults: string[] = [];
  try {
    const [filled, empty] = [await fillWorld(worlds[0]), await fillWorld(worlds[1])];
    const rows: Row[] = [];
    let stored = 0;
    for (const level of small ? STORED.slice(0, 1) : STORED) {
      await fill(filled.world, level - stored);
      stored = level;
      const pairs = await interleave(
        small ? 1 : ROUNDS,
        () => measure(filled, faults),
        () => measure(empty, faults),
      );
      rows.push(...rowsOf(level, pairs));
    }
    for (const { traffic } of [filled, empty]) traffic.close();
    return {
      rows,
      faults,
      notes: [
        'Beside what the measured steps themselves stored. Filled rows have no holds, so the books are not checked.',
      ],
    };
  } finally {
    await Promise.all(worlds.map((world) => world.stop()));
  }
}

async function fillWorld(world: World): Promise<FilledWorld> {
  const traffic = await connectPairs(world, PAIRS, TEXT);
  await traffic.closedLoop(1_500);
  return { world, traffic };
}

async function measure({ world, traffic }: FilledWorld, faults: string[]): Promise<Measured> {
  const bare = await bareWrites(world.inside.mongo, PAIRS, BARE_MESSAGES);
  return { bare, paid: await step(world, () => traffic.closedLoop(FOR_MS), faults) };
}

function rowsOf(level: number, pairs: readonly { ours: Measured; baseline: Measured }[]): Row[] {
  const stored = `${level.toLocaleString('en-GB')} stored`;
  return [
    {
      figure: `accepted a second with ${stored}, of an empty store`,
      values: pairs.map(({ ours, baseline }) => ours.paid.perSecond / baseline.paid.perSecond),
      target: { atLeast: 0.9 },
    },
    {
      figure: `bare writes with ${stored}, of an empty store`,
      values: pairs.map(({ ours, baseline }) => ours.bare / baseline.bare),
    },
    {
      figure: `accepted a second, ${stored}`,
      values: pairs.map(({ ours }) => ours.paid.perSecond),
      digits: 0,
    },
    {
      figure: `of bare bulks, ${stored}`,
      values: pairs.map(({ ours }) => ours.paid.perSecond / ours.bare),
      better: 'higher' as const,
    },
  ];
}

/** Fills in messages of other members, a thousand per conversation. */
async function fill(world: World, messages: number): Promise<void> {
  const conversations = Array.from({ length: Math.ceil(messages / EACH) }, () => ({
    id: newId(),
    members: [newId(), newId()] as const,
  }));
  await fillMessages(world.inside.mongo, conversations, EACH);
  // Waits for the engine's cleanup after a bulk load, which no member would meet.
  await later(3_000);
}
