import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { getUser } from '@heartline/contracts';
import { freePort } from '@heartline/local/free-port';
import { rooms } from '@heartline/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type LiveDevice, type Person, startWorld, until, type World } from '../src/index.ts';

/** Connection limits of one gateway, against clients that read nothing and visitors that never sign in. */
const PLACES = 20;
const BUFFER_KB = 64;
const READERS = 20;
const SOCKETS = READERS + 2;

let world: World;
let mara: Person;
let metricsPort: number;

beforeAll(async () => {
  metricsPort = await freePort();
  world = await startWorld({
    gateways: 1,
    workers: 0,
    gatewayEnvironment: {
      PRE_AUTH_PER_ADDRESS: String(PLACES),
      SOCKET_BUFFER_KB: String(BUFFER_KB),
      SOCKETS_PER_MEMBER: String(SOCKETS),
      METRICS_PORT: String(metricsPort),
    },
  });
  [mara] = await world.people({});
});
afterAll(async () => {
  await world?.stop();
});

const gateway = () => world.gateways[0];

/** The value of one metric of the gateway, summed over its labels. */
async function metric(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

function memory(): number {
  const status = readFileSync(`/proc/${gateway().pid()}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024;
}

/** A raw socket of this person. The gateway sees `localAddress` as its address. */
function rawSocket(cookie: string, localAddress = '127.0.0.1'): WebSocket {
  const url = `${gateway().address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const headers = { host: new URL(gateway().origin).host, origin: gateway().origin, cookie };
  const ws = new WebSocket(url, { headers, localAddress });
  ws.on('error', () => undefined);
  return ws;
}

/** Resolves once the gateway accepts this socket. */
function letIn(ws: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    ws.once('close', () => reject(new Error('turned away')));
    ws.on('message', (data: Buffer) => {
      if (data.toString().startsWith('0')) ws.send('40');
      if (data.toString().startsWith('44')) reject(new Error('refused'));
      if (data.toString().startsWith('42["sync:ticked"')) resolve();
    });
  });
}

/** A socket of Mara's that is accepted and then reads nothing more. */
async function slowReader(): Promise<WebSocket> {
  const ws = rawSocket(mara.http.cookie);
  await letIn(ws);
  ws.pause();
  return ws;
}

describe('a gateway with many unresponsive clients', () => {
  it('cuts off slow readers, keeps its memory bounded, and serves other readers', async () => {
    const device = await mara.device();
    const readers: WebSocket[] = [];
    for (let n = 0; n < READERS; n += 1) readers.push(await slowReader());
    const received: number[] = [];
    device.socket.on('test:filler', ({ n }: { n: number }) => received.push(n));
    const before = memory();
    // Published like any event to a member, and larger than the kernel buffers for an unread socket.
    const channel = `${world.names.prefix}#/#${rooms.user(mara.id)}#`;
    const pad = 'x'.repeat(16_000);
    const count = 1_000;
    for (let n = 0; n < count; n += 1) {
      const frame = `!${'t'.repeat(16)}42${JSON.stringify(['test:filler', { n, pad }])}`;
      await world.inside.redis.sPublish(channel, frame);
      // As fast as the reading client can receive.
      if (n % 8 === 7) {
        await until(
          () => received.length,
          (length) => length === n + 1,
          30_000,
          2,
        );
      }
    }
    expect(received).toEqual(Array.from({ length: count }, (_, n) => n));
    await until(
      () => metric('live_slow_readers_total'),
      (cut) => cut === READERS,
    );
    expect(await metric('live_sockets')).toBe(1);
    // Each reader was sent 16 MB.
    expect(memory() - before).toBeLessThan(128 * 1_024 * 1_024);
    expect(readFileSync(gateway().logFile, 'utf8')).toContain('reads too slowly');
    device.close();
    for (const reader of readers) reader.terminate();
  });

  it('limits the sockets of one member, and frees a place for each that leaves', async () => {
    const [nele, jonas] = await world.people({}, {});
    const devices: LiveDevice[] = [];
    for (let n = 0; n < SOCKETS; n += 1) devices.push(await nele.device());
    await expect(nele.device()).rejects.toThrow('RATE_LIMITED');
    await until(
      () => metric('live_sockets'),
      (count) => count === SOCKETS,
    );
    (await jonas.device()).close();
    devices[0]?.close();
    await until(
      () => metric('live_sockets'),
      (count) => count === SOCKETS - 1,
    );
    (await nele.device()).close();
    for (const device of devices) device.close();
  });

  it('limits them also when many connect at the same time', async () => {
    const [nele] = await world.people({});
    const sockets = Array.from({ length: PLACES }, () => rawSocket(nele.http.cookie));
    sockets.push(...Array.from({ length: PLACES }, () => rawSocket(nele.http.cookie, '127.0.0.8')));
    const came = await Promise.allSettled(sockets.map(letIn));
    expect(came.filter(({ status }) => status === 'fulfilled')).toHaveLength(SOCKETS);
    // Refused sockets close a moment later.
    await until(
      () => metric('live_sockets'),
      (count) => count === SOCKETS,
    );
    for (const socket of sockets) socket.terminate();
    await until(
      () => metric('live_sockets'),
      (count) => count === 0,
    );
  });

  it('closes the connection after a disconnect packet, since no limit counts it', async () => {
    const [nele] = await world.people({});
    const ws = rawSocket(nele.http.cookie);
    await letIn(ws);
    ws.send('41');
    await expect.poll(() => ws.readyState, { timeout: 10_000 }).toBe(WebSocket.CLOSED);
  });

  it('limits pre-auth connections per address in number and time (hostile 27)', async () => {
    const attacker = '127.0.0.9';
    const idle = Array.from({ length: PLACES / 2 }, () => silent(attacker));
    await Promise.all(idle.map(({ opened }) => opened));
    // Half a handshake: a socket without the packet that asks for access.
    const half = Array.from({ length: PLACES / 2 }, () => rawSocket('', attacker));
    await Promise.all(half.map((ws) => new Promise((resolve) => ws.once('open', resolve))));
    const refusedBefore = await metric('live_handshakes_refused_total');
    const beyond = Array.from({ length: 100 }, () => silent(attacker));
    await Promise.all(beyond.map(({ closed }) => closed));
    expect(await metric('live_handshakes_refused_total')).toBe(refusedBefore + 100);
    // A member at another address is unaffected.
    await mara.http.call(getUser, {});
    (await mara.device()).close();
    await Promise.all([
      ...idle.map(({ closed }) => closed),
      ...half.map((ws) => new Promise((resolve) => ws.once('close', resolve))),
    ]);
    const again = rawSocket('', attacker);
    await new Promise((resolve) => again.once('open', resolve));
    again.terminate();
  });
});

/** A connection that is opened and sends nothing. */
function silent(localAddress: string): { opened: Promise<unknown>; closed: Promise<unknown> } {
  const socket: Socket = connect({
    port: Number(new URL(gateway().address).port),
    host: '127.0.0.1',
    localAddress,
  });
  socket.on('error', () => undefined);
  socket.resume();
  return {
    opened: new Promise((resolve) => socket.once('connect', resolve)),
    closed: new Promise((resolve) => socket.once('close', resolve)),
  };
}
