import { randomUUID } from 'node:crypto';
import { getSettings, registerPush, settleMessages } from '@heartline/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  diesAt,
  type Person,
  recordAcks,
  sendByHttp,
  sendUntilAcked,
  startWorld,
  until,
  type World,
} from '../../src/index.ts';

let world: World;
const acks = recordAcks();

beforeAll(async () => {
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

/** Lead of the services' clocks, in milliseconds. */
let aheadMs = 0;

const theWorker = () => world.workers[0] as World['workers'][number];

/** The worker dies at a failpoint of the job that `work` starts. */
const killedAt = (failpoint: string, work: () => Promise<unknown>) => diesAt(theWorker(), failpoint, work);

const pair = () => world.people({ credits: 3 }, {});

/** Starts a job that closes holds. */
async function sendThree([mara, jonas]: readonly [Person, Person]): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    const input = { clientId: randomUUID(), profile: jonas.id, text: `${n}`, credits: 1 };
    const { message } = await sendUntilAcked(sendByHttp(mara.http), input);
    acks.add(mara, jonas, message);
  }
}

async function debitsOf(member: string): Promise<number> {
  const ofMember = { $gte: `${member}:`, $lt: `${member};` } as unknown as string;
  return world.inside.mongo.connection
    .collection<{ _id: string }>('settlements')
    .countDocuments({ _id: ofMember, outcome: 'debit' });
}

describe('a worker is killed [F6]', () => {
  it('before the debit: each message is debited once by the next worker', async () => {
    const people = await pair();
    const [mara] = people;
    await killedAt('settle:before-debit', () => sendThree(people));
    expect(await debitsOf(mara.id)).toBe(0);
    await theWorker().restart();
    await until(
      () => debitsOf(mara.id),
      (debits) => debits === 3,
      60_000,
    );
    expect(await world.inside.core.credits.balanceOf(mara.id)).toMatchObject({ credits: 0 });
  });

  it('after the debit: the job runs again and changes nothing', async () => {
    const people = await pair();
    const [mara, jonas] = people;
    await killedAt('settle:after-debit', () => sendThree(people));
    const before = await debitsOf(mara.id);
    expect(before).toBeGreaterThan(0);
    await theWorker().restart();
    await until(
      () => debitsOf(mara.id),
      (debits) => debits === 3,
      60_000,
    );
    // The call that the queue makes once it finds the job stalled.
    const { core, mongo, queues } = world.inside;
    const conversation = core.messaging.conversationOf(mara.id, jonas.id);
    const rows = await mongo.connection
      .collection<{ _id: string; key: string; n: number }>('messages')
      .find({ owner: conversation })
      .toArray();
    const items = rows.map(({ key, n }) => ({
      member: mara.id,
      clientId: key.slice(key.indexOf(':') + 1),
      conversation,
      seq: n,
    }));
    const jobId = `again-${randomUUID()}`;
    expect(await queues.enqueue(settleMessages, { items }, { jobId })).toBe(true);
    const stateNow = async () => (await queues.queue(settleMessages.queue).getJob(jobId))?.getState();
    // Done jobs are soon removed: the canary of the queue keeps only the last five.
    await until(stateNow, (state) => state === 'completed' || state === undefined);
    expect(await debitsOf(mara.id)).toBe(3);
    const inboxes = () => mongo.connection.collection('inbox').countDocuments({ conversation, lastSeq: 3 });
    await until(inboxes, (found) => found === 2);
  });

  it.each(['before', 'after'])(
    '%s a push and a mail leave: both arrive, each repeated at most once',
    async (when) => {
      const [mara, jonas, nele] = await world.people({ credits: 3 }, {}, { status: 'not_confirmed' });
      const { mailbox, push } = world.stubs as NonNullable<World['stubs']>;
      const { settings } = await jonas.http.call(getSettings, {});
      const subscription = await push.subscribe(settings.push_public_key, jonas.id);
      await jonas.http.call(registerPush, { subscription });
      await killedAt(`mail:${when}-send`, () =>
        world.inside.core.accounts.resendActivation(nele.email, 'default'),
      );
      // Last: a worker that is back sooner finds it claimed, and retries only after that minute.
      await killedAt(`notify:${when}-push`, async () => {
        const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hello', credits: 1 };
        const { message } = await sendUntilAcked(sendByHttp(mara.http), input);
        acks.add(mara, jonas, message);
      });
      const [pushes, mails] = [() => push.pushes(jonas.id).length, () => mailbox.mails(nele.email).length];
      const early = when === 'after' ? 1 : 0;
      expect([pushes(), mails()]).toEqual([early, early]);
      // The dead worker claimed each, and a claim expires after a minute.
      aheadMs += 65_000;
      await world.shiftClock(aheadMs);
      await theWorker().restart();
      const sent = (collection: string, of: object) =>
        world.inside.mongo.connection.collection(collection).countDocuments({ ...of, sentAt: { $gt: 0 } });
      await until(
        async () => [
          await sent('notifications', { _id: { $regex: `^${jonas.id}:` } }),
          await sent('mails', { member: nele.id }),
        ],
        ([pushed, mailed]) => pushed === 1 && mailed === 1,
        180_000,
      );
      expect([pushes(), mails()]).toEqual([early + 1, early + 1]);
    },
    300_000,
  );

  it('and every acked message is stored once, with the invariants kept', async () => {
    expect(await world.violations()).toEqual([]);
    expect(await acks.differences()).toEqual([]);
    expect(acks.count()).toBe(8);
  });
});
