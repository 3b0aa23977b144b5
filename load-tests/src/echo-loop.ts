import { later } from './measure.ts';
import type { MeasuredServer } from './start-server.ts';
import { enterWire, openWire, textFrame, type Wire } from './wire-client.ts';

export interface EchoLoopOptions {
  origin: string;
  /** As members who enter a gateway; otherwise as anybody, at the root of a plain server. */
  enters?: boolean;
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
  let running = false;
  let answered = 0;
  let wrong = 0;
  const wires: Wire[] = [];
  const { forMs = 2_000, addresses = 1 } = options;
  for (const [index, cookie] of cookies.entries()) {
    const from = `127.0.0.${2 + (index % addresses)}`;
    let checked = false;
    const hear = (payload: Buffer) => {
      // A greeting is no answer: it has no number, as an acknowledgement has and the echo of what wanted one.
      if (payload[2] === 0x5b) return;
      if (!checked) {
        checked = true;
        if (!options.answers(payload.toString())) wrong += 1;
      }
      answered += 1;
      if (running) wires[index]?.write(frame);
    };
    const { address, port } = server;
    wires.push(
      options.enters
        ? await enterWire({ address, origin: options.origin, cookie }, hear, from)
        : await openWire({ port, path: '/', headers: { Host: 'bench' }, from }, hear),
    );
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
