import { startWorld, type World } from '@heartline/testing';
import { cpuSeconds, residentKib } from '../cpu.ts';
import { quantile } from '../figures.ts';
import { later, type Result, type Row } from '../measure.ts';
import { openSocket, type SocketClient } from '../socket-client.ts';
import { type Outcome, openTraffic, type Participant, type Traffic } from '../traffic.ts';
import { bareWrites, TEXT } from './bare-writes.ts';

const PAIRS = 100;
const REPETITIONS = 5;
const RUN_MS = 4_000;
const P99_MS = 50;
/** Messages a second the search for the knee starts at, and how fine it ends. */
const START_RATE = 200;
const FINE = 1.12;
const WARM_SOCKETS = 300;
const IDLE_SOCKETS = 2_000;

/**
 * The whole paid send through real processes: socket → rules → hold → message → acknowledgement → peer's socket → debit
 * by the worker. Sixty characters, 100 pairs, both sides sending, by the clock.
 *
 *   knee      the highest rate whose p99 from the scheduled time, of acknowledgement and delivery, stays within 50 ms,
 *             every message settled by the end
 *   capacity  accepted a second when each of the 200 senders keeps one on its way
 *   (a)       against the same documents written bare in bulks, taking turns
 *   (b)       against the same code with one write per call: a second gateway, whose inserts travel one by one, as many
 *             at once as it has connections; the worker's debits stay in bulks, which only helps this floor
 */
export async function msgDurable(): Promise<Result> {
  const world = await startWorld({
    gateways: 2,
    workers: 1,
    gatewayEnvironment: SERVICE,
    workerEnvironment: SERVICE,
  });
  const faults: string[] = [];
  try {
    await world.gateways[ALONE]?.restart({ MONGODB_BULK: '1' });
    const traffic = await connectPairs(world, GROUPED);
    const alone = await connectPairs(world, ALONE);
    await traffic.closedLoop(2_000);
    await alone.closedLoop(1_000);
    const knee = await findKnee(world, traffic, faults);
    const turns: Turn[] = [];
    for (let turn = 0; turn < REPETITIONS; turn += 1) {
      turns.push({
        bare: await bareWrites(world.inside.mongo, PAIRS, BARE_MESSAGES),
        atKnee: await step(world, () => traffic.openLoop(knee, RUN_MS), faults),
        full: await step(world, () => traffic.closedLoop(RUN_MS), faults),
        alone: await step(world, () => alone.closedLoop(RUN_MS), faults),
      });
    }
    traffic.close();
    alone.close();
    const idleKib = await idleSocketKib(world);
    faults.push(...(await world.violations()).map((violation) => JSON.stringify(violation)));
    return { rows: rowsOf(turns, idleKib), faults, notes: [] };
  } finally {
    await world.stop();
  }
}

/** Which gateway does what: the product as it is, and the one without group commit. */
const GROUPED = 0;
const ALONE = 1;
const BARE_MESSAGES = 10_000;
const LIMITS = new URL('../servers/open-limits.ts', import.meta.url).href;
const SERVICE = { NODE_OPTIONS: `--import=${LIMITS}`, LOG_LEVEL: 'warn', DEV_TOOLS: 'no' };

/** What one step of load gave. */
interface Step {
  perSecond: number;
  settledPerSecond: number;
  ackP99: number;
  deliveryP99: number;
  /** CPU-seconds per 1,000 messages, of each part. */
  cpu: Record<Part, number>;
}

interface Turn {
  bare: number;
  atKnee: Step;
  full: Step;
  alone: Step;
}

const PARTS = ['gateway', 'worker', 'engine', 'redis', 'client'] as const;
type Part = (typeof PARTS)[number];

/** Members on one gateway, two by two. */
async function connectPairs(world: World, gateway: number): Promise<Traffic> {
  const wishes = Array.from({ length: PAIRS * 2 * world.gateways.length }, () => ({
    premium: true,
    credits: 10_000_000,
  }));
  const people = onGateway(await world.people(...wishes), world, gateway);
  const participants = people.map(
    ({ id, http }): Participant => ({ id, door: { ...http.door, cookie: http.cookie } }),
  );
  const pairs = Array.from(
    { length: PAIRS },
    (_, pair) => participants.slice(pair * 2, pair * 2 + 2) as [Participant, Participant],
  );
  return openTraffic(pairs, TEXT);
}

function onGateway<P extends { http: { door: { address: string } } }>(
  people: readonly P[],
  world: World,
  gateway: number,
): P[] {
  const address = world.gateways[gateway]?.address;
  return people.filter(({ http }) => http.door.address === address);
}

/** One step of load, until everything sent is settled. */
async function step(world: World, load: () => Promise<Outcome>, faults: string[]): Promise<Step> {
  const before = cpuOf(world);
  const startedAt = performance.now();
  const outcome = await load();
  const settledMs = (await untilSettled(world, outcome.lastKeys, faults)) - startedAt;
  const after = cpuOf(world);
  const { missing, duplicates, reordered, refused } = outcome;
  if (missing + duplicates + reordered + refused > 0) {
    faults.push(`${missing} missing, ${duplicates} doubled, ${reordered} reordered, ${refused} refused`);
  }
  return {
    perSecond: (outcome.acked / outcome.tookMs) * 1_000,
    settledPerSecond: (outcome.acked / settledMs) * 1_000,
    ackP99: quantile(outcome.ackMs, 0.99),
    deliveryP99: quantile(outcome.deliveryMs, 0.99),
    cpu: Object.fromEntries(
      PARTS.map((part) => [part, ((after[part] - before[part]) / outcome.acked) * 1_000]),
    ) as Record<Part, number>,
  };
}

/** Waits until the last message of every sender is debited; the ones before it were enqueued before it. */
async function untilSettled(world: World, keys: readonly string[], faults: string[]): Promise<number> {
  const settlements = world.inside.mongo.connection.collection<{ _id: string }>('settlements');
  for (let patience = 0; patience < 300; patience += 1) {
    const found = await settlements.find({ _id: { $in: [...keys] } }, { projection: { _id: 1 } }).toArray();
    if (found.length === keys.length) return performance.now();
    await later(50);
  }
  faults.push('not everything was settled within 15 s');
  return performance.now();
}

function cpuOf(world: World): Record<Part, number> {
  const own = process.cpuUsage();
  return {
    gateway: cpuSeconds(world.gateways.map((gateway) => gateway.pid())),
    worker: cpuSeconds(world.workers.map((worker) => worker.pid())),
    engine: cpuSeconds(world.mongo.pids()),
    redis: cpuSeconds(world.redis.pids()),
    client: (own.user + own.system) / 1e6,
  };
}

/** Doubles the rate until it is too much, then halves the distance until the steps are fine. */
async function findKnee(world: World, traffic: Traffic, faults: string[]): Promise<number> {
  const holds = async (rate: number) => {
    const { ackP99, deliveryP99 } = await step(world, () => traffic.openLoop(rate, RUN_MS), faults);
    console.log(
      `  ${Math.round(rate)}/s: p99 ack ${ackP99.toFixed(0)} ms, delivery ${deliveryP99.toFixed(0)} ms`,
    );
    return Math.max(ackP99, deliveryP99) <= P99_MS;
  };
  let good = 0;
  let bad = START_RATE;
  while (await holds(bad)) {
    good = bad;
    bad *= 2;
  }
  while (good === 0 && bad > 25) {
    bad /= 2;
    if (await holds(bad)) good = bad;
  }
  bad = good === 0 ? bad : Math.max(bad, good * 2);
  while (good > 0 && bad / good > FINE) {
    const middle = Math.sqrt(good * bad);
    if (await holds(middle)) good = middle;
    else bad = middle;
  }
  return Math.max(good, 25);
}

/** What a signed-in socket that says nothing costs a gateway that has done nothing else. */
async function idleSocketKib(world: World): Promise<number> {
  const gateway = world.gateways[GROUPED];
  if (!gateway) return Number.NaN;
  await gateway.restart();
  const wishes = Array.from({ length: (WARM_SOCKETS + IDLE_SOCKETS) * world.gateways.length }, () => ({}));
  const people = onGateway(await world.people(...wishes), world, GROUPED);
  const sockets: SocketClient[] = [];
  const open = async (count: number) => {
    for (const { http } of people.splice(0, count))
      sockets.push(await openSocket({ ...http.door, cookie: http.cookie }));
    await later(2_000);
    return residentKib(gateway.pid());
  };
  const warm = await open(WARM_SOCKETS);
  const full = await open(IDLE_SOCKETS);
  for (const socket of sockets) socket.close();
  return (full - warm) / IDLE_SOCKETS;
}

function rowsOf(turns: readonly Turn[], idleKib: number): Row[] {
  const atKnee = turns.map((turn) => turn.atKnee);
  const full = turns.map((turn) => turn.full);
  const cpu = (of: readonly Step[], part: Part) => of.map((one) => one.cpu[part]);
  const total = (of: readonly Step[]) => of.map((one) => PARTS.reduce((sum, part) => sum + one.cpu[part], 0));
  return [
    {
      figure: '(a) accepted at the knee, of bare bulks',
      values: turns.map((turn) => turn.atKnee.perSecond / turn.bare),
      target: { atLeast: 0.35 },
    },
    {
      figure: '(a) accepted at capacity, of bare bulks',
      values: turns.map((turn) => turn.full.perSecond / turn.bare),
    },
    {
      figure: '(b) accepted at capacity, of one write per call',
      values: turns.map((turn) => turn.full.perSecond / turn.alone.perSecond),
      digits: 1,
      target: { atLeast: 5 },
    },
    { figure: 'accepted a second at the knee', values: atKnee.map((one) => one.perSecond), digits: 0 },
    { figure: 'settled a second at the knee', values: atKnee.map((one) => one.settledPerSecond), digits: 0 },
    {
      figure: 'p99 of the acknowledgement at the knee',
      values: atKnee.map((one) => one.ackP99),
      digits: 0,
      unit: 'ms',
    },
    {
      figure: 'p99 of the delivery at the knee',
      values: atKnee.map((one) => one.deliveryP99),
      digits: 0,
      unit: 'ms',
    },
    { figure: 'accepted a second at capacity', values: full.map((one) => one.perSecond), digits: 0 },
    {
      figure: 'p99 of the acknowledgement at capacity',
      values: full.map((one) => one.ackP99),
      digits: 0,
      unit: 'ms',
    },
    { figure: 'bare messages a second', values: turns.map(({ bare }) => bare), digits: 0 },
    {
      figure: 'one write per call, accepted a second',
      values: turns.map((turn) => turn.alone.perSecond),
      digits: 0,
    },
    { figure: 'CPU-s per 1,000 at capacity, all', values: total(full) },
    ...PARTS.map((part) => ({ figure: `CPU-s per 1,000 at capacity, ${part}`, values: cpu(full, part) })),
    { figure: 'RSS of an idle signed-in socket', values: [idleKib], digits: 1, unit: 'KiB' },
  ];
}
