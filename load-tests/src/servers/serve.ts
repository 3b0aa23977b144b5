import type { AddressInfo, Server } from 'node:net';

/** What the benchmark passed to this server. */
export function givenOptions(): unknown {
  return JSON.parse(process.argv[2] ?? '{}');
}

type Leave = () => Promise<unknown>;

/** Listens on a free loopback port, tells the benchmark which, and ends with it, after `leave`. */
export function serve(server: Server, leave?: Leave): void {
  server.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port, leave));
}

/** Tells the benchmark the port, and ends with it, after `leave`. */
export function announce(port: number, leave: Leave = async () => undefined): void {
  process.send?.({ port });
  // An orderly exit, so that `--cpu-prof` writes what it saw.
  const end = () => void leave().finally(() => process.exit());
  process.once('disconnect', end);
  process.once('SIGTERM', end);
}

/** What a server says to the benchmark after it started. */
export interface Reported {
  /** Number of the question that this answers. */
  id?: number;
  answer?: unknown;
  /** A slow reader was cut off, with so many bytes waiting for it. */
  cutWaiting?: number;
}

/** A question of the benchmark, by its name. */
export interface Asked {
  id: number;
  question: string;
  given: unknown;
}

/** Answers what the benchmark asks. */
export function answerTo(question: string, answer: (given: never) => Promise<unknown>): void {
  process.on('message', (asked: Asked) => {
    if (asked.question !== question) return;
    void answer(asked.given as never).then((value) => report({ id: asked.id, answer: value }));
  });
}

/** Tells the benchmark something in between. */
export function report(what: Reported): void {
  process.send?.(what);
}

/** Bytes in use, heap and buffers, once what nobody needs was collected. */
export async function inUse(): Promise<number> {
  // Buffers are given back a moment after what held them: the second round sees that.
  await globalThis.gc?.({ execution: 'async', type: 'major' });
  await globalThis.gc?.({ execution: 'async', type: 'major' });
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
