import { type Engine, startRedis } from '@heartline/local/engines';
import {
  connectRedis,
  createLogger,
  createPresence,
  PRESENCE_TTL_SECONDS,
  type Redis,
} from '@heartline/platform';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Devices that never say that they left. */
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
