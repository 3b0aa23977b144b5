import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectLive, type LiveClient } from './live-client.ts';

/** A door that shuts in everybody's face, and counts how often it was knocked at. */
let door: Server;
let knocks: number;
let client: LiveClient | undefined;
const page = new EventTarget();

beforeEach(async () => {
  knocks = 0;
  door = createServer((socket) => {
    knocks += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const { port } = door.address() as { port: number };
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
  await new Promise((resolve) => door.close(resolve));
});

it.each([
  ['the page is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the page is shown again', () => page.dispatchEvent(new Event('pageshow'))],
  ['there is a network', () => page.dispatchEvent(new Event('online'))],
])('what waits for its next try is tried at once when %s', async (_, comes) => {
  // No clock: no wait ever ends by itself.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  client = await connectLive({
    member: 'a'.repeat(24),
    onEvent: () => {},
    onConnection: () => {},
    onAnotherMember: () => {},
  });
  const isTriedOn = () => knocks >= 3;
  // Not by `vi.waitUntil`, which would move the clock.
  while (!isTriedOn()) {
    await new Promise((resolve) => setImmediate(resolve));
    comes();
  }
  expect(isTriedOn()).toBe(true);
});
