import { randomUUID } from 'node:crypto';
import {
  auditLedgers,
  expireBonus,
  getUser,
  type JobDataOf,
  notifyMessages,
  postMessage,
  reconcilePayments,
  sendMail,
  settleMessages,
} from '@heartline/contracts';
import { lastAudits, NOTIFIED } from '@heartline/core';
import { startGateway } from '@heartline/gateway';
import { startRedis } from '@heartline/local/engines';
import { freePort } from '@heartline/local/free-port';
import {
  connectRedis,
  createLogger,
  createMetrics,
  createQueues,
  type JobHandler,
  QUEUE_NAMES,
  type Queues,
  runWorkers,
  type Schedule,
} from '@heartline/platform';
import { startWorld, type WorldHere } from '@heartline/testing';
import { startWorker } from '@heartline/worker';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const logger = createLogger({ level: 'silent', service: 'test' });

describe('the worker service', () => {
  let house: WorldHere;
  let queues: Queues;

  beforeAll(async () => {
    house = await startWorld({ here: true, workers: 1, neighbours: true });
    queues = createQueues({ url: house.redis.url, prefix: 'heartline', logger });
  });
  afterAll(async () => {
    await queues.close();
    await house.stop();
  });

  const get = (path: string) => fetch(`${house.workers[0]?.address}${path}`);

  it('says that it lives, that each part is ready, and how its jobs went', async () => {
    expect((await get('/health/live')).status).toBe(200);
    const ready = await get('/health/ready');
    expect(await ready.json()).toEqual({
      ok: true,
      checks: { mongo: 'ok', redis: 'ok', clock: 'ok', jobs: 'ok' },
    });
    const metrics = await (await get('/metrics')).text();
    for (const name of ['job_duration_seconds', 'jobs_waiting', 'jobs_stalled_total', 'engine_atomic 1']) {
      expect(metrics).toContain(name);
    }
  });

  it('tells what the last audit of everything found until the next one, whatever the hourly one finds', async () => {
    const figures = async () => (await get('/metrics')).text();
    const audit = async (data: JobDataOf<typeof auditLedgers>) => {
      const reach = data.whole ? 'whole' : 'recent';
      const endedAt = async () => (await lastAudits(house.inside.mongo)).find(({ _id }) => _id === reach)?.at;
      const before = await endedAt();
      await queues.enqueue(auditLedgers, data, { jobId: `audit-${randomUUID()}` });
      await expect.poll(endedAt, { timeout: 20_000 }).not.toBe(before);
    };
    const pushes = house.inside.mongo.connection.collection<{ _id: string; attempts: number }>(
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

  it('is not ready with a clock more than 2 s from the engine’s', async () => {
    house.clock.advance(2_500);
    const late = await get('/health/ready');
    expect(late.status).toBe(503);
    expect(await late.json()).toMatchObject({
      ok: false,
      checks: { mongo: 'ok', clock: expect.stringContaining('ms') },
    });
    house.clock.advance(-2_500);
    expect((await get('/health/ready')).status).toBe(200);
  });

  it('refuses a Redis that evicts or forgets, with the sentence that says what to change', async () => {
    const redis = await connectRedis({ url: house.redis.url, logger, name: 'test' });
    try {
      await redis.configSet('maxmemory-policy', 'allkeys-lru');
      await expect(startWorker(house.workerConfig)).rejects.toThrow('CONFIG SET maxmemory-policy noeviction');
      await redis.configSet('maxmemory-policy', 'noeviction');
      await redis.configSet('appendonly', 'no');
      await expect(startWorker(house.workerConfig)).rejects.toThrow('CONFIG SET appendonly yes');
    } finally {
      await redis.configSet({ 'maxmemory-policy': 'noeviction', appendonly: 'yes' });
      await redis.close();
    }
  });

  /** A Redis of its own, and how many are connected to it besides the test. */
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

  it('leaves nothing open where its start fails half-way: whoever tries again would have two of it', async () => {
    const { redis, url, others, stop } = await redisApart();
    const { secrets, ...rest } = house.workerConfig;
    const config = { ...rest, secrets: { ...secrets, redisUrl: url } };
    try {
      expect(await others()).toBe(0);
      // It answers, and takes nothing: no schedule either.
      await redis.configSet('maxmemory', '1');
      await expect(startWorker(config)).rejects.toThrow(/^OOM /);
      await expect.poll(others).toBe(0);
      await redis.configSet('maxmemory', '0');
      const { port } = new URL(house.workers[0]?.address ?? '');
      await expect(startWorker({ ...config, port: Number(port) })).rejects.toThrow('EADDRINUSE');
      await expect.poll(others).toBe(0);
    } finally {
      await stop();
    }
  });

  it('a gateway whose start fails half-way leaves nothing open either', async () => {
    const { url, others, stop } = await redisApart();
    const { config } = house.gateways[0];
    const { secrets, ...rest } = config;
    try {
      // Its port is taken by the one that runs, and of another that can listen, the port for Prometheus.
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

  it('F17: each settle, bonus and reconcile job three times leaves what one leaves', async () => {
    const [sender, recipient] = await house.people({ credits: 5 }, {});
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
    const settlements = house.inside.mongo.connection.collection<{ _id: string; outcome: string }>(
      'settlements',
    );
    const id = `${sender.id}:${clientId}`;
    await expect.poll(async () => (await settlements.findOne({ _id: id }))?.outcome).toBe('debit');
    await expect.poll(() => queues.queue('settle').getJobCountByTypes('waiting', 'active')).toBe(0);
    expect(await settlements.countDocuments({ _id: id })).toBe(1);
    expect(
      await house.inside.mongo.connection.collection('ledger').countDocuments({ owner: sender.id }),
    ).toBe(2);
    expect((await sender.http.call(getUser, {})).user.credits).toBe(4);
    expect(await queues.queue('settle').getFailedCount()).toBe(0);
  });

  it('puts its schedules back after Redis forgot everything', async () => {
    const redis = await connectRedis({ url: house.redis.url, logger, name: 'test' });
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

describe('the runner of jobs', () => {
  const closers: (() => Promise<unknown>)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  /** How often a worker was replaced. */
  async function replacedBy(metrics: ReturnType<typeof createMetrics>): Promise<number> {
    const metric = await metrics.getSingleMetric('workers_replaced_total')?.get();
    return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
  }

  /** Workers over a Redis of their own that note whom they were run for. */
  async function runner(
    options: {
      silenceMs?: number;
      lockMs?: number;
      takesMs?: number;
      schedules?: Schedule[];
      /** Jobs at once on each queue. */
      places?: number;
      beside?: JobHandler[];
    } = {},
  ) {
    const engine = await startRedis({});
    closers.push(() => engine.stop());
    const queues = createQueues({ url: engine.url, prefix: 'test', logger });
    closers.push(() => queues.close());
    const done: string[] = [];
    let begun = 0;
    const handler: JobHandler = {
      contract: expireBonus,
      async run(data) {
        begun += 1;
        await new Promise((resolve) => setTimeout(resolve, options.takesMs ?? 0));
        done.push((data as JobDataOf<typeof expireBonus>).member);
      },
    };
    const metrics = createMetrics();
    const redis = await connectRedis({ url: engine.url, logger, name: 'test' });
    closers.push(() => redis.close());
    const { places = 1 } = options;
    const workers = await runWorkers({
      url: engine.url,
      redis,
      prefix: 'test',
      logger,
      metrics,
      queues,
      handlers: [handler, ...(options.beside ?? [])],
      concurrency: { settle: places, notify: places, mail: places, timers: places, exports: places },
      schedules: options.schedules ?? [],
      ...(options.silenceMs === undefined ? {} : { silenceMs: options.silenceMs }),
      ...(options.lockMs === undefined ? {} : { lockMs: options.lockMs }),
    });
    let closed: Promise<void> | undefined;
    const close = (deadlineMs: number) => (closed ??= workers.close(deadlineMs));
    closers.push(() => close(1_000));
    let jobs = 0;
    const enqueue = async () => {
      jobs += 1;
      const member = String(jobs).padStart(24, '0');
      await queues.enqueue(expireBonus, { member }, { jobId: `job-${jobs}` });
      return member;
    };
    return { engine, queues, workers, metrics, done, begun: () => begun, enqueue, close };
  }

  it('F11: goes on by itself after Redis crashed and came back', async () => {
    const { engine, done, enqueue } = await runner();
    const first = await enqueue();
    await expect.poll(() => done).toContain(first);
    await engine.crash();
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    await engine.restart();
    await expect
      .poll(
        async () => {
          const member = await enqueue();
          await new Promise((resolve) => setTimeout(resolve, 300));
          return done.includes(member);
        },
        { timeout: 30_000 },
      )
      .toBe(true);
  });

  it('F29: jobs that wait for a silent mail server or push service hold up no other queue', async () => {
    let waiting = 0;
    const hang = (contract: typeof sendMail | typeof notifyMessages): JobHandler => ({
      contract,
      run: () => {
        waiting += 1;
        return new Promise(() => undefined);
      },
    });
    const { queues, done, enqueue, close } = await runner({ beside: [hang(sendMail), hang(notifyMessages)] });
    for (const n of [1, 2, 3]) {
      await queues.enqueue(sendMail, { mail: String(n) }, { jobId: `mail-${n}` });
      await queues.enqueue(notifyMessages, { items: [] }, { jobId: `notify-${n}` });
    }
    await expect.poll(() => waiting, { timeout: 20_000 }).toBe(2);
    const members = [await enqueue(), await enqueue(), await enqueue()];
    await expect.poll(() => done, { timeout: 20_000 }).toEqual(members);
    expect(waiting).toBe(2);
    await close(100);
  });

  it('keeps finished jobs however often a schedule runs, so that their ids stay taken', async () => {
    const often: Schedule = {
      id: 'often',
      queue: expireBonus.queue,
      name: expireBonus.name,
      data: { member: 'often' },
      everyMs: 100,
    };
    const { queues, done, enqueue } = await runner({ schedules: [often] });
    for (let n = 1; n <= 20; n += 1) await enqueue();
    const rounds = () => done.filter((member) => member === 'often').length;
    await expect.poll(() => done.filter((member) => member !== 'often').length, { timeout: 20_000 }).toBe(20);
    const before = rounds();
    await expect.poll(rounds, { timeout: 20_000 }).toBeGreaterThan(before + 10);
    const kept = await Promise.all(
      Array.from({ length: 20 }, (_, n) => queues.queue(expireBonus.queue).getJob(`job-${n + 1}`)),
    );
    expect(kept.every(Boolean)).toBe(true);
    // The canary leaves nothing behind.
    const finished = await queues.queue('mail').getCompleted();
    expect(finished).toEqual([]);
  });

  it('runs one job of a schedule at a time, however long it takes, and goes on with the next', async () => {
    let running = 0;
    let most = 0;
    let rounds = 0;
    const slow: JobHandler = {
      contract: reconcilePayments,
      async run() {
        running += 1;
        most = Math.max(most, running);
        // Longer than it is held unless it is said again.
        await new Promise((resolve) => setTimeout(resolve, 11_000));
        running -= 1;
        rounds += 1;
      },
    };
    const { queue, name } = reconcilePayments;
    const often: Schedule = { id: 'often', queue, name, data: {}, everyMs: 200 };
    const { done, enqueue } = await runner({ beside: [slow], schedules: [often], places: 4 });
    await expect.poll(() => rounds, { timeout: 60_000 }).toBeGreaterThan(1);
    expect(most).toBe(1);
    // It left places for others.
    const member = await enqueue();
    await expect.poll(() => done, { timeout: 10_000 }).toContain(member);
  });

  it('replaces a worker that hears of nothing, and jobs run again', async () => {
    const { queues, metrics, done, enqueue, workers } = await runner({ silenceMs: 2_000 });
    for (const name of QUEUE_NAMES) await queues.queue(name).pause();
    await expect.poll(() => replacedBy(metrics), { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
    for (const name of QUEUE_NAMES) await queues.queue(name).resume();
    const member = await enqueue();
    await expect.poll(() => done, { timeout: 10_000 }).toContain(member);
    expect(workers.silentMs()).toBeLessThan(60_000);
  });

  it('a worker whose one place is at a long job is not deaf: the job runs once and ends', async () => {
    // Longer than the silence that replaces a worker.
    const { queues, metrics, done, begun, enqueue } = await runner({
      takesMs: 25_000,
      silenceMs: 16_000,
      lockMs: 5_000,
    });
    await enqueue();
    const job = () => queues.queue(expireBonus.queue).getJob('job-1');
    await expect.poll(async () => (await job())?.finishedOn, { timeout: 100_000 }).toBeGreaterThan(0);
    const outcome = {
      begun: begun(),
      ended: done.length,
      replaced: await replacedBy(metrics),
      state: await (await job())?.getState(),
    };
    expect(outcome).toEqual({ begun: 1, ended: 1, replaced: 0, state: 'completed' });
  }, 150_000);

  it('lets a running job end before it closes, and takes no other', async () => {
    const { done, begun, enqueue, close } = await runner({ takesMs: 800 });
    const running = await enqueue();
    await enqueue();
    await expect.poll(begun, { interval: 20 }).toBe(1);
    await close(5_000);
    expect(done).toEqual([running]);
  });

  it('does not wait for ever: a job that hangs is left to another worker', async () => {
    const { done, begun, enqueue, close } = await runner({ takesMs: 60_000 });
    await enqueue();
    await expect.poll(begun).toBe(1);
    const startedAt = performance.now();
    await close(500);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect(done).toEqual([]);
  });
});
