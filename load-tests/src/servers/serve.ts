import type { AddressInfo, Server } from 'node:net';

/** Options from the benchmark. */
export function givenOptions(): unknown {
  return JSON.parse(process.argv[2] ?? '{}');
}

type Leave = () => Promise<unknown>;

/** Listens on a free loopback port, reports it to the benchmark, and exits with it, after `leave`. */
export function serve(server: Server, leave?: Leave): void {
  server.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port, leave));
}

/** Reports the port to the benchmark, and exits with it, after `leave`. */
export function announce(port: number, leave: Leave = async () => undefined): void {
  process.send?.({ port });
  // Exits normally, so that `--cpu-prof` writes its profile.
  const end = () => void leave().finally(() => process.exit());
  process.once('disconnect', end);
  process.once('SIGTERM', end);
}

/** A message of a server to the benchmark. */
export interface Reported {
  /** Number of the question that this answers. */
  id?: number;
  answer?: unknown;
  /** A slow reader was cut off while this number of bytes waited for it. */
  cutWaiting?: number;
}

/** A question of the benchmark, by name. */
export interface Asked {
  id: number;
  question: string;
  given: unknown;
}

/** Registers the answer to a question of the benchmark. */
export function answerTo(question: string, answer: (given: never) => Promise<unknown>): void {
  process.on('message', (asked: Asked) => {
    if (asked.question !== question) return;
    void answer(asked.given as never).then((value) => report({ id: asked.id, answer: value }));
  });
}

/** Sends a report to the benchmark. */
export function report(what: Reported): void {
  process.send?.(what);
}

/** Bytes in use after garbage collection, heap and buffers. */
export async function inUse(): Promise<number> {
  // Buffers are freed a moment after their owners: the second collection counts that.
  await globalThis.gc?.({ execution: 'async', type: 'major' });
  await globalThis.gc?.({ execution: 'async', type: 'major' });
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
