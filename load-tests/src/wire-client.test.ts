import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { openWire, textFrame } from './wire-client.ts';

let server: WebSocketServer;

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) =>
    socket.on('message', (data: Buffer) => socket.send(data, { binary: false })),
  );
  await new Promise((resolve) => server.once('listening', resolve));
});

afterAll(() => server.close());

it.each([1, 125, 126, 20_000])('returns a text of %i bytes complete, as one frame', async (length) => {
  const { port } = server.address() as AddressInfo;
  const text = 'é'.repeat(Math.floor(length / 2)) + 'x'.repeat(length % 2);
  const { promise: received, resolve } = Promise.withResolvers<string>();
  const wire = await openWire({ port, path: '/', headers: { Host: 'test' } }, (payload) =>
    resolve(payload.toString()),
  );
  wire.write(textFrame(text));
  expect(await received).toBe(text);
  wire.close();
});
