import type { World } from '@heartline/testing';
import { residentKib } from '../cpu.ts';
import { later, type Result, type Row, row, type Scale } from '../measure.ts';
import { connectPairs, PARTS, type Step, serverCpu, startMeasuredWorld, step } from '../message-world.ts';
import { openSocket, type SocketClient } from '../socket-client.ts';
import type { Traffic } from '../traffic.ts';
import { bareWrites, TEXT } from './bare-writes.ts';

const PAIRS = 100;
const REPETITIONS = 5;
const RUN_MS = 4_000;
const P99_MS = 100;
/** Start rate of the search for the knee in messages a second, and its final precision. */
const START_RATE = 200;
const FINE = 1.12;
/** Minimum rate of the search for the knee. */
const LEAST_RATE = 25;
const WARM_SOCKETS = 300;
const IDLE_SOCKETS = 2_000;

/**
 * The whole paid send through real processes: socket → rules → hold → message → acknowledgement → peer's socket → debit
 * by the worker. 100 pairs, both sides sending sixty characters by the clock.
 *
 * - knee: the highest rate at which p99 of acknowledgement and delivery, from the scheduled time, stays within 100 ms.
 *   All messages must be settled by the end. Its rows come from rounds that hold this themselves.
 * - capacity: accepted a second while each of the 200 senders keeps one message under way.
 * - (a): against the same documents written bare in bulks, alternating.
 * - (b): against the same code with one write per call: a second gateway with one insert at a time per connection. The
 *   worker's debits stay in bulks, which only helps this baseline.
 * - across: capacity with the two of each pair on different gateways, as is usual with many gateways.
 */
export async function msgDurable({ small }: Scale): Promise<Result> {
  const world = await startMeasuredWorld({ small, gateways: 3 });
  const faults: string[] = [];
  try {
    await world.gateways[ALONE]?.restart({ MONGODB_BULK: '1' });
    const traffic = await connectPairs(world, PAIRS, TEXT, [GROUPED]);
    const alone = await connectPairs(world, PAIRS, TEXT, [ALONE]);
    const apart = await connectPairs(world, PAIRS, TEXT, ACROSS);
    await traffic.closedLoop(2_000);
    await apart.closedLoop(1_000);
    await alone.closedLoop(1_000);
    // Measures this first, while the store has no backlog of an earlier step.
    await later(small ? 1_000 : REST_MS);
    const idle: Step[] = [];
    for (let turn = 0; turn < (small ? 1 : REPETITIONS); turn += 1) {
      idle.push(await step(world, () => traffic.openLoop(LOW_RATE, RUN_MS), faults));
    }
    if (!small) await warmUp(world, traffic, faults);
    const repetitions = small ? 1 : REPETITIONS;
    const bareNow = () => bareWrites(world.inside.mongo, PAIRS, small ? 2_000 : BARE_MESSAGES);
    const knee = small ? LEAST_RATE : await findKnee(world, traffic, faults);
    const atKnee = await heldRounds(knee, repetitions, async (rate) => ({
      bare: await bareNow(),
      step: await step(world, () => traffic.openLoop(rate, RUN_MS), faults),
    }));
    const rounds: Turn[] = [];
    for (let turn = 0; turn < repetitions; turn += 1) {
      rounds.push({
        bare: await bareNow(),
        full: await step(world, () => traffic.closedLoop(RUN_MS), faults),
        alone: await step(world, () => alone.closedLoop(RUN_MS), faults),
        across: await step(world, () => apart.closedLoop(RUN_MS), faults),
      });
    }
    traffic.close();
    alone.close();
    apart.close();
    const idleKib = await idleSocketKib(world, small ? 200 : IDLE_SOCKETS);
    faults.push(...(await world.violations()).map((violation) => JSON.stringify(violation)));
    return { rows: rowsOf(atKnee, rounds, idle, idleKib), faults, notes: [] };
  } finally {
    await world.stop();
  }
}

/** Gateways by role: the product as it is, one without group commit, and two of the product. */
const GROUPED = 0;
const ALONE = 1;
const ACROSS = [GROUPED, 2];
const BARE_MESSAGES = 10_000;
/** A rate without queues: the latency of a single message. */
const LOW_RATE = 100;
/** Time for the writes of the warm-up. */
const REST_MS = 5_000;
/** Warm-up steps. The first seconds run code that is not compiled yet, unlike an app that has run for a while. */
const WARM_STEPS = 3;

interface KneeTurn {
  bare: number;
  step: Step;
}

interface Turn {
  bare: number;
  full: Step;
  alone: Step;
  across: Step;
}

async function warmUp(world: World, traffic: Traffic, faults: string[]): Promise<void> {
  for (let done = 0; done < WARM_STEPS; done += 1)
    await step(world, () => traffic.closedLoop(RUN_MS), faults);
  await later(REST_MS);
}

/**
 * Doubles the rate until it is too high, then halves the step until it is fine enough. A rate is too high if two of
 * three steps say so: one alone may have met a stall of the machine.
 */
async function findKnee(world: World, traffic: Traffic, faults: string[]): Promise<number> {
  const isHeldOnce = async (rate: number) => {
    const { ackP99, deliveryP99 } = await step(world, () => traffic.openLoop(rate, RUN_MS), faults);
    console.log(
      `  ${Math.round(rate)}/s: p99 ack ${ackP99.toFixed(0)} ms, delivery ${deliveryP99.toFixed(0)} ms`,
    );
    return isWithin({ ackP99, deliveryP99 });
  };
  const holds = async (rate: number) =>
    (await isHeldOnce(rate)) || ((await isHeldOnce(rate)) && (await isHeldOnce(rate)));
  let good = 0;
  let bad = START_RATE;
  while (await holds(bad)) {
    good = bad;
    bad *= 2;
  }
  while (good === 0 && bad > LEAST_RATE) {
    bad /= 2;
    if (await holds(bad)) good = bad;
  }
  bad = good === 0 ? bad : Math.max(bad, good * 2);
  while (good > 0 && bad / good > FINE) {
    const middle = Math.sqrt(good * bad);
    if (await holds(middle)) good = middle;
    else bad = middle;
  }
  return Math.max(good, LEAST_RATE);
}

const isWithin = ({ ackP99, deliveryP99 }: Pick<Step, 'ackP99' | 'deliveryP99'>) =>
  Math.max(ackP99, deliveryP99) <= P99_MS;

/**
 * Rounds at the highest rate, at or below `from`, at which most rounds stay within the 99th percentile of the knee. The
 * search accepts a rate after one good step, so the rounds decide and lower it if necessary. At the minimum rate the
 * rounds stay as they are, and their rows miss the target.
 */
export async function heldRounds<T extends { step: Pick<Step, 'ackP99' | 'deliveryP99'> }>(
  from: number,
  repetitions: number,
  turnAt: (rate: number) => Promise<T>,
): Promise<T[]> {
  for (let rate = from; ; rate = Math.max(LEAST_RATE, rate / FINE)) {
    const rounds: T[] = [];
    const missed = () => rounds.filter(({ step }) => !isWithin(step)).length;
    const isLost = () => rate > LEAST_RATE && missed() > (repetitions - 1) / 2;
    while (rounds.length < repetitions && !isLost()) rounds.push(await turnAt(rate));
    if (!isLost()) return rounds;
    console.log(`  ${Math.round(rate)}/s: not held by ${missed()} of ${rounds.length} turns`);
  }
}

/** Memory of a signed-in idle socket in a fresh gateway. */
async function idleSocketKib(world: World, count: number): Promise<number> {
  const gateway = world.gateways[GROUPED];
  if (!gateway) return Number.NaN;
  await gateway.restart();
  const wishes = Array.from({ length: (WARM_SOCKETS + count) * world.gateways.length }, () => ({}));
  const people = (await world.people(...wishes)).filter(
    ({ http }) => http.gateway.address === gateway.address,
  );
  const sockets: SocketClient[] = [];
  const open = async (count: number) => {
    for (const { http } of people.splice(0, count))
      sockets.push(await openSocket({ ...http.gateway, cookie: http.cookie }));
    await later(2_000);
    return residentKib(gateway.pid());
  };
  const warm = await open(WARM_SOCKETS);
  const full = await open(count);
  for (const socket of sockets) socket.close();
  return (full - warm) / count;
}

function rowsOf(
  kneeRounds: readonly KneeTurn[],
  rounds: readonly Turn[],
  idle: readonly Step[],
  idleKib: number,
): Row[] {
  const full = rounds.map((turn) => turn.full);
  const across = rounds.map((turn) => turn.across);
  const of = (steps: readonly Step[], pick: (step: Step) => number) => steps.map(pick);
  const inMs = { digits: 0, unit: 'ms' };
  const whole = { digits: 0 };
  const alone = rounds.map((turn) => turn.alone.perSecond);
  const bare = rounds.map((turn) => turn.bare);
  return [
    ...kneeRows(kneeRounds),
    row('(a) accepted at capacity, of bare bulks', ratio(full, bare), { better: 'higher', isShown: true }),
    row('(b) accepted at capacity, of one write per call', ratio(full, alone), { digits: 1, atLeast: 5 }),
    ...idleRows(idle),
    row('accepted a second at capacity', perSecond(full), { ...whole, better: 'higher', isShown: true }),
    row(
      'p99 of the acknowledgement at capacity',
      of(full, (step) => step.ackP99),
      inMs,
    ),
    row('bare messages a second', bare, whole),
    row('one write per call, accepted a second', alone, whole),
    row('CPU-s per 1,000 at capacity, servers', full.map(serverCpu), { atMost: 0.22 }),
    ...PARTS.map((part) =>
      row(
        `CPU-s per 1,000 at capacity, ${part}`,
        of(full, (step) => step.cpu[part]),
      ),
    ),
    row('accepted a second at capacity, across two gateways', perSecond(across), whole),
    ...PARTS.map((part) =>
      row(
        `CPU-s per 1,000 across two gateways, ${part}`,
        of(across, (step) => step.cpu[part]),
      ),
    ),
    row('RSS of an idle signed-in socket, behind this load', [idleKib], {
      digits: 1,
      unit: 'KiB',
      atMost: 40,
    }),
  ];
}

const perSecond = (steps: readonly Step[]) => steps.map((step) => step.perSecond);

const ratio = (ours: readonly Step[], floor: readonly number[]) =>
  ours.map((step, turn) => step.perSecond / (floor[turn] ?? Number.NaN));

/** Rows of the knee: the accepted rate, and the latencies of its rounds. */
function kneeRows(rounds: readonly KneeTurn[]): Row[] {
  const steps = rounds.map(({ step }) => step);
  const inMs = { digits: 0, unit: 'ms', atMost: P99_MS };
  return [
    row(
      '(a) accepted at the knee, of bare bulks',
      ratio(
        steps,
        rounds.map(({ bare }) => bare),
      ),
      { better: 'higher', isShown: true },
    ),
    row('accepted a second at the knee', perSecond(steps), { digits: 0, atLeast: 3_500 }),
    row(
      'settled a second at the knee',
      steps.map(({ settledPerSecond }) => settledPerSecond),
      { digits: 0 },
    ),
    row(
      'p99 of the acknowledgement at the knee',
      steps.map(({ ackP99 }) => ackP99),
      inMs,
    ),
    row(
      'p99 of the delivery at the knee',
      steps.map(({ deliveryP99 }) => deliveryP99),
      inMs,
    ),
  ];
}

/** Rows of the latency without queues. */
function idleRows(steps: readonly Step[]): Row[] {
  const inMs = { digits: 1, unit: 'ms' };
  return [
    row(
      'p50 of the delivery at 100/s',
      steps.map(({ deliveryP50 }) => deliveryP50),
      { ...inMs, atMost: 5 },
    ),
    row(
      'p99 of the delivery at 100/s',
      steps.map(({ deliveryP99 }) => deliveryP99),
      { ...inMs, atMost: 12 },
    ),
    row(
      'p99 of the acknowledgement at 100/s',
      steps.map(({ ackP99 }) => ackP99),
      { ...inMs, atMost: 12 },
    ),
  ];
}
