import { eventFrame, SOCKET_PATH } from '../../lib/frames.ts';
import { benchEcho } from '../bench-contracts.ts';
import { interleave, later, type Result } from '../measure.ts';
import { MESSAGE } from '../servers/http-bodies.ts';
import { type MeasuredServer, startServer } from '../start-server.ts';
import { openWire, textFrame, type Wire } from '../wire-client.ts';
import { openEngines } from './engines.ts';

const SOCKETS = 100;
const FOR_MS = 2_000;
const REPETITIONS = 7;

/**
 * One event and its ack, authenticated, validated and counted against its limit, without a store behind it; against a
 * raw WebSocket echo of the same bytes. 100 sockets with one message on its way each, per CPU-second of the server.
 */
export async function gwAck(): Promise<Result> {
  const engines = await openEngines();
  const cookies = await engines.sessions(SOCKETS);
  const origin = 'http://bench.localhost';
  const live = await startServer('live', { ...engines.urls, origin });
  const echo = await startServer('ws-echo');
  const faults: string[] = [];
  const request = eventFrame(7, benchEcho.name, MESSAGE);
  const answers = (text: string) => text.startsWith('437[{"ok":true');
  try {
    const open = await openLoop(live, cookies, { path: SOCKET_PATH, origin, enter: '40', request, answers });
    const raw = await openLoop(echo, cookies, {
      path: '/',
      origin,
      request,
      answers: (text) => text === request,
    });
    const pairs = await interleave(REPETITIONS, open.run, raw.run);
    faults.push(...open.faults(), ...raw.faults());
    open.close();
    raw.close();
    return {
      rows: [
        {
          figure: 'events per server CPU-second, of raw ws',
          values: pairs.map(({ ours, baseline }) => ours.perCpu / baseline.perCpu),
          target: { atLeast: 0.48 },
        },
        {
          figure: 'events per server CPU-second',
          values: pairs.map(({ ours }) => ours.perCpu),
          digits: 0,
        },
        {
          figure: 'raw ws echoes per server CPU-second',
          values: pairs.map(({ baseline }) => baseline.perCpu),
          digits: 0,
        },
        { figure: 'events per second', values: pairs.map(({ ours }) => ours.perSecond), digits: 0 },
      ],
      faults,
      notes: [],
    };
  } finally {
    await Promise.all([live.stop(), echo.stop()]);
    await engines.stop();
  }
}

interface LoopOptions {
  path: string;
  origin: string;
  /** What is sent first, to enter. */
  enter?: string;
  request: string;
  answers(text: string): boolean;
}

/** Sockets that each send again as soon as they were answered. */
async function openLoop(server: MeasuredServer, cookies: readonly string[], options: LoopOptions) {
  const frame = textFrame(options.request);
  let running = false;
  let answered = 0;
  let wrong = 0;
  const wires: Wire[] = [];
  for (const cookie of cookies) {
    const headers = { Host: 'bench.localhost', Origin: options.origin, Cookie: cookie };
    let checked = false;
    const wire: Wire = await openWire({ port: server.port, path: options.path, headers }, (payload) => {
      // Greetings and heartbeats are no answers: an answer begins with 43 (an ack), or is the echo of 42.
      if (payload[0] !== 0x34 || payload.length < 40 || payload[2] === 0x5b) return;
      if (!checked) {
        checked = true;
        if (!options.answers(payload.toString())) wrong += 1;
      }
      answered += 1;
      if (running) wire.write(frame);
    });
    if (options.enter) wire.write(textFrame(options.enter));
    wires.push(wire);
  }
  await later(500);
  return {
    async run() {
      const before = { cpu: server.cpu(), answered, at: performance.now() };
      running = true;
      for (const wire of wires) wire.write(frame);
      await later(FOR_MS);
      running = false;
      const count = answered - before.answered;
      const perSecond = (count / (performance.now() - before.at)) * 1_000;
      await later(100);
      return { perSecond, perCpu: (answered - before.answered) / (server.cpu() - before.cpu) };
    },
    faults: () => (wrong > 0 ? [`${wrong} sockets got another answer than expected`] : []),
    close() {
      for (const wire of wires) wire.close();
    },
  };
}
