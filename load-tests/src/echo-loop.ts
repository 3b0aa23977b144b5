import { later } from './measure.ts';
import type { MeasuredServer } from './start-server.ts';
import { enterWire, openWire, textFrame, type Wire } from './wire-client.ts';

export interface EchoLoopOptions {
  origin: string;
  /** Enters a gateway as a member. Otherwise connects to the root of a plain server. */
  enters?: boolean;
  request: string;
  /** Duration of a run. */
  forMs?: number;
  /** Timeout for the last answers of a run. */
  timeoutMs?: number;
  /** Number of loopback addresses that the sockets share, so that none runs out of ports. */
  addresses?: number;
  answers(text: string): boolean;
}

/** Default timeout for pending answers at the end of a run. */
const TIMEOUT_MS = 10_000;
/** Time for the server's remaining work after the last answer of a run. */
const REST_MS = 300;

/**
 * Sockets that each send again once they get an answer. All messages are the same, so the loop compares every answer
 * byte by byte with the first right one of the same server.
 */
export async function openEchoLoop(
  server: MeasuredServer,
  cookies: readonly string[],
  options: EchoLoopOptions,
) {
  const frame = textFrame(options.request);
  const wires: Wire[] = [];
  /** Pending answers by socket; negative after an extra answer. */
  const open = new Int32Array(cookies.length);
  let running = false;
  let answered = 0;
  let wrong = 0;
  const { forMs = 2_000, addresses = 1 } = options;
  const isRight = createJudge(options.answers);
  const send = (index: number) => {
    (open[index] as number) += 1;
    wires[index]?.write(frame);
  };
  for (const [index, cookie] of cookies.entries()) {
    const from = `127.0.0.${2 + (index % addresses)}`;
    const receive = (payload: Buffer) => {
      // Ignore greetings: they have no number. Acknowledgements and echoes of events with an ack have one.
      if (payload[2] === 0x5b) return;
      if (!isRight(payload)) wrong += 1;
      answered += 1;
      (open[index] as number) -= 1;
      if (running) send(index);
    };
    const { address, port } = server;
    wires.push(
      options.enters
        ? await enterWire({ address, origin: options.origin, cookie }, receive, from)
        : await openWire({ port, path: '/', headers: { Host: 'bench' }, from }, receive),
    );
  }
  await later(500);
  return {
    async run() {
      const before = { cpu: server.cpu(), answered, at: performance.now() };
      running = true;
      for (const index of wires.keys()) send(index);
      await later(forMs);
      running = false;
      const count = answered - before.answered;
      const perSecond = (count / (performance.now() - before.at)) * 1_000;
      await later(REST_MS);
      const deadline = performance.now() + (options.timeoutMs ?? TIMEOUT_MS);
      while (open.some((count) => count > 0) && performance.now() < deadline) await later(50);
      return { perSecond, perCpu: (answered - before.answered) / (server.cpu() - before.cpu) };
    },
    /** Wrong, missing and extra answers of all runs. */
    faults: () => faultsIn(wrong, open),
    close() {
      for (const wire of wires) wire.close();
    },
  };
}

/** Judges each answer: the first by the benchmark's expectation, the others by its bytes. */
function createJudge(answers: EchoLoopOptions['answers']): (payload: Buffer) => boolean {
  let right: Buffer | undefined;
  return (payload) => {
    if (right) return right.equals(payload);
    if (!answers(payload.toString())) return false;
    // Copies it, since the payload is a view of a whole chunk.
    right = Buffer.from(payload);
    return true;
  };
}

function faultsIn(wrong: number, open: Int32Array): string[] {
  const lost = open.reduce((sum, count) => sum + Math.max(0, count), 0);
  const doubled = open.reduce((sum, count) => sum + Math.max(0, -count), 0);
  return [
    ...(wrong > 0 ? [`${wrong} answers were others than expected`] : []),
    ...(lost > 0 ? [`${lost} answers never came`] : []),
    ...(doubled > 0 ? [`${doubled} answers came twice`] : []),
  ];
}
