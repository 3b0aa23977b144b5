import { randomUUID } from 'node:crypto';
import { eventFrame } from '../../lib/frames.ts';
import { benchRelay, benchRelayed } from '../bench-contracts.ts';
import { quantile } from '../figures.ts';
import { later, type Result, type Row, row, type Scale } from '../measure.ts';
import type { BenchMember } from '../relay-flow.ts';
import { type MeasuredServer, startServer } from '../start-server.ts';
import { enterWire, textFrame, type Wire } from '../wire-client.ts';
import { cookieOf, openEngines } from './engines.ts';

const RECEIVERS = 100;
/** One of a hundred sockets stops reading. After it is cut off, it reconnects and again does not read. */
const SLOW = 1;
const PER_SECOND = 1_000;
const FOR_MS = 20_000;
/** Slightly longer than the gateway takes to cut it off. */
const LOOKED_AT_MS = 10_000;
const LOOK_EVERY_MS = 1_000;
const REPETITIONS = 3;
const ORIGIN = 'http://bench.localhost';
/** Long texts, so that data for the slow socket fills the kernel's buffers within seconds. */
const TEXT = 'A long story, told to everybody who listens and to one who does not. '.repeat(200);
/** Deliveries to the slow socket, of a hundred. */
const TO_SLOW = 4;
/** Limit of data waiting for one socket: four times its share, plus the packets of one turn (infra/decisions/027). */
const MOST_WAITING_KIB = 4 * 256 + 64;

/**
 * A thousand deliveries a second of long texts to a hundred sockets, one of which does not read. The gateway must hold
 * a bounded amount for it, and the others must not notice; rounds without a slow socket are the baseline. Memory has
 * its own rounds with a collection before each sample, since otherwise it shows when the last collection was.
 */
export async function slowReader({ small }: Scale): Promise<Result> {
  const engines = await openEngines();
  const live = await startServer('live', { ...engines.urls, origin: ORIGIN });
  const faults: string[] = [];
  try {
    const [sender, ...receivers] = await engines.members(1 + RECEIVERS);
    if (!sender) throw new Error('there are no members');
    const turn = (slow: number, forMs: number, isLookedAt: boolean) =>
      oneTurn(live, sender, receivers, { slow, forMs, isLookedAt, faults });
    const [timedMs, lookedAtMs] = small ? [3_000, 3_000] : [FOR_MS, LOOKED_AT_MS];
    const rounds: Rounds[] = [];
    await turn(0, 2_000, false);
    while (rounds.length < (small ? 1 : REPETITIONS)) {
      rounds.push({
        idle: await turn(0, timedMs, false),
        slow: await turn(SLOW, timedMs, false),
        idleMemory: await turn(0, lookedAtMs, true),
        slowMemory: await turn(SLOW, lookedAtMs, true),
      });
    }
    if (!small && rounds.some(({ slow }) => slow.cutWaiting.length === 0))
      faults.push('a slow reader was not cut off');
    const notes = [
      `${PER_SECOND} deliveries a second of ${TEXT.length} characters, ${timedMs / 1_000} s each; memory in turns of ${lookedAtMs / 1_000} s, after collections.`,
    ];
    return { rows: rowsOf(rounds), faults, notes };
  } finally {
    await live.stop();
    await engines.stop();
  }
}

type Rounds = Record<'idle' | 'slow' | 'idleMemory' | 'slowMemory', Turn>;

function rowsOf(rounds: readonly Rounds[]): Row[] {
  const of = (value: (rounds: Rounds) => number) => rounds.map(value);
  const cuts = rounds.flatMap(({ slow, slowMemory }) => [...slow.cutWaiting, ...slowMemory.cutWaiting]);
  const mib = { digits: 1, unit: 'MiB' };
  return [
    row(
      'p99 of the others beside a slow reader, of without one',
      of(({ idle, slow }) => slow.p99 / idle.p99),
      { atMost: 1.2 },
    ),
    row(
      'growth of memory in use beside a slow reader, beyond without one',
      of(({ idleMemory, slowMemory }) => slowMemory.growthMib - idleMemory.growthMib),
      { ...mib, atMost: 32 },
    ),
    row(
      'growth of memory in use without a slow reader',
      of(({ idleMemory }) => idleMemory.growthMib),
      mib,
    ),
    row('most that waited for one socket', [Math.max(0, ...cuts) / 1_024], {
      digits: 0,
      unit: 'KiB',
      atMost: MOST_WAITING_KIB,
    }),
    row(
      'p99 without a slow reader',
      of(({ idle }) => idle.p99),
      { digits: 1, unit: 'ms' },
    ),
    row(
      'slow readers cut off in a turn',
      of(({ slow }) => slow.cutWaiting.length),
      { digits: 0 },
    ),
  ];
}

interface Turn {
  p99: number;
  /** Highest memory in use during the round minus that before it; sampled only after collections. */
  growthMib: number;
  /** Bytes waiting for each slow reader that the gateway cut off. */
  cutWaiting: number[];
}

interface TurnOptions {
  slow: number;
  forMs: number;
  isLookedAt: boolean;
  faults: string[];
}

async function oneTurn(
  live: MeasuredServer,
  sender: BenchMember,
  receivers: readonly BenchMember[],
  { slow, forMs, isLookedAt, faults }: TurnOptions,
): Promise<Turn> {
  const dueAt = new Map<string, number>();
  const took: number[] = [];
  const out = await enter(live, sender, () => {});
  const wires: Wire[] = [];
  for (const receiver of receivers.slice(slow))
    wires.push(await enter(live, receiver, (payload) => receive(payload, dueAt, took)));
  const silent = await keepSilent(live, receivers.slice(0, slow));
  const memory = isLookedAt ? await watchMemory(live) : undefined;
  const expected = await report(out, { receivers, slow, forMs, dueAt });
  const growthMib = (await memory?.stop()) ?? 0;
  for (let timeout = 0; took.length < expected && timeout < 200; timeout += 1) await later(20);
  if (took.length < expected)
    faults.push(`${expected - took.length} deliveries to readers who read are missing`);
  const cutWaiting = await silent.stop();
  for (const wire of [...wires, out]) wire.close();
  await later(1_000);
  return { p99: quantile(took, 0.99), growthMib, cutWaiting };
}

/**
 * Opens sockets that read nothing. Each reconnects at once when it is cut off, as a client does, and again reads
 * nothing.
 */
async function keepSilent(
  live: MeasuredServer,
  members: readonly BenchMember[],
): Promise<{ stop(): Promise<number[]> }> {
  const cutWaiting: number[] = [];
  const wires: Wire[] = [];
  const open = async () => {
    for (const member of members) {
      const wire = await enter(live, member, () => {});
      wire.pause();
      wires.push(wire);
    }
  };
  await open();
  let returning: Promise<void> = Promise.resolve();
  const stopListening = live.onReported((reported) => {
    if (reported.cutWaiting === undefined) return;
    cutWaiting.push(reported.cutWaiting);
    returning = returning.then(open);
  });
  return {
    async stop() {
      stopListening();
      await returning;
      for (const wire of wires) wire.close();
      return cutWaiting;
    },
  };
}

/** Samples the memory in use; `stop` returns the largest growth since the start, in MiB. */
async function watchMemory(live: MeasuredServer): Promise<{ stop(): Promise<number> }> {
  const before = await live.ask<number>('in use');
  let most = before;
  const run = { isOver: false };
  const work = (async () => {
    while (!run.isOver) {
      await later(LOOK_EVERY_MS);
      most = Math.max(most, await live.ask<number>('in use'));
    }
  })();
  return {
    async stop() {
      run.isOver = true;
      await work;
      return (most - before) / 2 ** 20;
    },
  };
}

/**
 * Sends by the clock, with more than their share to slow sockets. Returns how many deliveries the others must receive.
 */
async function report(
  out: Wire,
  {
    receivers,
    slow,
    forMs,
    dueAt,
  }: { receivers: readonly BenchMember[]; slow: number; forMs: number; dueAt: Map<string, number> },
): Promise<number> {
  const startedAt = performance.now();
  const total = (PER_SECOND * forMs) / 1_000;
  let expected = 0;
  for (let next = 0; next < total; await later(1)) {
    const due = ((performance.now() - startedAt) * PER_SECOND) / 1_000;
    for (; next < total && next <= due; next += 1) {
      const isToSlow = slow > 0 && next % (RECEIVERS / TO_SLOW) === 0;
      const index = isToSlow ? 0 : slow + (next % (receivers.length - slow));
      const receiver = receivers[index] as BenchMember;
      const clientId = randomUUID();
      if (!isToSlow) {
        expected += 1;
        dueAt.set(clientId, startedAt + (next * 1_000) / PER_SECOND);
      }
      const payload = { clientId, profile: receiver.id, text: TEXT, credits: 1 };
      out.write(textFrame(eventFrame(next, benchRelay.name, payload)));
    }
  }
  return expected;
}

const MARK = `42["${benchRelayed.name}"`;
const CLIENT_ID = '"clientId":"';

function receive(payload: Buffer, dueAt: Map<string, number>, took: number[]): void {
  const head = payload.toString('latin1', 0, 200);
  if (!head.startsWith(MARK)) return;
  const start = head.indexOf(CLIENT_ID) + CLIENT_ID.length;
  const clientId = head.slice(start, start + 36);
  const at = dueAt.get(clientId);
  if (at === undefined) return;
  dueAt.delete(clientId);
  took.push(performance.now() - at);
}

function enter(live: MeasuredServer, member: BenchMember, onText: (payload: Buffer) => void): Promise<Wire> {
  return enterWire({ address: live.address, origin: ORIGIN, cookie: cookieOf(member) }, onText);
}
