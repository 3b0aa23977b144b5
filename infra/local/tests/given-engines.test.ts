import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { mongo } from 'mongoose';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, startMongo, startRedis } from '../src/engines/index.ts';
import { clearPlace, firstOfSix, type Started, startHeartline, waitForOutput } from './start-in-test.ts';

interface Account {
  _id: string;
}

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
let engines: { mongo: Engine; redis: Engine };
let client: mongo.MongoClient;
let place: { data: string; port: number };
let app: Started | undefined;

beforeAll(async () => {
  const [store, redis] = await Promise.all([startMongo({ purpose: 'test' }), startRedis()]);
  engines = { mongo: store, redis };
  client = new mongo.MongoClient(store.url);
  place = { data: await mkdtemp(join(tmpdir(), 'hl-given-')), port: await firstOfSix() };
});
afterAll(async () => {
  if (app?.child.exitCode === null) app.child.kill('SIGKILL');
  await clearPlace(place);
  await client?.close();
  await Promise.all([engines?.mongo.stop(), engines?.redis.stop()]);
});

const start = () => startHeartline(place, { MONGODB_URL: engines.mongo.url, REDIS_URL: engines.redis.url });
const accountsIn = (database: string) => client.db(database).collection<Account>('accounts');
const namesIn = async (database: string) =>
  (await client.db(database).collections()).map((one) => one.collectionName);

describe('npm start on engines that somebody brings', () => {
  it('refuses a database with members that no demo made, and leaves it as it is', async () => {
    await accountsIn('heartline-demo').insertOne({ _id: 'a member' });
    const refused = start();
    expect(await refused.ended).toBe(1);
    expect(refused.said()).toContain(
      'The database heartline-demo behind MONGODB_URL holds members that no demo made.',
    );
    expect(refused.said()).not.toMatch(/^ {4}at /m);
    expect(await namesIn('heartline-demo')).toEqual(['accounts']);
    await client.db('heartline-demo').dropDatabase();
  }, 120_000);

  it('keeps to names of its own beside a site, whose services refuse the demo', async () => {
    await accountsIn('heartline').insertOne({ _id: 'a member of the site' });
    app = start();
    await waitForOutput(app, 'Heartline is running.', 300_000);
    expect(await namesIn('heartline')).toEqual(['accounts']);
    expect(await accountsIn('heartline').countDocuments()).toBe(1);
    expect(await accountsIn('heartline-demo').countDocuments()).toBeGreaterThan(300);
    const redis = createClient({ url: engines.redis.url });
    await redis.connect();
    const keys = await redis.keys('*');
    redis.destroy();
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => !/^\{?heartline-demo:/.test(key))).toEqual([]);

    const { environment } = JSON.parse(await readFile(join(place.data, 'running.json'), 'utf8')) as {
      environment: Record<string, string>;
    };
    const production = {
      ...environment,
      NODE_MODE: 'production',
      DEV_TOOLS: 'no',
      PUSH_LOCAL_ORIGINS: '',
      PORT: '0',
    };
    for (const service of ['gateway', 'worker']) {
      const main = join(REPOSITORY, 'services', service, 'main.js');
      const failed: unknown = await promisify(execFile)(process.execPath, [main], { env: production }).catch(
        (error: unknown) => error,
      );
      expect(failed).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('The database holds the demo world of `npm start`'),
      });
    }
    app.child.kill('SIGTERM');
    expect(await app.ended).toBe(0);
  }, 420_000);
});
