import {
  expireBonus,
  type JobDataOf,
  notifyMessages,
  reconcilePayments,
  sendMail,
} from '@heartline/contracts';
import { type Engine, startRedis, startToxiproxy } from '@heartline/local/engines';
import {
  connectRedis,
  createLogger,
  createMetrics,
  createQueues,
  type JobHandler,
  QUEUE_NAMES,
  runWorkers,
  type Schedule,
} from '@heartline/platform';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { afterEach, describe, expect, it, vi } from 'vitest';

const logger = createLogger({ level: 'silent', service: 'test' });

describe('the job runner', () => {
  const closers: (() => Promise<unknown>)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  /** The number of times a worker was replaced. */
  async function replacedBy(metrics: ReturnType<typeof createMetrics>): Promise<number> {
    const metric = await metrics.getSingleMetric('workers_replaced_total')?.get();
    return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
  }

  async function startEngine(): Promise<Engine> {
    const engine = await startRedis({});
    closers.push(() => engine.stop());
    return engine;
  }

  /** Workers on their own Redis that record the members they ran jobs for. */
  async function runner(
    options: {
      silenceMs?: number;
      lockMs?: number;
      takesMs?: number;
      schedules?: Schedule[];
      /** Jobs at the same time on each queue. */
      places?: number;
      beside?: JobHandler[];
      /** The Redis of an existing runner, to run beside it. */
      engine?: Engine;
      /** Another URL than that of Redis itself. */
      url?: string;
    } = {},
  ) {
    const engine = options.engine ?? (await startEngine());
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
      url: options.url ?? engine.url,
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

  it('recovers by itself after a crash of Redis [F11]', async () => {
    const { engine, done, enqueue } = await runner();
    const first = await enqueue();
    await expect.poll(() => done).toContain(first);
    await engine.crash();
    await fixedWait(6_000, 'Redis stays down this long');
    await engine.restart();
    const later: string[] = [];
    await expect
      .poll(
        async () => {
          const isDone = later.some((member) => done.includes(member));
          if (!isDone) later.push(await enqueue());
          return isDone;
        },
        { timeout: 30_000, interval: 300 },
      )
      .toBe(true);
  });

  it('keeps other queues running while a mail server or push service hangs [F29]', async () => {
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

  it('stores finished jobs of every schedule run, so that their ids stay used', async () => {
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
    const stored = await Promise.all(
      Array.from({ length: 20 }, (_, n) => queues.queue(expireBonus.queue).getJob(`job-${n + 1}`)),
    );
    expect(stored.every(Boolean)).toBe(true);
    // The canary jobs leave nothing behind.
    const finished = await queues.queue('mail').getCompleted();
    expect(finished).toEqual([]);
  });

  it('drops failed jobs of a schedule, since the next run does their work', async () => {
    let rounds = 0;
    const failing: JobHandler = {
      contract: reconcilePayments,
      async run() {
        rounds += 1;
        if (rounds <= 3) throw new Error('database unavailable');
      },
    };
    const { queue: name, name: job } = reconcilePayments;
    const often: Schedule = { id: 'often', queue: name, name: job, data: {}, everyMs: 200 };
    const { engine, queues } = await runner({ beside: [failing], schedules: [often] });
    await expect.poll(() => rounds, { timeout: 20_000 }).toBeGreaterThan(4);
    const queue = queues.queue(name);
    expect((await queue.getJobCounts('failed'))['failed']).toBe(0);
    // A job scheduler of an older version is replaced.
    const old = { name: job, data: {}, opts: { removeOnFail: { count: 10_000 } } };
    await queue.upsertJobScheduler('often', { every: 200 }, old);
    await runner({ engine, schedules: [often] });
    const existing = await queue.getJobScheduler('often');
    expect(existing?.template?.opts).toMatchObject({ removeOnFail: true });
  });

  it('runs one job of a schedule at a time for any duration, and continues', async () => {
    let running = 0;
    let most = 0;
    let rounds = 0;
    const slow: JobHandler = {
      contract: reconcilePayments,
      async run() {
        running += 1;
        most = Math.max(most, running);
        // Longer than its lock unless the lock is extended.
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
    // It left slots for other jobs.
    const member = await enqueue();
    await expect.poll(() => done, { timeout: 10_000 }).toContain(member);
  });

  it('replaces a worker that receives no jobs, and jobs run again', async () => {
    const { queues, metrics, done, enqueue, workers } = await runner({ silenceMs: 2_000 });
    for (const name of QUEUE_NAMES) await queues.queue(name).pause();
    await expect.poll(() => replacedBy(metrics), { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
    // It reports the silence while its replacements receive nothing either, so that a supervisor may end it.
    await expect.poll(() => workers.silentMs(), { timeout: 20_000 }).toBeGreaterThan(12_000);
    for (const name of QUEUE_NAMES) await queues.queue(name).resume();
    const member = await enqueue();
    await expect.poll(() => done, { timeout: 10_000 }).toContain(member);
    await expect.poll(() => workers.silentMs(), { timeout: 40_000 }).toBeLessThan(12_000);
    expect(workers.silentMs()).toBeLessThan(60_000);
  });

  it('keeps a worker whose only slot runs a long job: the job runs and ends once', async () => {
    // Longer than the silence after which a worker is replaced.
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

  it('keeps both workers when one gets all the jobs: its job runs and ends once', async () => {
    // Shorter than the time of two canaries, of which one worker gets only one.
    const both = { takesMs: 45_000, silenceMs: 20_000, lockMs: 5_000, places: 2 };
    const one = await runner(both);
    const other = await runner({ ...both, engine: one.engine });
    await one.enqueue();
    await expect.poll(() => one.done.length + other.done.length, { timeout: 100_000 }).toBe(1);
    const replaced = await Promise.all([one, other].map(({ metrics }) => replacedBy(metrics)));
    expect({ begun: one.begun() + other.begun(), replaced }).toEqual({ begun: 1, replaced: [0, 0] });
  }, 150_000);

  it('replaces a worker with a dead connection once others leave it a job', async () => {
    const engine = await startEngine();
    const toxiproxy = await startToxiproxy();
    closers.push(() => toxiproxy.stop());
    const wire = await toxiproxy.proxy('redis', engine.url);
    // A job of the dead worker, such as a canary, is taken over well within the silence.
    const both = { engine, silenceMs: 20_000, lockMs: 5_000 };
    const deaf = await runner({ ...both, url: wire.url });
    await wire.addToxic({ type: 'timeout', timeout: 0 }, 'upstream');
    const other = await runner({ ...both, takesMs: 120_000 });
    await other.enqueue();
    await expect.poll(other.begun).toBe(1);
    await expect.poll(() => replacedBy(deaf.metrics), { timeout: 60_000, interval: 100 }).toBe(1);
    await wire.removeToxics();
    await deaf.queues.enqueue(expireBonus, { member: 'late' }, { jobId: 'late' });
    await expect.poll(() => deaf.done, { timeout: 60_000 }).toEqual(['late']);
    expect(await replacedBy(other.metrics)).toBe(0);
    await other.close(100);
  }, 200_000);

  it('lets a running job end before it closes, and takes no other', async () => {
    // Longer than a busy machine may pause between the check of the job and the close.
    const { done, begun, enqueue, close } = await runner({ takesMs: 2_500 });
    const running = await enqueue();
    await enqueue();
    await expect.poll(begun, { interval: 20 }).toBe(1);
    await close(10_000);
    expect(done).toEqual([running]);
  });

  it('stops watching the queues before it closes, so nothing uses dead connections', async () => {
    const { queues, close } = await runner();
    const queue = queues.queue('settle');
    const held = Promise.withResolvers<void>();
    const getJobScheduler = queue.getJobScheduler.bind(queue);
    const asked = vi.spyOn(queue, 'getJobScheduler').mockImplementationOnce(async (id) => {
      await held.promise;
      return getJobScheduler(id);
    });
    await expect.poll(() => asked.mock.calls.length, { timeout: 10_000 }).toBe(1);
    const [said, put] = [vi.spyOn(logger, 'warn'), vi.spyOn(queue, 'upsertJobScheduler')];
    setTimeout(held.resolve, 500);
    await close(1_000);
    await queues.close();
    await fixedWait(1_000, 'no event says that a closed watchdog writes nothing');
    expect(said).not.toHaveBeenCalledWith(expect.anything(), 'queue watchdog failed');
    // An unchanged scheduler is not written again.
    expect(put).not.toHaveBeenCalled();
    said.mockRestore();
  });

  it('leaves a hanging job to another worker instead of waiting forever', async () => {
    const { done, begun, enqueue, close } = await runner({ takesMs: 60_000 });
    await enqueue();
    await expect.poll(begun).toBe(1);
    const startedAt = performance.now();
    await close(500);
    // The job had a minute.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(done).toEqual([]);
  });
});
