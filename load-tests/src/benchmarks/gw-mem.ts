import { conversationRead } from '@heartline/contracts';
import { eventFrame } from '../../lib/frames.ts';
import { residentKib } from '../cpu.ts';
import { later, type Result, type Row, type Scale } from '../measure.ts';
import { startMeasuredWorld } from '../message-world.ts';
import { startServer } from '../start-server.ts';
import { type Door, enterWire, openWire, textFrame, type Wire } from '../wire-client.ts';

const SOCKETS = 10_000;
/** Both servers first do what makes a process grow once: the rest is the sockets'. */
const WARM = 500;
const WARM_TURNS = 10;
const PATIENCE_MS = 60_000;
const AT_ONCE = 50;
const ADDRESSES = 4;
const MESSAGES_EACH = 3;

/**
 * What a signed-in socket costs a gateway of the product, of memory: idle, and after three events each; against a raw
 * WebSocket server with as many sockets in the same run.
 */
export async function gwMem({ small }: Scale): Promise<Result> {
  const count = small ? 500 : SOCKETS;
  const world = await startMeasuredWorld(1);
  const echo = await startServer('ws-echo');
  try {
    const gateway = world.gateways[0];
    if (!gateway) throw new Error('the world has no gateway');
    const people = await world.people(...Array.from({ length: WARM + count }, () => ({})));
    const { address, origin } = gateway;
    const doors = people.map(({ http: { cookie } }) => ({ address, origin, cookie }));
    const ours = await grow({
      pid: gateway.pid(),
      count,
      open: (index, onAnswer) =>
        enterWire(
          doors[index] as Door,
          (payload) => {
            if (payload.toString('latin1', 0, 2) === '43') onAnswer();
          },
          addressOf(index),
        ),
      say: (index) => eventFrame(index, conversationRead.name, { conversation: 'a'.repeat(24), seq: 1 }),
    });
    const raw = await grow({
      pid: echo.pid,
      count,
      open: (index, onAnswer) =>
        openWire(
          { port: echo.port, path: '/', headers: { Host: 'bench' }, from: addressOf(index) },
          onAnswer,
        ),
      say: (index) => eventFrame(index, conversationRead.name, { conversation: 'a'.repeat(24), seq: 1 }),
    });
    return { rows: rowsOf(ours, raw), faults: [...ours.faults, ...raw.faults], notes: [] };
  } finally {
    await echo.stop();
    await world.stop();
  }
}

interface Grown {
  idleKib: number;
  activeKib: number;
  faults: string[];
}

interface GrowOptions {
  pid: number;
  count: number;
  /** `onAnswer` is called for each answer to what was said. */
  open(index: number, onAnswer: () => void): Promise<Wire>;
  /** The frame of an event. */
  say(index: number): string;
}

/** Opens the sockets and looks at the process before, idle, and after everybody said something. */
async function grow({ pid, count, open, say }: GrowOptions): Promise<Grown> {
  const wires: Wire[] = [];
  let closed = 0;
  let answered = 0;
  const openTo = async (total: number) => {
    while (wires.length < total) {
      const first = wires.length;
      const length = Math.min(AT_ONCE, total - first);
      wires.push(
        ...(await Promise.all(Array.from({ length }, (_, at) => open(first + at, () => (answered += 1))))),
      );
    }
    await later(3_000);
    return residentKib(pid);
  };
  const talk = async (turns: number) => {
    const expected = answered + turns * wires.length;
    for (let turn = 0; turn < turns; turn += 1) {
      for (const [index, wire] of wires.entries()) {
        wire.write(textFrame(say(turn)));
        if (index % AT_ONCE === 0) await later(1);
      }
    }
    const everybody = () => answered >= expected;
    const deadline = performance.now() + PATIENCE_MS;
    while (!everybody() && performance.now() < deadline) await later(50);
  };
  await openTo(WARM);
  await talk(WARM_TURNS);
  await later(5_000);
  const warm = residentKib(pid);
  const idle = await openTo(WARM + count);
  for (const wire of wires) wire.onClose(() => (closed += 1));
  await talk(MESSAGES_EACH);
  await later(5_000);
  const active = residentKib(pid);
  const faults = closed > 0 ? [`${closed} sockets were closed meanwhile`] : [];
  for (const wire of wires) wire.close();
  return { idleKib: (idle - warm) / count, activeKib: (active - warm) / count, faults };
}

const addressOf = (index: number) => `127.0.0.${2 + (index % ADDRESSES)}`;

function rowsOf(ours: Grown, raw: Grown): Row[] {
  const kib = (figure: string, value: number, atMost?: number): Row => ({
    figure,
    values: [value],
    digits: 1,
    unit: 'KiB',
    ...(atMost === undefined ? {} : { target: { atMost } }),
  });
  return [
    kib('RSS of an idle signed-in socket', ours.idleKib, 40),
    { figure: 'idle, of raw ws', values: [ours.idleKib / raw.idleKib], target: { atMost: 2.5 } },
    kib('RSS of a socket after three events', ours.activeKib),
    {
      figure: 'after three events, of raw ws',
      values: [ours.activeKib / raw.activeKib],
      target: { atMost: 2.2 },
    },
    kib('raw ws, idle', raw.idleKib),
    kib('raw ws, after three events', raw.activeKib),
  ];
}
