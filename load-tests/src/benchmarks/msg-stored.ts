import type { World } from '@heartline/testing';
import { later, type Result, type Scale } from '../measure.ts';
import { connectPairs, type Step, startMeasuredWorld, step } from '../message-world.ts';
import type { Traffic } from '../traffic.ts';
import { bareWrites, TEXT } from './bare-writes.ts';
import { fillMessages, newId } from './fill-messages.ts';

const PAIRS = 100;
const FOR_MS = 4_000;
const TURNS = 3;
const EACH = 1_000;
/** Messages stored before each measured step; the first is what warming up leaves. */
const STORED = [0, 10_000, 100_000, 1_000_000] as const;
const BARE_MESSAGES = 6_000;

/**
 * msg-durable while the store fills: paid messages a second with hardly any and with a million stored messages, each
 * next to the same documents written bare into the same engine. Flat is the aim: what falls here falls in production.
 */
export async function msgStored({ small }: Scale): Promise<Result> {
  const world = await startMeasuredWorld();
  const faults: string[] = [];
  try {
    const traffic = await connectPairs(world, PAIRS, TEXT);
    await traffic.closedLoop(1_500);
    const levels = small ? STORED.slice(0, 2) : STORED;
    const measured: { stored: number; steps: Step[]; bare: number[] }[] = [];
    let stored = 0;
    for (const level of levels) {
      await fill(world, level - stored);
      stored = level;
      measured.push({ stored, ...(await measure(world, traffic, small ? 1 : TURNS, faults)) });
    }
    traffic.close();
    const first = measured[0];
    const last = measured.at(-1);
    if (!first || !last) throw new Error('nothing was measured');
    return {
      rows: [
        {
          figure: `accepted a second with ${words(last.stored)} stored messages, of an empty store`,
          values: last.steps.map((one, turn) => one.perSecond / (first.steps[turn]?.perSecond ?? Number.NaN)),
          target: { atLeast: 0.9 },
        },
        {
          figure: 'bare writes there, of an empty store',
          values: last.bare.map((one, turn) => one / (first.bare[turn] ?? Number.NaN)),
        },
        ...measured.flatMap(({ stored: level, steps, bare }) => [
          {
            figure: `accepted a second, ${words(level)} stored`,
            values: steps.map(({ perSecond }) => perSecond),
            digits: 0,
          },
          {
            figure: `of bare bulks, ${words(level)} stored`,
            values: steps.map(({ perSecond }, turn) => perSecond / (bare[turn] ?? Number.NaN)),
            better: 'higher' as const,
          },
        ]),
      ],
      faults,
      notes: [
        'Beside what the measured steps themselves stored. Filled rows have no holds, so the books are not checked.',
      ],
    };
  } finally {
    await world.stop();
  }
}

async function measure(world: World, traffic: Traffic, turns: number, faults: string[]) {
  const steps: Step[] = [];
  const bare: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    bare.push(await bareWrites(world.inside.mongo, PAIRS, BARE_MESSAGES));
    steps.push(await step(world, () => traffic.closedLoop(FOR_MS), faults));
  }
  return { steps, bare };
}

/** Messages of other people, a thousand to a conversation. */
async function fill(world: World, messages: number): Promise<void> {
  if (messages <= 0) return;
  const conversations = Array.from({ length: Math.ceil(messages / EACH) }, () => ({
    id: newId(),
    members: [newId(), newId()] as const,
  }));
  await fillMessages(world.inside.mongo, conversations, EACH);
  // What the engine tidies after a bulk load is not a member's to wait for.
  await later(3_000);
}

const words = (count: number) => (count === 0 ? 'no' : count.toLocaleString('en-GB'));
