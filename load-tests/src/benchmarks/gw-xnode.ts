import { randomUUID } from 'node:crypto';
import { benchRelay, benchRelayed } from '../bench-contracts.ts';
import { quantile } from '../figures.ts';
import { interleave, later, type Result } from '../measure.ts';
import { openSocket, type SocketClient } from '../socket-client.ts';
import { type MeasuredServer, startServer } from '../start-server.ts';
import { cookieOf, openEngines } from './engines.ts';

const PAIRS = 100;
const PER_SECOND = 2_000;
const FOR_MS = 3_000;
const REPETITIONS = 5;
const ORIGIN = 'http://bench.localhost';
const TEXT = 'See you at the little bridge at eight? I bring the umbrella.';

/**
 * One event from one member to another by the clock, 2,000 a second, across two gateways as the product publishes it
 * (numbered in Redis, to all devices of the member); against the same flow inside one process that tells nobody else.
 */
export async function gwXnode(): Promise<Result> {
  const engines = await openEngines();
  const options = { ...engines.urls, origin: ORIGIN };
  const a = await startServer('live', options);
  const b = await startServer('live', options);
  const one = await startServer('live', { ...options, relay: 'local' });
  try {
    const faults: string[] = [];
    // Members of their own each: all devices of a member hear an event, whichever node they are on.
    const across = await openFlow([a, b], await engines.members(PAIRS * 2), faults);
    const inside = await openFlow([one, one], await engines.members(PAIRS * 2), faults);
    const pairs = await interleave(REPETITIONS, across.run, inside.run);
    across.close();
    inside.close();
    const cpu = (of: 'ours' | 'baseline') => pairs.map((pair) => pair[of].microseconds);
    return {
      rows: [
        {
          figure: 'p99 from the scheduled time, of one node',
          values: pairs.map(({ ours, baseline }) => ours.p99 / baseline.p99),
          target: { atMost: 1.5 },
        },
        {
          figure: 'CPU of both gateways per message, of one node',
          values: pairs.map(({ ours, baseline }) => ours.microseconds / baseline.microseconds),
          target: { atMost: 2.5 },
        },
        { figure: 'p99 across', values: pairs.map(({ ours }) => ours.p99), digits: 1, unit: 'ms' },
        { figure: 'p99 inside', values: pairs.map(({ baseline }) => baseline.p99), digits: 1, unit: 'ms' },
        { figure: 'CPU per message across', values: cpu('ours'), digits: 0, unit: 'µs' },
        { figure: 'CPU per message inside', values: cpu('baseline'), digits: 0, unit: 'µs' },
      ],
      faults,
      notes: [],
    };
  } finally {
    await Promise.all([a, b, one].map((server) => server.stop()));
    await engines.stop();
  }
}

/** One direction between two members: an open loop from the first to the second. */
interface Lane {
  out: SocketClient;
  into: SocketClient;
  receiver: string;
  /** Due times of what is on its way. */
  due: Map<string, number>;
}

/** What the receivers of a flow heard. */
interface Heard {
  ms: number[];
  twice: number;
}

type Member = { id: string; session: string };

async function openLane(
  [first, second]: readonly [MeasuredServer, MeasuredServer],
  [sender, receiver]: readonly [Member, Member],
  heard: Heard,
): Promise<Lane> {
  const connect = (server: MeasuredServer, member: Member) =>
    openSocket({
      address: `http://127.0.0.1:${server.port}`,
      origin: ORIGIN,
      cookie: cookieOf(member),
    });
  const [out, into] = [await connect(first, sender), await connect(second, receiver)];
  const due = new Map<string, number>();
  into.onEvent((name, payload) => {
    if (name !== benchRelayed.name) return;
    const { clientId } = payload as { clientId: string };
    const at = due.get(clientId);
    if (at === undefined) heard.twice += 1;
    else heard.ms.push(performance.now() - at);
    due.delete(clientId);
  });
  return { out, into, receiver: receiver.id, due };
}

function send({ out, receiver, due }: Lane, at: number): void {
  const clientId = randomUUID();
  due.set(clientId, at);
  void out.send(benchRelay.name, { clientId, profile: receiver, text: TEXT, credits: 1 });
}

/** Sockets of the pairs, first members on the first server; `run` sends by the clock and waits for all. */
async function openFlow(
  servers: readonly [MeasuredServer, MeasuredServer],
  members: readonly Member[],
  faults: string[],
) {
  const heard: Heard = { ms: [], twice: 0 };
  const lanes: Lane[] = [];
  for (let index = 0; index < members.length; index += 2) {
    lanes.push(await openLane(servers, members.slice(index, index + 2) as [Member, Member], heard));
  }
  await later(500);
  const cpu = () => [...new Set(servers)].reduce((sum, server) => sum + server.cpu(), 0);
  return {
    async run() {
      heard.ms = [];
      const before = cpu();
      const startedAt = performance.now();
      const total = (PER_SECOND * FOR_MS) / 1_000;
      for (let next = 0; next < total; await later(1)) {
        const dueNow = ((performance.now() - startedAt) * PER_SECOND) / 1_000;
        for (; next < total && next <= dueNow; next += 1) {
          send(lanes[next % lanes.length] as Lane, startedAt + (next * 1_000) / PER_SECOND);
        }
      }
      for (let patience = 0; heard.ms.length < total && patience < 500; patience += 1) await later(10);
      const lost = lanes.reduce((sum, { due }) => sum + due.size, 0);
      if (heard.twice > 0) faults.push(`${heard.twice} events were heard twice`);
      if (lost > 0) faults.push(`${lost} events were never heard`);
      for (const { due } of lanes) due.clear();
      return { p99: quantile(heard.ms, 0.99), microseconds: ((cpu() - before) / total) * 1e6 };
    },
    close() {
      for (const { out, into } of lanes) {
        out.close();
        into.close();
      }
    },
  };
}
