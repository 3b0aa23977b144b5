import type { AddressInfo, Server } from 'node:net';

/** What the benchmark passed to this server. */
export function givenOptions(): unknown {
  return JSON.parse(process.argv[2] ?? '{}');
}

/** Listens on a free loopback port, tells the benchmark which, and ends with it. */
export function serve(server: Server): void {
  server.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port));
}

/** Tells the benchmark the port, and ends with it. */
export function announce(port: number): void {
  process.send?.({ port });
  // An orderly exit, so that `--cpu-prof` writes what it saw.
  process.once('disconnect', () => process.exit());
  process.once('SIGTERM', () => process.exit());
}
