import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { mongo } from 'mongoose';
import { createClient } from 'redis';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { lookAtRedis } from '../src/doctor/look-at-engines.ts';
import { type Engine, startMongo, startRedis, startToxiproxy, type Toxiproxy } from '../src/engines/index.ts';
import { startOf } from '../src/process-identity.ts';

let home: string;
/** Beside a request: which one of them ends first. */
const frozenFor = (ms: number) => fixedWait(ms, 'a frozen engine answers nothing').then(() => 'frozen');
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'heartline-engines-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

interface Row {
  _id: number | string;
  owner?: number;
  key?: string;
  left?: number;
}

const range = (count: number) => Array.from({ length: count }, (_, at) => at);
/** Page faults of what a process started and what has ended since: each makes some (proc(5), `cminflt`). */
async function faultsOfEnded(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[8]);
}
const succeeded = (results: PromiseSettledResult<unknown>[]) =>
  results.filter((r) => r.status === 'fulfilled').length;

describe.each(['app', 'test'] as const)('MongoDB, for a %s', (purpose) => {
  let engine: Engine;
  let client: mongo.MongoClient;
  const rows = (name: string) => client.db('test').collection<Row>(name);

  beforeAll(async () => {
    engine = await startMongo({ purpose });
    client = new mongo.MongoClient(engine.url, {
      writeConcern: { w: 'majority', journal: true },
      // Give up commands to a crashed database soon.
      serverSelectionTimeoutMS: 3_000,
    });
  });
  afterAll(async () => {
    await client.close();
    await engine.stop();
  });

  it('says which rung it took and why those above were not', () => {
    expect(engine.description).not.toBe('');
    const above = { given: 0, path: 1, download: 2, packages: 3 }[engine.rung];
    expect(engine.skipped).toHaveLength(above);
  });

  it('lets one of 50 parallel inserts of a unique key through', async () => {
    await rows('unique').createIndex({ owner: 1, key: 1 }, { unique: true });
    const inserts = range(50).map((_id) => rows('unique').insertOne({ _id, owner: 1, key: 'hold:1' }));
    expect(succeeded(await Promise.allSettled(inserts))).toBe(1);
    expect(await rows('unique').countDocuments({ owner: 1, key: 'hold:1' })).toBe(1);
  });

  it('enforces a unique index on existing rows as soon as it is made', async () => {
    await rows('late').insertMany(range(2000).map((_id) => ({ _id, owner: _id })));
    await rows('late').createIndex({ owner: 1 }, { unique: true });
    await expect(rows('late').insertOne({ _id: 2000, owner: 7 })).rejects.toMatchObject({ code: 11_000 });
  });

  it('lets exactly as many conditional updates through as there is left', async () => {
    await rows('wallet').insertOne({ _id: 1, left: 40 });
    const spends = range(120).map(() =>
      rows('wallet').findOneAndUpdate({ _id: 1, left: { $gt: 0 } }, { $inc: { left: -1 } }),
    );
    const results = await Promise.all(spends);
    expect(results.filter((row) => row !== null)).toHaveLength(40);
    expect((await rows('wallet').findOne({ _id: 1 }))?.left).toBe(0);
  });

  it('keeps every acknowledged write over a crash under load, in its indexes too', async () => {
    await rows('crash').createIndex({ owner: 1, key: 1 }, { unique: true });
    const acknowledged: { _id: number; owner: number; key: string }[] = [];
    const load = new AbortController();
    const write = async (from: number) => {
      for (let at = from; !load.signal.aborted; at += 4) {
        const batch = range(20).map((i) => ({ _id: at * 20 + i, owner: i, key: randomUUID() }));
        const stored = await rows('crash')
          .insertMany(batch, { ordered: false })
          .catch(() => undefined);
        if (stored) acknowledged.push(...batch);
      }
    };
    const writers = range(4).map(write);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(100);
    await engine.crash();
    load.abort();
    await Promise.all(writers);
    await engine.restart();
    const stored = new Set((await rows('crash').find().toArray()).map(({ _id }) => _id));
    expect(acknowledged.filter(({ _id }) => !stored.has(_id))).toEqual([]);
    const last = acknowledged.slice(-500);
    const byIndex = await rows('crash').countDocuments({
      $or: last.map(({ owner, key }) => ({ owner, key })),
    });
    expect(byIndex).toBe(last.length);
    const again = last.slice(-50).map((row) => rows('crash').insertOne({ ...row, _id: randomUUID() }));
    expect(succeeded(await Promise.allSettled(again))).toBe(0);
  });

  it('starts no process while nobody asks for anything', async () => {
    // Every minute it may look for what expired.
    const aQuietMoment = async () => {
      const pids = engine.pids();
      const before = await Promise.all(pids.map(faultsOfEnded));
      await fixedWait(4_500, 'an idle database starts nothing');
      expect(await Promise.all(pids.map(faultsOfEnded))).toEqual(before);
    };
    await expect.poll(() => aQuietMoment().then(() => 'quiet', String), { timeout: 60_000 }).toBe('quiet');
  });

  it('gives each process of PostgreSQL at most one capability and no way to gain one', async () => {
    const states = await Promise.all(engine.pids().map((pid) => readFile(`/proc/${pid}/status`, 'utf8')));
    const field = (state: string, name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(state)?.[1];
    const ordinary = states.filter((state) => field(state, 'Uid') !== '0');
    const rights = ordinary.map((state) =>
      ['CapEff', 'CapBnd', 'NoNewPrivs'].map((name) => field(state, name)),
    );
    // CAP_DAC_READ_SEARCH, where it was root who started it.
    const limited = ['0000000000000004', '0000000000000004', '1'];
    expect(rights).toEqual(process.getuid?.() === 0 ? ordinary.map(() => limited) : rights);
    expect(engine.rung !== 'packages' || ordinary.length > 3).toBe(true);
  });

  it('does not answer while frozen, and answers after', async () => {
    engine.pause();
    const found = rows('crash').findOne();
    expect(await Promise.race([found, frozenFor(400)])).toBe('frozen');
    engine.resume();
    expect(await found).not.toBe('frozen');
  });

  it('says so when a mongod on PATH does not work, and climbs on', async () => {
    const binaries = await mkdtemp(join(home, 'bin-'));
    await writeFile(join(binaries, 'mongod'), '#!/bin/sh\necho "Illegal instruction" >&2\nexit 132\n');
    await chmod(join(binaries, 'mongod'), 0o755);
    vi.stubEnv('PATH', `${binaries}:${process.env['PATH']}`);
    const other = await startMongo();
    await other.stop();
    expect(other.rung).not.toBe('path');
    expect(other.skipped.join()).toContain('Illegal instruction');
  });

  it('uses the one given, and refuses to handle it', async () => {
    const given = await startMongo({ url: engine.url });
    expect(given).toMatchObject({ url: engine.url, rung: 'given' });
    await expect(given.crash()).rejects.toThrow('not started by us');
    await given.stop();
    expect((await client.db('test').command({ ping: 1 }))['ok']).toBe(1);
  });

  it('refuses a given one that does not answer, and a port that is taken', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    await expect(startMongo({ port })).rejects.toThrow(`Port ${port} for MongoDB is taken`);
    await expect(startRedis({ port })).rejects.toThrow(`Port ${port} for Redis is taken`);
    await expect(startMongo({ url: `mongodb://127.0.0.1:${port}` })).rejects.toThrow('MONGODB_URL is set');
    await expect(startRedis({ url: `redis://127.0.0.1:${port}` })).rejects.toThrow('REDIS_URL is set');
    server.close();
  });
});

describe('Redis', () => {
  it('keeps writes over a crash, never evicts, and can be frozen', async () => {
    const engine = await startRedis();
    const client = createClient({ url: engine.url });
    client.on('error', () => undefined);
    await client.connect();
    await client.set('kept', 'yes');
    expect(await client.configGet('maxmemory-policy')).toEqual({ 'maxmemory-policy': 'noeviction' });
    expect(await client.configGet('append*')).toMatchObject({ appendonly: 'yes', appendfsync: 'everysec' });
    await engine.crash();
    await engine.restart();
    expect(await client.get('kept')).toBe('yes');
    engine.pause();
    expect(await Promise.race([client.get('kept'), frozenFor(300)])).toBe('frozen');
    engine.resume();
    expect(await client.get('kept')).toBe('yes');
    client.destroy();
    await engine.stop();
  });

  it('that somebody brings is told what is wrong with it', async () => {
    const engine = await startRedis({ settings: { 'maxmemory-policy': 'allkeys-lru', appendonly: 'no' } });
    expect(await lookAtRedis(engine.url, 'start it')).toMatchObject([
      { state: 'ill', fix: 'CONFIG SET maxmemory-policy noeviction.' },
      { state: 'ill', fix: 'CONFIG SET appendonly yes.' },
    ]);
    await engine.stop();
    expect(await lookAtRedis(engine.url, 'start it')).toMatchObject([{ state: 'ill', fix: 'start it' }]);
  });
});

describe('a wire with faults', () => {
  let toxiproxy: Toxiproxy;
  let redis: Engine;
  beforeAll(async () => {
    [toxiproxy, redis] = await Promise.all([startToxiproxy(), startRedis()]);
  });
  afterAll(() => Promise.all([toxiproxy.stop(), redis.stop()]));

  it('is slow, cut and whole again as told', async () => {
    const wire = await toxiproxy.proxy('redis', redis.url);
    const client = createClient({ url: wire.url, socket: { reconnectStrategy: 20 } });
    client.on('error', () => undefined);
    await client.connect();
    const heal = await wire.addToxic({ type: 'latency', latency: 200 });
    const startedAt = performance.now();
    await client.ping();
    expect(performance.now() - startedAt).toBeGreaterThan(195);
    await heal();
    await wire.disable();
    await expect(
      createClient({ url: wire.url, socket: { reconnectStrategy: false } }).connect(),
    ).rejects.toThrow(/ECONNREFUSED|closed/);
    await wire.enable();
    expect(await client.ping()).toBe('PONG');
    client.destroy();
  });
});

describe('engines and the process that started them', () => {
  interface Held {
    holder: ChildProcess;
    pids: number[];
    url: string;
  }

  async function hold(dataDir: string): Promise<Held> {
    const script = fileURLToPath(new URL('./engine-holder.ts', import.meta.url));
    const holder = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(createInterface(holder.stdout), 'line');
    return { holder, ...JSON.parse(line) };
  }

  const alive = (pids: number[]) => pids.filter((pid) => startOf(pid) !== undefined);

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'leaves no process when it ends by %s',
    async (signal) => {
      const { holder, pids } = await hold(join(home, signal));
      expect(alive(pids).length).toBeGreaterThan(1);
      holder.kill(signal);
      await expect.poll(() => alive(pids)).toEqual([]);
    },
  );

  it('keeps a second engine off the same data, and hands the data over after a crash', async () => {
    const dataDir = join(home, 'shared');
    const { holder, url } = await hold(dataDir);
    await expect(startMongo({ dataDir: join(dataDir, 'mongo') })).rejects.toThrow(
      `in use by process ${holder.pid}`,
    );
    await expect(startRedis({ dataDir: join(dataDir, 'redis') })).rejects.toThrow(
      `in use by process ${holder.pid}`,
    );
    const first = new mongo.MongoClient(url);
    await first.db('test').collection<Row>('kept').insertOne({ _id: 1 });
    await first.close();
    holder.kill('SIGKILL');
    await once(holder, 'exit');

    const heir = await startMongo({ dataDir: join(dataDir, 'mongo') });
    const second = new mongo.MongoClient(heir.url);
    expect(await second.db('test').collection<Row>('kept').countDocuments()).toBe(1);
    await second.close();
    await heir.stop();
  });
});
