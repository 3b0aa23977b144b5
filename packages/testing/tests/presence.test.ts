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

/** Devices that never say that they left, or are back at once. */
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

it('what a device had in front fades though another device of the member goes on looking', async () => {
  let at = 1_000_000;
  const presence = createPresence(redis, 'test', () => at);
  // A gateway was killed: nobody takes this one back.
  await presence.focus('mara', 'dead', null);
  at += (PRESENCE_TTL_SECONDS - 1) * 1_000;
  await presence.focus('mara', 'alive', 'talk');
  expect(await presence.focused('mara')).toEqual(['', 'talk']);
  at += 1_000;
  expect(await presence.focused('mara')).toEqual(['talk']);
  await presence.focus('mara', 'alive', undefined);
  expect(await presence.focused('mara')).toEqual([]);
});

it('a member whose last device leaves and comes back at once is heard', async () => {
  const heard: string[] = [];
  const channels = lastingSubscriptions(redis);
  const listener = (message: Buffer) => heard.push(message.toString());
  await channels.sSubscribe('one', listener);
  await redis.sPublish('one', 'first');
  await expect.poll(() => heard).toEqual(['first']);
  // The adapter asks for neither's outcome: leaving is under way when the next device joins.
  const left = channels.sUnsubscribe('one');
  const joined = channels.sSubscribe('one', listener);
  await Promise.all([left, joined]);
  await redis.sPublish('one', 'second');
  await expect.poll(() => heard).toEqual(['first', 'second']);
});
