import { conversationRead } from '@heartline/contracts';
import type { Person, World } from '@heartline/testing';
import { eventFrame } from '../../lib/frames.ts';
import { residentKib } from '../cpu.ts';
import { interleave, later, type Result, type Row, row, type Scale } from '../measure.ts';
import { startMeasuredWorld } from '../message-world.ts';
import { startServer } from '../start-server.ts';
import { enterWire, openWire, textFrame, type Wire } from '../wire-client.ts';

const SOCKETS = 10_000;
const ROUNDS = 3;
/** Sockets of the warm-up: both servers first do everything that makes a process grow once. */
const WARM = 500;
/** Enough to fill the young generation of the heap several times: once touched, its pages stay. */
const WARM_ROUNDS = 60;
const TIMEOUT_MS = 60_000;
const AT_ONCE = 50;
const ADDRESSES = 4;
const MESSAGES_EACH = 3;

/**
 * Memory of a signed-in socket in a gateway, idle and after three events each. The baseline is a raw WebSocket server
 * with as many sockets. Each of several rounds has two fresh processes, since processes keep their memory and differ in
 * when they last collected garbage.
 */
export async function gwMem({ small }: Scale): Promise<Result> {
  const count = small ? 500 : SOCKETS;
  const world = await startMeasuredWorld({ small, gateways: 1 });
  try {
    const people = await world.people(...Array.from({ length: WARM + count }, () => ({})));
    const rounds = await interleave(
      small ? 1 : ROUNDS,
      () => growOurs(world, people, count),
      () => growRaw(count),
    );
    const faults = rounds.flatMap(({ ours, baseline }) => [...ours.faults, ...baseline.faults]);
    return { rows: rowsOf(rounds), faults, notes: [] };
  } finally {
    await world.stop();
  }
}

const saySomething = (index: number) =>
  eventFrame(index, conversationRead.name, { conversation: 'a'.repeat(24), seq: 1 });

async function growOurs(world: World, people: readonly Person[], count: number): Promise<Grown> {
  const gateway = world.gateways[0];
  if (!gateway) throw new Error('the world has no gateway');
  await gateway.restart();
  const { address, origin } = gateway;
  return grow({
    pid: gateway.pid(),
    count,
    open: (index, onAnswer) =>
      enterWire(
        { address, origin, cookie: (people[index] as Person).http.cookie },
        (payload) => {
          if (payload.toString('latin1', 0, 2) === '43') onAnswer();
        },
        addressOf(index),
      ),
    say: saySomething,
  });
}

async function growRaw(count: number): Promise<Grown> {
  const echo = await startServer('ws-echo');
  try {
    return await grow({
      pid: echo.pid,
      count,
      open: (index, onAnswer) =>
        openWire(
          { port: echo.port, path: '/', headers: { Host: 'bench' }, from: addressOf(index) },
          onAnswer,
        ),
      say: saySomething,
    });
  } finally {
    await echo.stop();
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
  /** Opens a socket; calls `onAnswer` for each answer to an event. */
  open(index: number, onAnswer: () => void): Promise<Wire>;
  /** The frame of an event. */
  say(index: number): string;
}

/** Opens the sockets and reads the memory of the process before, idle, and after an event from each. */
export async function grow({ pid, count, open, say }: GrowOptions): Promise<Grown> {
  const wires: Wire[] = [];
  let closed = 0;
  let answered = 0;
  const faults: string[] = [];
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
  const talk = async (rounds: number) => {
    const expected = answered + rounds * wires.length;
    for (let turn = 0; turn < rounds; turn += 1) {
      for (const [index, wire] of wires.entries()) {
        wire.write(textFrame(say(turn)));
        if (index % AT_ONCE === 0) await later(1);
      }
    }
    const isAnswered = () => answered >= expected;
    const deadline = performance.now() + TIMEOUT_MS;
    while (!isAnswered() && performance.now() < deadline) await later(50);
    if (!isAnswered())
      faults.push(`${expected - answered} answers did not come within ${TIMEOUT_MS / 1_000} s`);
  };
  await openTo(WARM);
  await talk(WARM_ROUNDS);
  await later(5_000);
  const warm = residentKib(pid);
  const idle = await openTo(WARM + count);
  for (const wire of wires) wire.onClose(() => (closed += 1));
  await talk(MESSAGES_EACH);
  await later(5_000);
  const active = residentKib(pid);
  if (closed > 0) faults.push(`${closed} sockets were closed meanwhile`);
  for (const wire of wires) wire.close();
  return { idleKib: (idle - warm) / count, activeKib: (active - warm) / count, faults };
}

const addressOf = (index: number) => `127.0.0.${2 + (index % ADDRESSES)}`;

function rowsOf(rounds: readonly { ours: Grown; baseline: Grown }[]): Row[] {
  const kib = (figure: string, of: (turn: (typeof rounds)[number]) => number, atMost?: number) =>
    row(figure, rounds.map(of), { digits: 1, unit: 'KiB', ...(atMost === undefined ? {} : { atMost }) });
  const ratio = (figure: string, of: (grown: Grown) => number) =>
    row(
      figure,
      rounds.map(({ ours, baseline }) => of(ours) / of(baseline)),
      { better: 'lower', isShown: true },
    );
  return [
    kib('RSS of an idle signed-in socket', ({ ours }) => ours.idleKib, 40),
    ratio('idle, of raw ws', ({ idleKib }) => idleKib),
    kib('RSS of a socket after three events', ({ ours }) => ours.activeKib),
    ratio('after three events, of raw ws', ({ activeKib }) => activeKib),
    kib('raw ws, idle', ({ baseline }) => baseline.idleKib),
    kib('raw ws, after three events', ({ baseline }) => baseline.activeKib),
  ];
}
