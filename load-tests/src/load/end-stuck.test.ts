import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { endStuck } from './end-stuck.ts';
import type { WatchedPart } from './watch.ts';

/** A part with an idle process whose page answers by `onRequest`. */
async function part(name: string, onRequest: RequestListener) {
  const child = spawn('sleep', ['60']);
  const server = createServer(onRequest);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    child.kill();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const watched: WatchedPart = {
    name,
    pids: () => (child.exitCode === null && child.signalCode === null ? [child.pid as number] : []),
    metricsUrl: `http://127.0.0.1:${port}/`,
  };
  return { child, watched };
}

it('kills and names a part that does not answer, and no other', async () => {
  const well = await part('gateway a', (_, response) => response.end('well'));
  const still = await part('gateway b', () => {});
  const over = once(still.child, 'exit');
  const engine: WatchedPart = { name: 'engine', pids: () => [process.pid] };
  const parts = [well.watched, still.watched, engine];
  expect(await endStuck(parts)).toEqual(['gateway b']);
  expect(await over).toEqual([null, 'SIGKILL']);
  expect(well.watched.pids()).toHaveLength(1);
  expect(await endStuck(parts)).toEqual([]);
});
