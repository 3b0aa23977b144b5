import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createClientIds } from '../lib/client-id.ts';
import {
  ENTER,
  eventFrame,
  type Frame,
  numberOf,
  PONG,
  parseFrame,
  SOCKET_PATH,
  stringOf,
} from '../lib/frames.ts';
import { later } from '../src/measure.ts';
import { openSocket } from '../src/socket-client.ts';

/** Checks the hand-made frames of the load clients against the real server. */
const http = createServer();
const io = new Server(http, { transports: ['websocket'], pingInterval: 100, pingTimeout: 1_000 });
const closed: string[] = [];

beforeAll(async () => {
  io.use((socket, next) =>
    next(socket.handshake.headers.cookie === 'guest' ? new Error('AUTHENTICATION_REQUIRED') : undefined),
  );
  io.on('connection', (socket) => {
    socket.on('say', (payload: unknown, ack: (answer: unknown) => void) => {
      socket.emit('said', { payload, text: 'a "quoted" [bracket] ❤️' });
      ack({ ok: true, value: payload });
    });
    socket.on('leave', () => socket.disconnect());
    socket.on('disconnect', (reason) => closed.push(reason));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
});

afterAll(() => io.close());

/** A raw WebSocket that records every frame; `answer` returns its reply. */
async function open(cookie: string, answer: (frame: Frame) => string | undefined) {
  const { port } = http.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`, { headers: { cookie } });
  const frames: Frame[] = [];
  socket.on('message', (data: Buffer) => {
    const frame = parseFrame(data.toString());
    frames.push(frame);
    const reply = answer(frame);
    if (reply !== undefined) socket.send(reply);
  });
  const seen = async (type: Frame['type'], count = 1) => {
    const found = () => frames.filter((frame) => frame.type === type);
    await expect.poll(() => found().length).toBeGreaterThanOrEqual(count);
    return found()[count - 1];
  };
  return { socket, frames, seen };
}

const member = (frame: Frame) => (frame.type === 'open' ? ENTER : frame.type === 'ping' ? PONG : undefined);

it('enters, gets the heartbeat interval, and stays by answering pings', async () => {
  const { socket, seen } = await open('', member);
  expect(await seen('open')).toEqual({ type: 'open', pingInterval: 100, pingTimeout: 1_000 });
  await seen('entered');
  await seen('ping', 6);
  expect(socket.readyState).toBe(WebSocket.OPEN);
  expect(closed).toEqual([]);
  socket.terminate();
});

it('is closed when it does not answer pings', async () => {
  const { socket, seen } = await open('', (frame) => (frame.type === 'open' ? ENTER : undefined));
  await seen('entered');
  await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED);
});

it('sends events and matches each ack to its id, whatever the payload holds', async () => {
  const { socket, seen } = await open('', member);
  await seen('entered');
  const payload = { text: 'brackets ] [ "quotes" \\ ż ❤️', n: 1 };
  socket.send(eventFrame(0, 'say', payload));
  socket.send(eventFrame(4_217, 'say', payload));
  const answer = { ok: true, value: payload };
  expect(await seen('ack', 1)).toEqual({ type: 'ack', id: 0, json: JSON.stringify(answer) });
  expect(await seen('ack', 2)).toMatchObject({ type: 'ack', id: 4_217 });
  const said = { payload, text: 'a "quoted" [bracket] ❤️' };
  expect(await seen('event')).toEqual({ type: 'event', name: 'said', json: JSON.stringify(said) });
  socket.terminate();
});

it('reads a refusal with its code', async () => {
  const { socket, seen } = await open('guest', member);
  expect(await seen('refused')).toEqual({ type: 'refused', message: 'AUTHENTICATION_REQUIRED' });
  socket.terminate();
});

it('runs a benchmark device: entry, events, answers, heartbeat and refusal', async () => {
  const { port } = http.address() as AddressInfo;
  const endpoint = { address: `http://127.0.0.1:${port}`, origin: 'http://site.localhost', cookie: 'member' };
  const device = await openSocket(endpoint);
  const received: unknown[] = [];
  device.onEvent((name, payload) => received.push([name, payload]));
  const payload = { text: 'brackets ] [ "quotes" \\ ż ❤️' };
  const answers = await Promise.all([device.send('say', payload), device.send('say', { n: 2 })]);
  expect(answers).toEqual([payload, { n: 2 }].map((value) => ({ ok: true, value })));
  expect(received[0]).toEqual(['said', { payload, text: 'a "quoted" [bracket] ❤️' }]);
  // Longer than the server waits for a missing pong.
  await later(1_500);
  expect(await device.send('say', payload)).toEqual({ ok: true, value: payload });
  device.close();
  await expect(openSocket({ ...endpoint, cookie: 'guest' })).rejects.toThrow('AUTHENTICATION_REQUIRED');
});

it('notices that the server ended the session', async () => {
  const { socket, seen } = await open('', member);
  await seen('entered');
  socket.send(eventFrame(0, 'leave', {}));
  expect(await seen('closed')).toEqual({ type: 'closed' });
  socket.terminate();
});

it('finds single fields of a message, never in the text of members', () => {
  const message = { text: '","seq":7,"sender":"nobody', conversation: 'c', seq: 12_045, sender: 'a' };
  const json = JSON.stringify({ version: null, message, profile: 'b' });
  expect([stringOf('sender')(json), numberOf('seq')(json), numberOf('version')(json)]).toEqual([
    'a',
    12_045,
    Number.NaN,
  ]);
  expect([stringOf('quote')(json), numberOf('quote')(json)]).toEqual(['', Number.NaN]);
});

it('makes client ids in the form the contracts require', () => {
  const ids = Array.from({ length: 10 }, () => createClientIds()).flatMap((make) =>
    Array.from({ length: 100 }, make),
  );
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
