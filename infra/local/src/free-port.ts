import { createServer } from 'node:net';

/**
 * Below the range of ports for outgoing connections (32768 and up on Linux). A port stays free while a crashed database
 * restarts.
 */
const lowest = 20_000;
const count = 12_000;

/** True if 127.0.0.1:`port` is free now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)));
  });
}

let next = Math.floor(Math.random() * count);

/**
 * Finds a free port on 127.0.0.1. Each process counts up from its own start: the caller listens a moment later, and another
 * process must not find the port free meanwhile.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = lowest + next;
    next = (next + 1) % count;
    if (await isPortFree(port)) return port;
  }
  throw new Error(
    `No free port between ${lowest} and ${lowest + count}: stop some of the programs that listen.`,
  );
}

/**
 * The port asked for, or a free one. Throws a sentence when the one asked for is taken.
 * `what` names who wants it; `setting` how to choose another.
 */
export async function choosePort(wanted: number | undefined, what: string): Promise<number> {
  if (wanted === undefined) return freePort();
  if (await isPortFree(wanted)) return wanted;
  throw new Error(
    `Port ${wanted} for ${what} is taken by another program. Stop it (find it with: ss -ltnp 'sport = :${wanted}') ` +
      'or choose another port.',
  );
}
