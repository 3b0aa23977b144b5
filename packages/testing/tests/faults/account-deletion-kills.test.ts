import {
  buildExport,
  deleteAccount,
  getExport,
  getUser,
  startExport,
  sweepAccounts,
} from '@heartline/contracts';
import { createPasswords } from '@heartline/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diesAt, PASSWORD, type Person, startWorld, until, type World } from '../../src/index.ts';

const DAY_MS = 86_400_000;

let world: World;
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await createPasswords().hash(PASSWORD);
  world = await startWorld({
    gateways: 1,
    workers: 1,
    stubs: true,
    workerEnvironment: { JOB_LOCK_SECONDS: '2' },
  });
});
afterAll(async () => {
  await world?.stop();
});

const gateway = () => world.gateways[0];
const worker = () => world.workers[0] as World['workers'][number];
const someone = async () => (await world.people({ account: { passwordHash } }))[0];
const count = (collection: string, filter: object) =>
  world.inside.mongo.connection.collection(collection).countDocuments(filter);

let sweeps = 0;
async function sweep(): Promise<void> {
  sweeps += 1;
  await world.inside.queues.enqueue(sweepAccounts, {}, { jobId: `sweep-${sweeps}` });
}

const isClosed = async ({ id, email }: Person) =>
  (await count('sessions', { member: id })) === 0 &&
  (await count('profiles', { _id: id, status: 'deleted' })) === 1 &&
  (world.stubs?.mailbox.mails(email).length ?? 0) > 0;

describe('a process dies while a member leaves', () => {
  it('before the account is closed: nothing happened, and a retry closes it', async () => {
    const mara = await someone();
    const leave = () => mara.http.call(deleteAccount, { password: PASSWORD });
    await diesAt(gateway(), 'delete-account:before-account', leave);
    await gateway().restart();
    expect((await mara.http.call(getUser, {})).user.status).toBe('active');
    await leave();
    await until(() => isClosed(mara), Boolean, 60_000);
  });

  it('after it is closed: the sweep finishes it, day 15 erases it at any step [P4]', async () => {
    const mara = await someone();
    await diesAt(gateway(), 'delete-account:after-account', () =>
      mara.http.call(deleteAccount, { password: PASSWORD }),
    );
    await gateway().restart();
    await until(
      async () => {
        await sweep();
        return isClosed(mara);
      },
      Boolean,
      60_000,
    );

    // No worker runs on that day: its own sweep would finish before it could be killed.
    await worker().stop();
    await world.shiftClock(15 * DAY_MS);
    for (const step of ['erase:after-mark', 'erase:after-features', 'erase:before-account']) {
      await diesAt(worker(), step, sweep);
      expect([step, await count('deletions', { _id: mara.id, erasedAt: null })]).toEqual([step, 1]);
    }
    await worker().restart();
    await until(
      async () => {
        await sweep();
        return count('deletions', { _id: mara.id, erasedAt: { $gt: 0 } });
      },
      (erased) => erased === 1,
      60_000,
    );
    const left = await Promise.all([
      count('accounts', { _id: mara.id }),
      count('emails', { member: mara.id }),
      count('profiles', { _id: mara.id, name: mara.name }),
      count('mails', { member: mara.id }),
      count('tokens', { member: mara.id }),
    ]);
    expect(left).toEqual([0, 0, 0, 0, 0]);
  }, 300_000);

  it('after writing an archive: the archive is there all the same', async () => {
    const jonas = await someone();
    await diesAt(worker(), 'export:after-file', () => jonas.http.call(startExport, { password: PASSWORD }));
    await worker().restart();
    await until(
      () => jonas.http.call(getExport, {}),
      (state) => state.export?.state === 'ready',
      60_000,
    );
    const jobs = await world.inside.queues.queue(buildExport.queue).getFailedCount();
    expect(jobs).toBe(0);
  });

  it('and keeps the invariants', async () => {
    expect(await world.violations()).toEqual([]);
  });
});
