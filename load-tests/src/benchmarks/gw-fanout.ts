import { randomUUID } from 'node:crypto';
import { eventFrame, SOCKET_PATH } from '../../lib/frames.ts';
import { benchRelay, benchRelayed } from '../bench-contracts.ts';
import { interleave, later, type Result, row, type Scale } from '../measure.ts';
import { type MeasuredServer, startServer } from '../start-server.ts';
import { openWire, textFrame, type Wire } from '../wire-client.ts';
import { cookieOf, openEngines } from './engines.ts';

const SIZES = [10, 100, 1_000] as const;
const TARGETS: Readonly<Record<number, number>> = { 10: 0.88, 100: 0.9, 1_000: 0.75 };
const REPETITIONS = 5;
const ORIGIN = 'http://bench.localhost';
const TEXT = 'See you at the little bridge at eight? I bring the umbrella.';
/** Deliveries of one measured turn. */
const DELIVERIES = 150_000;

/**
 * One event to 10, 100 and 1,000 receivers: as many devices of one member, numbered and published as everything durable
 * is; against a raw WebSocket server that sends the same bytes in a loop. Deliveries per CPU-second of the server, one
 * event on its way at a time.
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
      const ours = await openRoom(live, size, deviceRoom(member, sender));
      const raw = await openRoom(bare, size, rawRoom(size));
      const pairs = await interleave(
        small ? 1 : REPETITIONS,
        () => ours.run(deliveries),
        () => raw.run(deliveries),
      );
      faults.push(...ours.faults(), ...raw.faults());
      ours.close();
      raw.close();
      rows.push(
        row(
          `deliveries per CPU-second to ${size}, of a raw ws loop`,
          pairs.map((pair) => pair.ours / pair.baseline),
          { atLeast: TARGETS[size] ?? 0 },
        ),
        row(
          `deliveries per server CPU-second to ${size}`,
          pairs.map((pair) => pair.ours),
          { digits: 0 },
        ),
      );
    }
    return { rows, faults, notes: [] };
  } finally {
    await Promise.all([live.stop(), bare.stop()]);
    await engines.stop();
  }
}

interface Room {
  path: string;
  senderPath: string;
  enter?: string;
  cookie: string;
  senderCookie: string;
  frame(): string;
}

/** All devices of one member, told by another. */
function deviceRoom(member: { id: string; session: string }, sender: { session: string }): Room {
  return {
    path: SOCKET_PATH,
    senderPath: SOCKET_PATH,
    enter: '40',
    cookie: cookieOf(member),
    senderCookie: cookieOf(sender),
    frame: () =>
      eventFrame(1, benchRelay.name, { clientId: randomUUID(), profile: member.id, text: TEXT, credits: 1 }),
  };
}

/** The same bytes, from a server that only passes them on. */
function rawRoom(size: number): Room {
  const room = `/room-${size}`;
  const version = { epoch: 'bench-bench-bench', n: 1_000 };
  return {
    path: room,
    senderPath: `/send${room}`,
    cookie: '',
    senderCookie: '',
    frame: () => `42${JSON.stringify([benchRelayed.name, { version, clientId: randomUUID(), text: TEXT }])}`,
  };
}

const MARK = Buffer.from(`42["${benchRelayed.name}"`);

/** Receivers that count, and one sender that writes again once all have heard. */
async function openRoom(server: MeasuredServer, size: number, room: Room) {
  let heard = 0;
  let target = Number.POSITIVE_INFINITY;
  let onAll = () => {};
  const connect = async (path: string, cookie: string, onText: (payload: Buffer) => void) => {
    const headers = { Host: 'bench.localhost', Origin: ORIGIN, ...(cookie ? { Cookie: cookie } : {}) };
    const pong = textFrame('3');
    const wire: Wire = await openWire({ port: server.port, path, headers }, (payload) => {
      if (payload.length === 1 && payload[0] === 0x32) wire.write(pong);
      else onText(payload);
    });
    if (room.enter) wire.write(textFrame(room.enter));
    return wire;
  };
  const wires: Wire[] = [];
  for (let index = 0; index < size; index += 1) {
    wires.push(
      await connect(room.path, room.cookie, (payload) => {
        if (payload.compare(MARK, 0, MARK.length, 0, MARK.length) !== 0) return;
        heard += 1;
        if (heard === target) onAll();
      }),
    );
  }
  const sender = await connect(room.senderPath, room.senderCookie, () => {});
  await later(1_000);
  let missed = 0;
  return {
    /** Deliveries per CPU-second of the server. */
    async run(deliveries: number): Promise<number> {
      const before = server.cpu();
      const tooLate = later(20_000);
      for (let sent = 0; sent < deliveries; sent += size) {
        target = heard + size;
        const all = new Promise<void>((resolve) => {
          onAll = resolve;
        });
        sender.write(textFrame(room.frame()));
        await Promise.race([all, tooLate]);
        missed += Math.max(0, target - heard);
        if (missed > 0) break;
      }
      return deliveries / (server.cpu() - before);
    },
    faults: () => (missed > 0 ? [`${missed} of ${size} receivers did not hear an event`] : []),
    close() {
      for (const wire of [...wires, sender]) wire.close();
    },
  };
}
