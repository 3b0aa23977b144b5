import { randomUUID } from 'node:crypto';
import {
  auditLedgers,
  expireBonus,
  getUser,
  type JobDataOf,
  postMessage,
  reconcilePayments,
  settleMessages,
} from '@heartline/contracts';
import { lastAudits, NOTIFIED } from '@heartline/core';
import { startGateway } from '@heartline/gateway';
import { startRedis } from '@heartline/local/engines';
import { freePort } from '@heartline/local/free-port';
import { connectRedis, createLogger, createQueues, type Queues } from '@heartline/platform';
import { startWorld, type WorldHere } from '@heartline/testing';
import { startWorker } from '@heartline/worker';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const logger = createLogger({ level: 'silent', service: 'test' });

describe('the worker service', () => {
  let world: WorldHere;
  let queues: Queues;

  beforeAll(async () => {
    world = await startWorld({ here: true, ownEngines: true, workers: 1, stubs: true });
    queues = createQueues({ url: world.redis.url, prefix: world.names.prefix, logger });
  });
  afterAll(async () => {
    await queues.close();
    await world.stop();
  });

  const get = (path: string) => fetch(`${world.workers[0]?.address}${path}`);

  it('reports that it lives, which dependencies are ready, and its job results', async () => {
    expect((await get('/health/live')).status).toBe(200);
    const ready = await get('/health/ready');
    expect(await ready.json()).toEqual({
      ok: true,
      checks: { mongo: 'ok', redis: 'ok', clock: 'ok', jobs: 'ok' },
    });
    const metrics = await (await get('/metrics')).text();
    for (const name of [
      'job_duration_seconds',
      'jobs_waiting',
      'jobs_stalled_total',
      'database_atomic 1',
      'engine_atomic 1',
    ]) {
      expect(metrics).toContain(name);
    }
  });

  it('reports the last full invariant check until the next one, despite hourly ones', async () => {
    const figures = async () => (await get('/metrics')).text();
    const audit = async (data: JobDataOf<typeof auditLedgers>) => {
      const reach = data.whole ? 'whole' : 'recent';
      const endedAt = async () => (await lastAudits(world.inside.mongo)).find(({ _id }) => _id === reach)?.at;
      const before = await endedAt();
      await queues.enqueue(auditLedgers, data, { jobId: `audit-${randomUUID()}` });
      await expect.poll(endedAt, { timeout: 20_000 }).not.toBe(before);
    };
    const pushes = world.inside.mongo.connection.collection<{ _id: string; attempts: number }>(
      'notifications',
    );
    await pushes.insertOne({ _id: 'tried-too-often', attempts: NOTIFIED.maxAttempts + 1 });
    await audit({ windowMs: 60_000, whole: true });
    expect(await figures()).toContain('invariant_violations{audit="whole",invariant="M7"} 1\n');
    await audit({ windowMs: 60_000 });
    expect(await figures()).toContain('invariant_violations{audit="whole",invariant="M7"} 1\n');
    await pushes.deleteOne({ _id: 'tried-too-often' });
    await audit({ windowMs: 60_000, whole: true });
    expect(await figures()).not.toContain('invariant="M7"');
  });

  it('is not ready with a clock more than 2 s from that of the database', async () => {
    world.clock.advance(2_500);
    const late = await get('/health/ready');
    expect(late.status).toBe(503);
    expect(await late.json()).toMatchObject({
      ok: false,
      checks: { mongo: 'ok', clock: expect.stringContaining('ms') },
    });
    world.clock.advance(-2_500);
    expect((await get('/health/ready')).status).toBe(200);
  });

  it('refuses a Redis that evicts or forgets, and names the setting to change', async () => {
    const redis = await connectRedis({ url: world.redis.url, logger, name: 'test' });
    try {
      await redis.configSet('maxmemory-policy', 'allkeys-lru');
      await expect(startWorker(world.workerConfig)).rejects.toThrow('CONFIG SET maxmemory-policy noeviction');
      await redis.configSet('maxmemory-policy', 'noeviction');
      await redis.configSet('appendonly', 'no');
      await expect(startWorker(world.workerConfig)).rejects.toThrow('CONFIG SET appendonly yes');
    } finally {
      await redis.configSet({ 'maxmemory-policy': 'noeviction', appendonly: 'yes' });
      await redis.close();
    }
  });

  /** A separate Redis, and the number of its clients besides the test. */
  async function redisApart() {
    const engine = await startRedis({});
    const redis = await connectRedis({ url: engine.url, logger, name: 'test' });
    const others = async () => Number(/connected_clients:(\d+)/.exec(await redis.info('clients'))?.[1]) - 1;
    const stop = async () => {
      await redis.close();
      await engine.stop();
    };
    return { redis, url: engine.url, others, stop };
  }

  it('leaves nothing open after a failed start, so that a retry starts clean', async () => {
    const { redis, url, others, stop } = await redisApart();
    const { secrets, ...rest } = world.workerConfig;
    const config = { ...rest, secrets: { ...secrets, redisUrl: url } };
    try {
      expect(await others()).toBe(0);
      // It answers but accepts no writes, so no schedule either.
      await redis.configSet('maxmemory', '1');
      await expect(startWorker(config)).rejects.toThrow(/^OOM /);
      await expect.poll(others).toBe(0);
      await redis.configSet('maxmemory', '0');
      const { port } = new URL(world.workers[0]?.address ?? '');
      await expect(startWorker({ ...config, port: Number(port) })).rejects.toThrow('EADDRINUSE');
      await expect.poll(others).toBe(0);
    } finally {
      await stop();
    }
  });

  it('leaves nothing open when the sites cannot be read at its start in production', async () => {
    const { url, others, stop } = await redisApart();
    const { secrets, ...rest } = world.workerConfig;
    const prototype: { find(...given: unknown[]): unknown } = Object.getPrototypeOf(
      world.inside.mongo.connection.collection('sites'),
    );
    const { find } = prototype;
    const broken = vi.spyOn(prototype, 'find').mockImplementation(function (
      this: { collectionName: string },
      ...given
    ) {
      // The list of all sites, which only the start-up notices request.
      if (this.collectionName === 'sites' && given.length === 0) throw new Error('sites cannot be read');
      return find.apply(this, given);
    });
    try {
      const config = { ...rest, mode: 'production', secrets: { ...secrets, redisUrl: url } } as const;
      await expect(startWorker(config)).rejects.toThrow('sites cannot be read');
      await expect.poll(others).toBe(0);
    } finally {
      broken.mockRestore();
      await stop();
    }
  });

  it('leaves nothing open of a gateway whose start fails half-way', async () => {
    const { url, others, stop } = await redisApart();
    const { config } = world.gateways[0];
    const { secrets, ...rest } = config;
    try {
      // Its port is in use by the running gateway; for the other start, the port for Prometheus is in use.
      const apart = { ...rest, secrets: { ...secrets, redisUrl: url } };
      await expect(startGateway(apart)).rejects.toThrow('EADDRINUSE');
      await expect.poll(others).toBe(0);
      const port = await freePort();
      await expect(startGateway({ ...apart, port, metricsPort: config.port })).rejects.toThrow('EADDRINUSE');
      await expect.poll(others).toBe(0);
      await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow();
    } finally {
      await stop();
    }
  });

  it('has the effect of one settle, bonus and reconcile job after three runs [F17]', async () => {
    const [sender, recipient] = await world.people({ credits: 5 }, {});
    const clientId = randomUUID();
    const { message } = await sender.http.call(postMessage, {
      clientId,
      profile: recipient.id,
      text: 'once',
      credits: 1,
    });
    const item = { member: sender.id, clientId, conversation: message.conversation, seq: message.seq };
    const data: JobDataOf<typeof settleMessages> = { items: [item, item] };
    for (const round of [1, 2, 3]) {
      await queues.enqueue(settleMessages, data, { jobId: `again-${round}-${clientId}` });
      await queues.enqueue(expireBonus, { member: sender.id }, { jobId: `again-bonus-${round}-${clientId}` });
      await queues.enqueue(reconcilePayments, {}, { jobId: `again-reconcile-${round}-${clientId}` });
    }
    const settlements = world.inside.mongo.connection.collection<{ _id: string; outcome: string }>(
      'settlements',
    );
    const id = `${sender.id}:${clientId}`;
    await expect.poll(async () => (await settlements.findOne({ _id: id }))?.outcome).toBe('debit');
    await expect.poll(() => queues.queue('settle').getJobCountByTypes('waiting', 'active')).toBe(0);
    // A failed job waits among those for its next try.
    const delayed = await queues.queue('settle').getDelayed();
    expect(delayed.flatMap(({ failedReason }) => failedReason ?? [])).toEqual([]);
    expect(await settlements.countDocuments({ _id: id })).toBe(1);
    expect(
      await world.inside.mongo.connection.collection('ledger').countDocuments({ owner: sender.id }),
    ).toBe(2);
    expect((await sender.http.call(getUser, {})).user.credits).toBe(4);
    expect(await queues.queue('settle').getFailedCount()).toBe(0);
  });

  it('restores its schedules after Redis lost everything', async () => {
    const redis = await connectRedis({ url: world.redis.url, logger, name: 'test' });
    const scheduled = () => queues.queue('timers').getJobSchedulers();
    await expect.poll(async () => (await scheduled()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(6);
    await redis.flushAll();
    await redis.close();
    await expect.poll(async () => (await scheduled()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(6);
    const before = Date.now();
    await expect
      .poll(
        async () =>
          (await queues.queue('timers').getCompleted()).some((job) => (job.finishedOn ?? 0) > before),
        {
          timeout: 30_000,
        },
      )
      .toBe(true);
  });
});
