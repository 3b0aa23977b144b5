import { randomUUID } from 'node:crypto';
import { eventFrame } from '../../lib/frames.ts';
import { benchRelay, benchRelayed } from '../bench-contracts.ts';
import { residentKib } from '../cpu.ts';
import { quantile } from '../figures.ts';
import { later, type Result, type Scale } from '../measure.ts';
import type { BenchMember } from '../relay-flow.ts';
import { type MeasuredServer, startServer } from '../start-server.ts';
import { enterWire, textFrame, type Wire } from '../wire-client.ts';
import { cookieOf, openEngines } from './engines.ts';

const RECEIVERS = 100;
/** Of a hundred sockets one stops reading. */
const SLOW = 1;
const PER_SECOND = 1_000;
const FOR_MS = 30_000;
const REPETITIONS = 3;
const ORIGIN = 'http://bench.localhost';
/** Long texts, so that what waits for the slow one fills the kernel's buffers within seconds. */
const TEXT = 'A long story, told to everybody who listens and to one who does not. '.repeat(200);
const LEAST_TO_SLOW = 4;

/**
 * A thousand deliveries a second of long texts to a hundred sockets of which one stops reading: what waits for it in
 * the gateway stays bounded, and the others do not notice. The same without a slow one takes turns with it.
 */
export async function slowReader({ small }: Scale): Promise<Result> {
  const engines = await openEngines();
  const live = await startServer('live', { ...engines.urls, origin: ORIGIN });
  const faults: string[] = [];
  try {
    const [sender, ...receivers] = await engines.members(1 + RECEIVERS);
    if (!sender) throw new Error('there are no members');
    const forMs = small ? 3_000 : FOR_MS;
    const turns: { calm: Turn; slow: Turn }[] = [];
    await oneTurn(live, sender, receivers, { slow: 0, forMs: 2_000, faults });
    for (let turn = 0; turn < (small ? 1 : REPETITIONS); turn += 1) {
      turns.push({
        calm: await oneTurn(live, sender, receivers, { slow: 0, forMs, faults }),
        slow: await oneTurn(live, sender, receivers, { slow: SLOW, forMs, faults }),
      });
    }
    return {
      rows: [
        {
          figure: 'p99 of the others beside a slow reader, of without one',
          values: turns.map(({ calm, slow }) => slow.p99 / calm.p99),
          target: { atMost: 1.2 },
        },
        {
          figure: 'growth of the gateway beside a slow reader, beyond without one',
          values: turns.map(({ calm, slow }) => slow.peakMib - calm.peakMib),
          digits: 0,
          unit: 'MiB',
          target: { atMost: 32 },
        },
        {
          figure: 'p99 without a slow reader',
          values: turns.map(({ calm }) => calm.p99),
          digits: 1,
          unit: 'ms',
        },
        { figure: 'slow sockets cut off', values: turns.map(({ slow }) => slow.cut), digits: 0 },
      ],
      faults,
      notes: [`${PER_SECOND} deliveries a second of ${TEXT.length} characters, ${forMs / 1_000} s each.`],
    };
  } finally {
    await live.stop();
    await engines.stop();
  }
}

interface Turn {
  p99: number;
  peakMib: number;
  /** Slow sockets the gateway closed. */
  cut: number;
}

async function oneTurn(
  live: MeasuredServer,
  sender: BenchMember,
  receivers: readonly BenchMember[],
  { slow, forMs, faults }: { slow: number; forMs: number; faults: string[] },
): Promise<Turn> {
  const dueAt = new Map<string, number>();
  const took: number[] = [];
  let cut = 0;
  const out = await enter(live, sender, () => {});
  const wires: Wire[] = [];
  for (const [index, receiver] of receivers.entries()) {
    const wire = await enter(live, receiver, (payload) => hear(payload, dueAt, took));
    wires.push(wire);
    if (index >= slow) continue;
    wire.pause();
    wire.onClose(() => (cut += 1));
  }
  const before = residentKib(live.pid);
  let peakKib = before;
  const look = setInterval(() => {
    peakKib = Math.max(peakKib, residentKib(live.pid));
  }, 200);
  const expected = await tell(out, { receivers, slow, forMs, dueAt });
  clearInterval(look);
  for (let patience = 0; took.length < expected && patience < 200; patience += 1) await later(20);
  if (took.length < expected)
    faults.push(`${expected - took.length} deliveries to readers who read are missing`);
  for (const wire of [...wires, out]) wire.close();
  await later(1_000);
  return { p99: quantile(took, 0.99), peakMib: (peakKib - before) / 1_024, cut };
}

/** Sends by the clock; a slow one gets more than its share. Answers how many deliveries the others must hear. */
async function tell(
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
      const isToSlow = slow > 0 && next % (RECEIVERS / LEAST_TO_SLOW) === 0;
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

function hear(payload: Buffer, dueAt: Map<string, number>, took: number[]): void {
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
