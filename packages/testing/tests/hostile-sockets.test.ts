import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  conversationRead,
  DEFAULT_SETTINGS,
  focusChanged,
  getUser,
  LIMITS,
  messageSend,
  REQUEST_BYTES,
} from '@heartline/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type LiveDevice, type Person, recordAcks, startWorld, until, type World } from '../src/index.ts';

let world: World;
let mara: Person;
let jonas: Person;
let eve: Person;
const acks = recordAcks();

beforeAll(async () => {
  world = await startWorld({ gateways: 1, workers: 1 });
  const rich = { credits: 200, premium: true };
  [mara, jonas, eve] = await world.people(rich, rich, rich);
});
afterAll(async () => {
  await world?.stop();
});

const gateway = () => world.gateways[0];
const rows = (collection: string) => world.inside.mongo.connection.collection(collection).countDocuments({});
const send = (device: LiveDevice, change: object = {}) =>
  device.send(
    messageSend,
    { clientId: randomUUID(), profile: jonas.id, text: 'Hello', credits: 1, ...change },
    20_000,
  );
type Answer = Awaited<ReturnType<typeof send>>;
const code = (answer: Answer) => (answer.ok ? 'OK' : answer.refusal.code);

/** The gateway still serves: a message gets through as always. */
async function servesOn(): Promise<void> {
  const device = await mara.device();
  const answer = await send(device);
  device.close();
  expect(code(answer)).toBe('OK');
  if (answer.ok) acks.add(mara, jonas, answer.value.message);
  expect(gateway().running()).toBe(true);
}

/** A raw socket without Socket.IO: it sends and returns exact bytes. */
interface Raw {
  ws: WebSocket;
  received: string[];
  closed: Promise<void>;
}

async function raw(headers: Record<string, string>): Promise<Raw> {
  const url = `${gateway().address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const ws = new WebSocket(url, { headers: { host: new URL(gateway().origin).host, ...headers } });
  const received: string[] = [];
  ws.on('message', (data: Buffer) => received.push(data.toString()));
  const closed = new Promise<void>((resolve) => ws.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    ws.once('open', resolve);
    ws.once('unexpected-response', (_, response) => {
      response.on('data', (body) => reject(new Error(`${response.statusCode} ${body}`)));
    });
    ws.once('error', reject);
  });
  return { ws, received, closed };
}

/** A raw socket of a member that the gateway has let in. */
async function rawMember(person: Person): Promise<Raw> {
  const socket = await raw({ origin: gateway().origin, cookie: person.http.cookie });
  socket.ws.send('40');
  await until(
    () => socket.received,
    (received) => received.some((packet) => packet.startsWith('42["sync:ticked"')),
  );
  return socket;
}

/** Memory of the gateway in bytes. */
function memory(): number {
  const status = readFileSync(`/proc/${gateway().pid()}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024;
}

describe('hostile sockets', () => {
  it('24 are refused at the handshake from a foreign or null origin, or without one', async () => {
    const { cookie } = mara.http;
    const origins = ['https://evil.example', 'null', `${gateway().origin}.evil.example`, 'http://localhost'];
    for (const origin of origins) {
      await expect(raw({ cookie, origin }), origin).rejects.toThrow('400 Forbidden');
    }
    await expect(raw({ cookie })).rejects.toThrow('400 Forbidden');
    (await raw({ cookie, origin: gateway().origin })).ws.terminate();
  });

  it('25 do nothing before they are let in', async () => {
    const before = await rows('ledger');
    const packet = `420["message:send",${JSON.stringify({ clientId: randomUUID(), profile: jonas.id, text: 'x', credits: 1 })}]`;
    const early = await raw({ origin: gateway().origin, cookie: mara.http.cookie });
    early.ws.send(packet);
    await early.closed;
    const nobody = await raw({ origin: gateway().origin });
    nobody.ws.send('40');
    await until(
      () => nobody.received,
      (received) => received.some((one) => one.includes('AUTHENTICATION_REQUIRED')),
    );
    nobody.ws.send(packet);
    nobody.ws.terminate();
    expect([...early.received, ...nobody.received].filter((one) => one.startsWith('43'))).toEqual([]);
    expect(await rows('ledger')).toBe(before);
    await servesOn();
  });

  it('25 do nothing with unknown events, wrong argument counts and false acks', async () => {
    const before = await rows('ledger');
    const socket = await rawMember(mara);
    const input = JSON.stringify({ clientId: randomUUID(), profile: jonas.id, text: 'x', credits: 1 });
    for (const packet of [
      '421["no:such"]',
      '422["disconnect"]',
      '423["message:send"]',
      `42["message:send",${input}]`,
      `42["message:send",${input},"ack"]`,
      `424["message:send",${input},${input}]`,
      '425["message:send",[[[]]]]',
      '426["__proto__",{}]',
      '427["constructor",{}]',
    ]) {
      if (socket.ws.readyState === WebSocket.OPEN) socket.ws.send(packet);
    }
    socket.ws.terminate();
    const device = await mara.device();
    for (const payload of [null, 'text', 7, [], { __proto__: { credits: 0 } }, { clientId: {} }]) {
      const answer = (await device.socket.timeout(10_000).emitWithAck('message:send', payload)) as Answer;
      expect(code(answer)).toBe('VALIDATION_FAILED');
    }
    // During a rolling update a newer page may ask an older gateway: it must get an answer.
    for (const name of ['no:such', '__proto__', 'constructor']) {
      expect(code((await device.socket.timeout(10_000).emitWithAck(name, {})) as Answer)).toBe(
        'UNKNOWN_EVENT',
      );
    }
    device.close();
    expect(await rows('ledger')).toBe(before);
    await servesOn();
  });

  it('26 are closed with binary packets of any count, and use no memory', async () => {
    const packets = [
      '45999999999-["message:send",{"_placeholder":true,"num":0}]',
      '450-["message:send",{"_placeholder":true,"num":0}]',
      '45-["message:send"]',
      '45-1-["message:send"]',
      '451-["message:send",{"_placeholder":true,"num":-1}]',
      '451-["message:send",{"_placeholder":true,"num":99}]',
      '4599999-["message:send",{"_placeholder":true,"num":0}]',
      '46999-0["message:send"]',
      '4999',
      `42${'['.repeat(20_000)}`,
    ];
    const attack = async (packet: string) => {
      const socket = await rawMember(mara);
      socket.ws.send(packet);
      for (let n = 0; n < 50 && socket.ws.readyState === WebSocket.OPEN; n += 1) {
        socket.ws.send(Buffer.alloc(1_000, n));
      }
      socket.ws.terminate();
      await socket.closed;
    };
    for (const packet of packets) await attack(packet);
    const before = memory();
    for (let round = 0; round < 10; round += 1) await Promise.all(packets.map(attack));
    expect(memory() - before).toBeLessThan(64 * 1_024 * 1_024);
    await servesOn();
  });

  it('26 are closed with a packet larger than any request', async () => {
    const socket = await rawMember(mara);
    socket.ws.send(`420["message:send","${'x'.repeat(REQUEST_BYTES)}"]`);
    await socket.closed;
    expect(socket.received.filter((one) => one.startsWith('43'))).toEqual([]);
    await servesOn();
  });

  it('26 cannot poll: websocket is the only transport', async () => {
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', '40'],
      ['POST', '451-["x",{"_placeholder":true,"num":0}]\u001ebAAAA'],
    ] as const) {
      const { status } = await mara.http.send(method, '/socket.io/?EIO=4&transport=polling', body);
      expect(status).toBe(400);
    }
  });

  it('28 join no room of their choice, and find no conversation of others', async () => {
    const conversation = world.inside.core.messaging.conversationOf(mara.id, jonas.id);
    const outsider = await eve.device();
    for (const room of [`user:${mara.id}`, `user:{${mara.id}}`, `conversation:${conversation}`]) {
      outsider.socket.emit('join', room);
      outsider.socket.emit('room:join', { room });
      outsider.socket.emit('subscribe', room, () => undefined);
    }
    for (const forged of [conversation, 'f'.repeat(24), mara.id]) {
      const answer = await outsider.send(conversationRead, { conversation: forged, seq: 1 });
      expect(answer).toEqual({ ok: false, refusal: { code: 'NOT_FOUND' } });
    }
    const receiver = await jonas.device();
    await servesOn();
    await until(
      () => receiver.received.filter(({ name }) => name === 'message:created').length,
      (count) => count === 1,
    );
    expect(outsider.received.filter(({ name }) => name !== 'sync:ticked')).toEqual([]);
    outsider.close();
    receiver.close();
  });

  it('29 get one message per key: a changed text or recipient is refused', async () => {
    const device = await mara.device();
    const clientId = randomUUID();
    const first = await send(device, { clientId });
    if (!first.ok) throw new Error(first.refusal.code);
    acks.add(mara, jonas, first.value.message);
    for (const change of [{ text: 'Other' }, { profile: eve.id }]) {
      const answer = await send(device, { clientId, ...change });
      expect(answer).toEqual({ ok: false, refusal: { code: 'KEY_REUSED' } });
    }
    // The key of one member says nothing about that of another.
    const other = await jonas.device();
    const independent = await send(other, { clientId, profile: mara.id });
    if (!independent.ok) throw new Error(independent.refusal.code);
    expect(independent.value.message.sender).toBe(jonas.id);
    acks.add(jonas, mara, independent.value.message);
    device.close();
    other.close();
  });

  it('35 read no history by invalid numbers, and nothing beyond its ends', async () => {
    const conversation = world.inside.core.messaging.conversationOf(mara.id, jonas.id);
    const page = (query: string) =>
      mara.http.send('GET', `/api/messages.php?conversation=${conversation}&${query}`);
    for (const number of ['-1', '1.5', 'NaN', '1e309', '18abc', '9007199254740992', '9007199254740993', '']) {
      for (const edge of ['before', 'after', 'limit']) {
        expect([edge, number, (await page(`${edge}=${number}`)).status]).toEqual([edge, number, 400]);
      }
    }
    for (const query of ['before=1', 'after=9999999999']) {
      expect((await page(query)).body).toMatchObject({ messages: [] });
    }
    expect((await page('limit=101')).status).toBe(400);
  });

  it('36 recover no connection of another member: each one starts anew', async () => {
    const known = await mara.device();
    const socket = await raw({ origin: gateway().origin, cookie: eve.http.cookie });
    socket.ws.send(`40${JSON.stringify({ pid: known.socket.id, offset: '0-0' })}`);
    const answer = await until(
      () => socket.received.find((packet) => packet.startsWith('40')),
      (found) => found !== undefined,
    );
    const said = JSON.parse(answer?.slice(2) ?? '') as { sid: string; pid?: string };
    expect(Object.keys(said)).toEqual(['sid']);
    expect(said.sid).not.toBe(known.socket.id);
    await servesOn();
    expect(socket.received.filter((packet) => packet.includes('message:created'))).toEqual([]);
    socket.ws.terminate();
    known.close();
  });

  it('30 need a valid key', async () => {
    const device = await mara.device();
    const before = await rows('ledger');
    const key = randomUUID();
    const keys = [
      'a:b',
      '1'.repeat(36),
      'x'.repeat(10_000),
      '../../etc/passwd',
      '$where',
      `${key}.1`,
      `${key}.10`,
      `${key}\n`,
      key.toUpperCase(),
      '',
    ];
    for (const clientId of keys) {
      expect([clientId, code(await send(device, { clientId }))]).toEqual([clientId, 'VALIDATION_FAILED']);
    }
    device.close();
    expect(await rows('ledger')).toBe(before);
  });

  it('22 31 send only visible texts up to the limit, counted in characters', async () => {
    const device = await mara.device();
    const { message_length: longest } = DEFAULT_SETTINGS;
    const texts: [string, string][] = [
      ['\u200b\u200c\u200d\u2060\ufeff', 'MESSAGE_EMPTY'],
      [' \n\t ', 'MESSAGE_EMPTY'],
      ['\u202e\u2066', 'MESSAGE_EMPTY'],
      ['\u3164\u115f\u1160\uffa0', 'MESSAGE_EMPTY'],
      ['\u2800\u2800', 'MESSAGE_EMPTY'],
      ['\u0007\u001b', 'MESSAGE_EMPTY'],
      ['x'.repeat(longest + 1), 'MESSAGE_TOO_LONG'],
      [`e${'\u0301'.repeat(2_000)}`, 'MESSAGE_TOO_LONG'],
      ['a\0b', 'VALIDATION_FAILED'],
      ['a\ud800b', 'VALIDATION_FAILED'],
    ];
    for (const [text, refused] of texts) {
      expect([text.slice(0, 9), code(await send(device, { text }))]).toEqual([text.slice(0, 9), refused]);
    }
    for (const text of [
      '\u202eevil',
      '👩🏽‍❤️‍💋‍👩🏽'.repeat(longest),
      '<img src=x onerror=alert(1)>',
      '{{7*7}}',
    ]) {
      const answer = await send(device, { text });
      if (!answer.ok) throw new Error(`${text}: ${answer.refusal.code}`);
      expect(answer.value.message.text).toBe(text);
      acks.add(mara, jonas, answer.value.message);
    }
    const withControls = await send(device, { text: 'a\u0007b\u001b\u009f\fc\ufffe' });
    if (!withControls.ok) throw new Error(withControls.refusal.code);
    expect(withControls.value.message.text).toBe('ab\nc');
    acks.add(mara, jonas, withControls.value.message);
    device.close();
  });

  it('33 send and signal no faster than the limits, and pay nothing beyond', async () => {
    const device = await eve.device();
    const sends = await Promise.all(Array.from({ length: 100 }, () => send(device)));
    for (const answer of sends) if (answer.ok) acks.add(eve, jonas, answer.value.message);
    const codes = sends.map(code);
    expect(codes.filter((one) => one === 'OK')).toHaveLength(LIMITS.send.points);
    expect(codes.filter((one) => one === 'RATE_LIMITED')).toHaveLength(100 - LIMITS.send.points);
    const signals = await Promise.all(
      Array.from({ length: 150 }, () => device.send(focusChanged, { focused: true, conversation: null })),
    );
    expect(signals.filter(({ ok }) => ok)).toHaveLength(LIMITS.signal.points);
    device.close();
    expect((await eve.http.call(getUser, {})).user.credits).toBe(200 - LIMITS.send.points);
  });

  it('33 move no read mark past the last row, and none back [M5]', async () => {
    const conversation = world.inside.core.messaging.conversationOf(eve.id, jonas.id);
    const device = await jonas.device();
    const last = LIMITS.send.points;
    const read = async (seq: number) => device.send(conversationRead, { conversation, seq });
    expect(await read(7)).toMatchObject({ value: { readSeq: 7, num_unread_messages: last - 7 } });
    expect(await read(3)).toMatchObject({ value: { readSeq: 7, num_unread_messages: last - 7 } });
    expect(await read(0)).toMatchObject({ value: { readSeq: 7 } });
    expect(await read(1_000_000_000)).toMatchObject({ value: { readSeq: last, num_unread_messages: 0 } });
    for (const seq of [-1, 1.5, Number.NaN, 2 ** 53, '7', 1e10]) {
      const answer = await device.send(conversationRead, { conversation, seq: seq as number });
      expect(answer).toMatchObject({ ok: false, refusal: { code: 'VALIDATION_FAILED' } });
    }
    device.close();
  });

  it('leave the gateway serving, every acked message stored and the invariants kept', async () => {
    await servesOn();
    expect(await world.violations()).toEqual([]);
    expect(await acks.differences()).toEqual([]);
  });
});
