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
  /** How long the last answers of a run may take. */
  timeoutMs?: number;
  /** Sockets share as many addresses of this machine, so that none runs out of ports. */
  addresses?: number;
  answers(text: string): boolean;
}

/** Nobody waits longer for the answers that are still on their way when a run ends. */
const TIMEOUT_MS = 10_000;
/** What the server may still do for a run after its last answer. */
const REST_MS = 300;

/**
 * Sockets that each send again as soon as they were answered. What they send is always the same, so every answer is
 * compared with the first right one, byte by byte, on whichever side.
 */
export async function openEchoLoop(
  server: MeasuredServer,
  cookies: readonly string[],
  options: EchoLoopOptions,
) {
  const frame = textFrame(options.request);
  const wires: Wire[] = [];
  /** Sent and not answered, by socket: below 0 where an answer was one too many. */
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
      // A greeting is no answer: it has no number, as an acknowledgement has and the echo of what wanted one.
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
    /** What was answered wrongly, never or twice in all runs. */
    faults: () => faultsIn(wrong, open),
    close() {
      for (const wire of wires) wire.close();
    },
  };
}

/** Says of each answer whether it is the right one: the first by what the benchmark expects, the others by its bytes. */
function createJudge(answers: EchoLoopOptions['answers']): (payload: Buffer) => boolean {
  let right: Buffer | undefined;
  return (payload) => {
    if (right) return right.equals(payload);
    if (!answers(payload.toString())) return false;
    // A copy: what was heard is a piece of a whole chunk.
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
