import { randomUUID } from 'node:crypto';
import { benchRelay, benchRelayed } from './bench-contracts.ts';
import { cookieOf } from './benchmarks/engines.ts';
import { quantile } from './figures.ts';
import { later } from './measure.ts';
import { openSocket, type SocketClient } from './socket-client.ts';
import type { MeasuredServer } from './start-server.ts';

export const ORIGIN = 'http://bench.localhost';
const TEXT = 'See you at the little bridge at eight? I bring the umbrella.';

export interface BenchMember {
  id: string;
  session: string;
}

/** One direction between two members: the first sends to the second by the clock. */
interface Lane {
  out: SocketClient;
  into: SocketClient;
  receiver: string;
  /** Due times of events under way. */
  due: Map<string, number>;
}

/** Events that the receivers of a flow got. */
interface Received {
  ms: number[];
  twice: number;
}

/** Servers that hold the sender and the receiver of a lane. */
export type Route = readonly [MeasuredServer, MeasuredServer];

async function openLane(
  [first, second]: Route,
  [sender, receiver]: readonly [BenchMember, BenchMember],
  received: Received,
): Promise<Lane> {
  const connect = (server: MeasuredServer, member: BenchMember) =>
    openSocket({
      address: server.address,
      origin: ORIGIN,
      cookie: cookieOf(member),
    });
  const [out, into] = [await connect(first, sender), await connect(second, receiver)];
  const due = new Map<string, number>();
  into.onEvent((name, payload) => {
    if (name !== benchRelayed.name) return;
    const { clientId } = payload as { clientId: string };
    const at = due.get(clientId);
    if (at === undefined) received.twice += 1;
    else received.ms.push(performance.now() - at);
    due.delete(clientId);
  });
  return { out, into, receiver: receiver.id, due };
}

function send({ out, receiver, due }: Lane, at: number): void {
  const clientId = randomUUID();
  due.set(clientId, at);
  void out.send(benchRelay.name, { clientId, profile: receiver, text: TEXT, credits: 1 });
}

/**
 * Sends `perSecond` events in all by the clock, from the first member of each pair to the second. `routeOf` returns the
 * servers of a pair; `run` waits until all events arrived.
 */
export async function openFlow(
  routeOf: (pair: number) => Route,
  members: readonly BenchMember[],
  { perSecond, forMs }: { perSecond: number; forMs: number },
  faults: string[],
) {
  const received: Received = { ms: [], twice: 0 };
  const lanes: Lane[] = [];
  const servers = new Set<MeasuredServer>();
  for (let index = 0; index < members.length; index += 2) {
    const route = routeOf(index / 2);
    for (const server of route) servers.add(server);
    lanes.push(
      await openLane(route, members.slice(index, index + 2) as [BenchMember, BenchMember], received),
    );
  }
  await later(500);
  const cpu = () => [...servers].reduce((sum, server) => sum + server.cpu(), 0);
  return {
    async run() {
      received.ms = [];
      const before = cpu();
      const startedAt = performance.now();
      const total = (perSecond * forMs) / 1_000;
      for (let next = 0; next < total; await later(1)) {
        const dueNow = ((performance.now() - startedAt) * perSecond) / 1_000;
        for (; next < total && next <= dueNow; next += 1) {
          send(lanes[next % lanes.length] as Lane, startedAt + (next * 1_000) / perSecond);
        }
      }
      for (let timeout = 0; received.ms.length < total && timeout < 500; timeout += 1) await later(10);
      const lost = lanes.reduce((sum, { due }) => sum + due.size, 0);
      if (received.twice > 0) faults.push(`${received.twice} events were heard twice`);
      if (lost > 0) faults.push(`${lost} events were never heard`);
      for (const { due } of lanes) due.clear();
      return { p99: quantile(received.ms, 0.99), microseconds: ((cpu() - before) / total) * 1e6 };
    },
    close() {
      for (const { out, into } of lanes) {
        out.close();
        into.close();
      }
    },
  };
}
