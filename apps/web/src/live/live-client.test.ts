import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectLive, type LiveClient } from './live-client.ts';

/** A server that refuses every connection and counts the attempts. */
let server: Server;
let knocks: number;
let client: LiveClient | undefined;
const page = new EventTarget();

beforeEach(async () => {
  knocks = 0;
  server = createServer((socket) => {
    knocks += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  vi.stubGlobal('location', {
    protocol: 'http:',
    hostname: '127.0.0.1',
    host: `127.0.0.1:${port}`,
    port: `${port}`,
  });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(async () => {
  client?.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await new Promise((resolve) => server.close(resolve));
});

const connect = async () => {
  client = await connectLive({
    member: 'a'.repeat(24),
    onEvent: () => {},
    onConnection: () => {},
    onAnotherMember: () => {},
  });
};

it.each([
  ['the page becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the page is restored from the cache', () => page.dispatchEvent(new Event('pageshow'))],
  ['the network is back', () => page.dispatchEvent(new Event('online'))],
])('reconnects at once when %s', async (_, comes) => {
  // No clock: no timer fires by itself.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await connect();
  const isTriedOn = () => knocks >= 3;
  // `vi.waitUntil` would move the clock.
  while (!isTriedOn()) {
    await new Promise((resolve) => setImmediate(resolve));
    comes();
  }
  expect(isTriedOn()).toBe(true);
});

it('reconnects when the user presses or types, at most every two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await connect();
  /** Resolves after so many attempts, or after as many turns of the loop without one as an attempt takes at least. */
  const knocked = async (times: number, attempts = 5_000) => {
    const isEnough = () => knocks >= times;
    for (let turn = 0; turn < attempts && !isEnough(); turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      page.dispatchEvent(new Event('keydown'));
      page.dispatchEvent(new Event('pointerdown'));
    }
    return knocks;
  };
  expect(await knocked(2)).toBe(2);
  expect(await knocked(3)).toBe(2);
  vi.setSystemTime(Date.now() + 2_000);
  expect(await knocked(3)).toBe(3);
});
