import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageSend } from '@heartline/contracts';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Person, startWorld, type World } from '../src/index.ts';

/** Attacks of a single connection on a gateway, which runs as its own process. */
let world: World;
let mara: Person;
let jonas: Person;

beforeAll(async () => {
  world = await startWorld({ gateways: 1, workers: 0 });
  [mara, jonas] = await world.people({ credits: 200, premium: true }, {});
});
afterAll(() => world?.stop());

/** Memory of the gateway in bytes. */
function memory(): number {
  const status = readFileSync(`/proc/${world.gateways[0].pid()}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024;
}

it('survives a member who asks twice at once to be let in', async () => {
  const gateway = world.gateways[0];
  const url = `${gateway.address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const headers = { host: new URL(gateway.origin).host, origin: gateway.origin, cookie: mara.http.cookie };
  const ws = new WebSocket(url, { headers });
  const closed = new Promise<void>((resolve) => ws.once('close', () => resolve()));
  ws.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    ws.once('open', resolve);
    ws.once('error', reject);
  });
  for (let n = 0; n < 2; n += 1) ws.send('40');
  await Promise.race([closed, fixedWait(3_000, 'the gateway may keep the connection')]);
  ws.terminate();
  const device = await mara.device();
  const sent = await device.send(messageSend, {
    clientId: randomUUID(),
    profile: jonas.id,
    text: 'x',
    credits: 1,
  });
  device.close();
  expect({ isSent: sent.ok, isRunning: gateway.running() }).toEqual({ isSent: true, isRunning: true });
});

it('survives the client library connecting again while it waits, and lets it in', async () => {
  const gateway = world.gateways[0];
  await gateway.restart();
  const socket = io(gateway.address, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: {
      cookie: mara.http.cookie,
      origin: gateway.origin,
      host: new URL(gateway.origin).host,
    },
  });
  // As `onAwake` and `onOnline` of the live client do while the socket is open and the answer is pending.
  socket.io.on('open', () => socket.connect());
  await expect.poll(() => socket.connected).toBe(true);
  await fixedWait(1_000, 'by then a surplus answer would have ended the gateway');
  const isIn = socket.connected;
  socket.close();
  expect({ isIn, running: gateway.running() }).toEqual({ isIn: true, running: true });
});

it('cuts off a client that pings without reading answers, and keeps memory bounded', async () => {
  const gateway = world.gateways[0];
  const url = `${gateway.address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  // Without a session.
  const ws = new WebSocket(url, { headers: { host: new URL(gateway.origin).host, origin: gateway.origin } });
  ws.on('error', () => undefined);
  await new Promise((resolve) => ws.once('open', resolve));
  const wire = (ws as unknown as { _socket: Socket })._socket;
  const before = memory();
  wire.pause();
  const payload = Buffer.alloc(125, 7);
  wire.on('error', () => undefined);
  const until = performance.now() + 8_000;
  let most = 0;
  while (!wire.destroyed && performance.now() < until) {
    for (let n = 0; n < 2_000; n += 1) ws.ping(payload);
    while (wire.writableLength > 1_000_000 && !wire.destroyed && performance.now() < until) await sleep(5);
    await sleep(0);
    most = Math.max(most, memory() - before);
  }
  ws.terminate();
  expect(wire.destroyed).toBe(true);
  expect(most).toBeLessThan(128 * 1_048_576);
  expect(gateway.running()).toBe(true);
});
