import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorBody, syncTicked } from '@heartline/contracts';
import { QUEUE_NAMES } from '@heartline/platform';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Person,
  recordAcks,
  type SendTry,
  sendByHttp,
  sendBySocket,
  sendUntilAcked,
  startWorld,
  until,
  untilFrozen,
  type World,
} from '../../src/index.ts';

/** Seconds without a sign of life after which a worker loses its job; in production 30 s. */
const LOCK_SECONDS = 2;

let world: World;
const acks = recordAcks();

beforeAll(async () => {
  world = await startWorld({
    ownEngines: true,
    gateways: 1,
    workers: 2,
    stubs: true,
    workerEnvironment: { JOB_LOCK_SECONDS: String(LOCK_SECONDS) },
  });
});
afterAll(async () => {
  await world?.stop();
});

const workers = () => world.workers as [World['workers'][number], World['workers'][number]];
const count = (collection: string, filter: object) =>
  world.inside.mongo.connection.collection(collection).countDocuments(filter);
const debitsOf = (member: string) => count('settlements', { _id: { $gte: `${member}:`, $lt: `${member};` } });
const pair = (credits = 5) => world.people({ credits, premium: true }, {});

async function write(from: Person, to: Person, tries: SendTry[] = []): Promise<void> {
  const input = { clientId: randomUUID(), profile: to.id, text: 'Hello', credits: 1 };
  const { message } = await sendUntilAcked(sendByHttp(from.http), input, { tries });
  acks.add(from, to, message);
}

const logOf = (service: { logFile: string }) => readFile(service.logFile, 'utf8');

describe('jobs that do not end', () => {
  it('of a worker blocked longer than its lock run twice with one effect [F7]', async () => {
    const [first, second] = workers();
    await second.stop();
    await first.restart({ FAILPOINTS: 'settle:before-debit=freeze' });
    const [mara, jonas] = await pair();
    await write(mara, jonas);
    // Stopped in the middle of the job, with its lock.
    await untilFrozen(first);
    await second.restart();
    await until(
      () => debitsOf(mara.id),
      (debits) => debits === 1,
      60_000,
    );
    first.thaw();
    await until(
      async () => (await Promise.all([first, second].map(logOf))).join(),
      (log) => log.includes('job stalled and runs again'),
    );
    expect(await debitsOf(mara.id)).toBe(1);
    expect((await world.inside.core.credits.balanceOf(mara.id)).credits).toBe(4);
    await first.restart();
  });

  it('that kill every worker are set aside after one stall, others continue [F8]', async () => {
    const [first, second] = workers();
    await second.stop();
    const poison = { FAILPOINTS: 'settle:before-debit=kill' };
    await first.restart(poison);
    const [mara, jonas] = await pair();
    await write(mara, jonas);
    const queue = world.inside.queues.queue('settle');
    // As a supervisor does: each worker that dies is started again.
    for (let deaths = 0; (await queue.getFailedCount()) === 0; ) {
      if (!first.running()) {
        deaths += 1;
        // It may run the job before it reports that it is ready.
        await first.restart(poison).catch(() => undefined);
      }
      expect(deaths).toBeLessThan(8);
      await sleep(200);
    }
    const [job] = await queue.getFailed();
    expect(job?.failedReason).toContain('stalled');
    await until(
      () => logOf(first),
      (log) => log.includes('job failed for good'),
    );
    // Mail goes out, and the sweep closes the hold that the job could not.
    const [nele] = await world.people({ status: 'not_confirmed' });
    await world.inside.core.accounts.resendActivation(nele.email, 'default');
    await until(
      () => count('mails', { member: nele.id, sentAt: { $ne: null } }),
      (sent) => sent === 1,
    );
    await until(
      () => debitsOf(mara.id),
      (debits) => debits === 1,
      60_000,
    );
    expect(first.running()).toBe(true);
    await first.restart();
    await second.restart();
  }, 200_000);
});

describe('databases that are full or down', () => {
  it('Redis out of memory: sends end within 2 s, nothing is evicted or lost [F12]', async () => {
    const [mara, jonas] = await pair(30);
    const device = await mara.device();
    const his = await jonas.device();
    const { version: before } = await his.wait(syncTicked);
    const { redis } = world.inside;
    await redis.configSet('maxmemory', '1');
    const tries: SendTry[] = [];
    try {
      for (let n = 0; n < 10; n += 1) {
        const input = { clientId: randomUUID(), profile: jonas.id, text: `${n}`, credits: 1 };
        const way = n % 2 ? sendBySocket(device) : sendByHttp(mara.http);
        const { message } = await sendUntilAcked(way, input, { tries });
        acks.add(mara, jonas, message);
      }
      await fixedWait(1_000, 'longer than a locally delivered event waits to be counted: none of it is');
    } finally {
      await redis.configSet('maxmemory', '0');
    }
    // His devices may miss what Redis refused, and learn of it long before the next tick.
    await his.wait(syncTicked, ({ version }) => version.n > before.n, 10_000);
    for (const { outcome, ms } of tries) {
      expect(['OK', 'UNAVAILABLE']).toContain(outcome);
      // 2 s, and one for a busy machine.
      expect(ms).toBeLessThan(3_000);
    }
    await until(
      () => debitsOf(mara.id),
      (debits) => debits === 10,
      90_000,
      500,
    );
    expect(await redis.info('stats')).toContain('evicted_keys:0\r\n');
    device.close();
    his.close();
  }, 120_000);

  it('Redis out of memory: an uncounted event is put off, not an internal error [F12]', async () => {
    const [mara] = await pair();
    const { redis } = world.inside;
    await redis.del(await redis.keys(`*:version:{${mara.id}}`));
    await redis.configSet('maxmemory', '1');
    try {
      const { status, body } = await mara.http.send('GET', '/api/user.php');
      expect([status, (body as ErrorBody).error.code]).toEqual([503, 'UNAVAILABLE']);
    } finally {
      await redis.configSet('maxmemory', '0');
    }
    expect((await mara.http.send('GET', '/api/user.php')).status).toBe(200);
  });

  it('no database at the start: nothing is ready or crashes, then all is ready [F26]', async () => {
    const services = [...world.gateways, ...world.workers];
    await Promise.all(services.map((service) => service.kill()));
    await Promise.all([world.mongo.crash(), world.redis.crash()]);
    const states = services.map(() => 'starting');
    const ready = services.map((service, index) =>
      service.restart().then(
        () => (states[index] = 'ready'),
        (error: unknown) => (states[index] = String(error)),
      ),
    );
    await fixedWait(7_000, 'longer than the 4.5 s after which a first connection is given up');
    // None has ended, and none is ready.
    expect(states).toEqual(services.map(() => 'starting'));
    for (const service of services) {
      const answer = await fetch(`${service.address}/health/ready`).catch(() => undefined);
      expect(answer?.ok ?? false).toBe(false);
    }
    const appearedAt = performance.now();
    await Promise.all([world.mongo.restart(), world.redis.restart()]);
    expect(await Promise.all(ready)).toEqual(services.map(() => 'ready'));
    // 10 s, and twice as long for a machine on which four processes and two databases start at once.
    expect(performance.now() - appearedAt).toBeLessThan(30_000);
    const [mara, jonas] = await pair();
    await write(mara, jonas);
  }, 150_000);

  it('leave every acked message stored once, the invariants kept and no queue stuck', async () => {
    expect(await world.violations()).toEqual([]);
    expect(await acks.differences()).toEqual([]);
    expect(acks.count()).toBe(13);
    for (const name of QUEUE_NAMES) {
      await until(
        () => world.inside.queues.queue(name).getActiveCount(),
        (active) => active === 0,
      );
    }
  });
});
