import { type Engine, startRedis } from '@heartline/local/engines';
import {
  connectRedis,
  createLogger,
  createPresence,
  lastingSubscriptions,
  PRESENCE_TTL_SECONDS,
  type Redis,
} from '@heartline/platform';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Devices that never report that they left, or that return at once. */
let engine: Engine;
let redis: Redis;

beforeAll(async () => {
  engine = await startRedis({});
  const logger = createLogger({ level: 'silent', service: 'test' });
  redis = await connectRedis({ url: engine.url, logger, name: 'live' });
});
afterAll(async () => {
  await redis?.close();
  await engine?.stop();
});

it('expires the focus of a dead device while another device of the member has focus', async () => {
  let at = 1_000_000;
  const presence = createPresence(redis, 'test', () => at);
  // A gateway was killed: no process removes this entry.
  await presence.focus('mara', 'dead', null);
  at += (PRESENCE_TTL_SECONDS - 1) * 1_000;
  await presence.focus('mara', 'alive', 'talk');
  expect(await presence.focused('mara')).toEqual(['', 'talk']);
  at += 1_000;
  expect(await presence.focused('mara')).toEqual(['talk']);
  await presence.focus('mara', 'alive', undefined);
  expect(await presence.focused('mara')).toEqual([]);
});

it('lists everybody who is online, and nobody whose time is over', async () => {
  let at = 1_000_000;
  const presence = createPresence(redis, 'list', () => at);
  await presence.seen('00a');
  at += (PRESENCE_TTL_SECONDS - 1) * 1_000;
  await presence.seen('01a');
  await presence.seen('01b');
  expect((await presence.everyone()).toSorted()).toEqual(['00a', '01a', '01b']);
  at += 2_000;
  expect((await presence.everyone()).toSorted()).toEqual(['01a', '01b']);
});

it('receives events when the last device of a member leaves and returns at once', async () => {
  const received: string[] = [];
  const channels = lastingSubscriptions(redis);
  const listener = (message: Buffer) => received.push(message.toString());
  await channels.sSubscribe('one', listener);
  await redis.sPublish('one', 'first');
  await expect.poll(() => received).toEqual(['first']);
  // The adapter waits for neither result: the unsubscription is pending when the next device joins.
  const left = channels.sUnsubscribe('one');
  const joined = channels.sSubscribe('one', listener);
  await Promise.all([left, joined]);
  await redis.sPublish('one', 'second');
  await expect.poll(() => received).toEqual(['first', 'second']);
});
