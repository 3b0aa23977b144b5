import { randomUUID } from 'node:crypto';
import { eventFrame } from '../../lib/frames.ts';
import { benchRelay, benchRelayed } from '../bench-contracts.ts';
import { interleave, later, type Result, row, type Scale } from '../measure.ts';
import type { BenchMember } from '../relay-flow.ts';
import { type MeasuredServer, startServer } from '../start-server.ts';
import { enterWire, openWire, textFrame, type Wire } from '../wire-client.ts';
import { cookieOf, openEngines } from './engines.ts';

const SIZES = [10, 100, 1_000] as const;
const TARGETS: Readonly<Record<number, number>> = { 10: 0.88, 100: 0.9, 1_000: 0.75 };
const REPETITIONS = 5;
const ORIGIN = 'http://bench.localhost';
const TEXT = 'See you at the little bridge at eight? I bring the umbrella.';
/** Events under way at once. */
const AT_ONCE = [1, 10] as const;
/** Longer than a round takes. */
const TIMEOUT_MS = 60_000;
/** Deliveries of one measured round. */
const DELIVERIES = 150_000;

/**
 * One event to 10, 100 and 1,000 devices of one member on one gateway, delivered optimistically like messages
 * (infra/decisions/033). The baseline is a raw WebSocket server that sends the same bytes in a loop. The figure is
 * deliveries per CPU-second of the server, with one event under way and, as under load, with ten.
 */
export async function gwFanout({ small }: Scale): Promise<Result> {
  const engines = await openEngines();
  const [sender, ...receivers] = await engines.members(1 + SIZES.length);
  if (!sender) throw new Error('there are no members');
  const live = await startServer('live', { ...engines.urls, origin: ORIGIN });
  const bare = await startServer('ws-fanout');
  const faults: string[] = [];
  const rows: Result['rows'] = [];
  try {
    for (const [index, size] of SIZES.entries()) {
      const member = receivers[index];
      if (!member) continue;
      const deliveries = Math.ceil((small ? 2_000 : DELIVERIES) / size) * size;
      const ours = await openRoom(live, size, deviceRoom(live, member, sender));
      const raw = await openRoom(bare, size, rawRoom(bare, size));
      for (const atOnce of AT_ONCE) {
        const pairs = await interleave(
          small ? 1 : REPETITIONS,
          () => ours.run(deliveries, atOnce),
          () => raw.run(deliveries, atOnce),
        );
        const what = atOnce === 1 ? `to ${size}` : `to ${size}, ${atOnce} events at once`;
        rows.push(
          row(
            `deliveries per CPU-second ${what}, of a raw ws loop`,
            pairs.map((pair) => pair.ours / pair.baseline),
            { atLeast: TARGETS[size] ?? 0 },
          ),
          row(
            `deliveries per server CPU-second ${what}`,
            pairs.map((pair) => pair.ours),
            { digits: 0 },
          ),
        );
      }
      faults.push(...ours.faults(), ...raw.faults());
      ours.close();
      raw.close();
    }
    return { rows, faults, notes: [] };
  } finally {
    await Promise.all([live.stop(), bare.stop()]);
    await engines.stop();
  }
}

/** The receivers and the sender of a room, independent of the server. */
export interface Room {
  receiver(onText: (payload: Buffer) => void): Promise<Wire>;
  sender(): Promise<Wire>;
  frame(): string;
}

/** All devices of one member as receivers, another member as sender. */
function deviceRoom({ address }: MeasuredServer, member: BenchMember, sender: BenchMember): Room {
  const endpoint = (who: BenchMember) => ({ address, origin: ORIGIN, cookie: cookieOf(who) });
  return {
    receiver: (onText) => enterWire(endpoint(member), onText),
    sender: () => enterWire(endpoint(sender), () => {}),
    frame: () =>
      eventFrame(1, benchRelay.name, { clientId: randomUUID(), profile: member.id, text: TEXT, credits: 1 }),
  };
}

/** The same bytes, from a server that only relays them. */
function rawRoom({ port }: MeasuredServer, size: number): Room {
  const path = `/room-${size}`;
  const headers = { Host: 'bench' };
  return {
    receiver: (onText) => openWire({ port, path, headers }, onText),
    sender: () => openWire({ port, path: `/send${path}`, headers }, () => {}),
    frame: () =>
      `42${JSON.stringify([benchRelayed.name, { version: null, clientId: randomUUID(), text: TEXT }])}`,
  };
}

const MARK = Buffer.from(`42["${benchRelayed.name}"`);

/**
 * Opens counting receivers and a sender that writes again once all receivers got an event. Each receiver counts for
 * itself, so a missed and a doubled event of two receivers do not cancel out.
 */
export async function openRoom(server: Pick<MeasuredServer, 'cpu'>, size: number, room: Room) {
  const receivedBy = new Int32Array(size);
  let received = 0;
  let events = 0;
  let onEvent = () => {};
  const wires: Wire[] = [];
  for (let index = 0; index < size; index += 1) {
    wires.push(
      await room.receiver((payload) => {
        if (payload.compare(MARK, 0, MARK.length, 0, MARK.length) !== 0) return;
        (receivedBy[index] as number) += 1;
        received += 1;
        if (received % size === 0) onEvent();
      }),
    );
  }
  const sender = await room.sender();
  await later(1_000);
  return {
    /** Deliveries per CPU-second of the server, with `atOnce` events under way. */
    async run(deliveries: number, atOnce: number, timeoutMs = TIMEOUT_MS): Promise<number> {
      const before = { cpu: server.cpu(), received };
      let sent = 0;
      const all = new Promise<void>((resolve) => {
        onEvent = () => {
          const open = () => before.received + sent - received;
          for (; sent < deliveries && open() < atOnce * size; sent += size) {
            events += 1;
            sender.write(textFrame(room.frame()));
          }
          if (open() === 0) resolve();
        };
        onEvent();
      });
      await Promise.race([all, later(timeoutMs)]);
      return deliveries / (server.cpu() - before.cpu);
    },
    /** Missed and doubled deliveries of all runs. */
    faults(): string[] {
      const missed = receivedBy.reduce((sum, count) => sum + Math.max(0, events - count), 0);
      const doubled = receivedBy.reduce((sum, count) => sum + Math.max(0, count - events), 0);
      return [
        ...(missed > 0 ? [`${missed} deliveries to ${size} receivers were missed`] : []),
        ...(doubled > 0 ? [`${doubled} deliveries to ${size} receivers were duplicated`] : []),
      ];
    },
    close() {
      for (const wire of [...wires, sender]) wire.close();
    },
  };
}
