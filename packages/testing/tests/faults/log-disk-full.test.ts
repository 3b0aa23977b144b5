import { randomUUID } from 'node:crypto';
import { rm, symlink } from 'node:fs/promises';
import { freePort } from '@heartline/local/free-port';
import type { Service } from '@heartline/local/stack';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordAcks, sendByHttp, sendUntilAcked, startWorld, until, type World } from '../../src/index.ts';

let world: World;
let gatewayMetrics: string;
const acks = recordAcks();

beforeAll(async () => {
  const port = await freePort();
  gatewayMetrics = `http://127.0.0.1:${port}`;
  world = await startWorld({ gateways: 1, workers: 1, gatewayEnvironment: { METRICS_PORT: String(port) } });
});
afterAll(async () => {
  await world?.stop();
});

/** Restarts a service with a log that accepts no line, as on a full disk. */
async function restartWithoutRoom(service: Service): Promise<void> {
  await rm(service.logFile);
  await symlink('/dev/full', service.logFile);
  await service.restart();
}

/** Log lines that the service at `address` dropped. */
async function droppedAt(address: string): Promise<number> {
  const page = await (await fetch(`${address}/metrics`)).text();
  return Number(/^log_lines_dropped_total (\d+)$/m.exec(page)?.[1]);
}

async function secondsToStop(service: Service): Promise<number> {
  const startedAt = performance.now();
  await service.stop();
  return (performance.now() - startedAt) / 1_000;
}

it('sends and settles while no log line can be written, counts them, and stops', async () => {
  const [gateway, worker] = [world.gateways[0], world.workers[0] as Service];
  await Promise.all([gateway, worker].map(restartWithoutRoom));
  const [mara, jonas] = await world.people({ credits: 3 }, {});
  for (let n = 0; n < 3; n += 1) {
    const input = { clientId: randomUUID(), profile: jonas.id, text: `${n}`, credits: 1 };
    const { message } = await sendUntilAcked(sendByHttp(mara.http), input);
    acks.add(mara, jonas, message);
  }
  expect(await world.violations()).toEqual([]);
  expect(await acks.differences()).toEqual([]);
  for (const address of [gatewayMetrics, worker.address])
    await until(
      () => droppedAt(address),
      (lines) => lines > 0,
    );
  expect(gateway.running()).toBe(true);
  // A service that does not end by itself is killed after 8 s.
  expect(await secondsToStop(gateway)).toBeLessThan(7);
  expect(await secondsToStop(worker)).toBeLessThan(7);
});
