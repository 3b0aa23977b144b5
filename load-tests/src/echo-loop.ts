import { PONG } from '../lib/frames.ts';
import { later } from './measure.ts';
import type { MeasuredServer } from './start-server.ts';
import { openWire, textFrame, type Wire } from './wire-client.ts';

export interface EchoLoopOptions {
  path: string;
  origin: string;
  /** What is sent first, to enter. */
  enter?: string;
  request: string;
  /** How long one run takes. */
  forMs?: number;
  /** Sockets share as many addresses of this machine, so that none runs out of ports. */
  addresses?: number;
  answers(text: string): boolean;
}

/** Sockets that each send again as soon as they were answered. */
export async function openEchoLoop(
  server: MeasuredServer,
  cookies: readonly string[],
  options: EchoLoopOptions,
) {
  const frame = textFrame(options.request);
  const pong = textFrame(PONG);
  let running = false;
  let answered = 0;
  let wrong = 0;
  const wires: Wire[] = [];
  const { forMs = 2_000, addresses = 1 } = options;
  for (const [index, cookie] of cookies.entries()) {
    const headers = { Host: 'bench.localhost', Origin: options.origin, Cookie: cookie };
    const from = `127.0.0.${2 + (index % addresses)}`;
    let checked = false;
    const wire: Wire = await openWire({ port: server.port, path: options.path, headers, from }, (payload) => {
      if (payload.length === 1 && payload[0] === 0x32) return wire.write(pong);
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
      await later(forMs);
      running = false;
      const count = answered - before.answered;
      const perSecond = (count / (performance.now() - before.at)) * 1_000;
      await later(300);
      return { perSecond, perCpu: (answered - before.answered) / (server.cpu() - before.cpu) };
    },
    faults: () => (wrong > 0 ? [`${wrong} sockets got another answer than expected`] : []),
    close() {
      for (const wire of wires) wire.close();
    },
  };
}
