import { randomUUID } from 'node:crypto';
import { settleMessages } from '@heartline/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
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
  world = await startWorld({ gateways: 1, workers: 1 });
});
afterAll(async () => {
  await world?.stop();
});

/** Arms the worker, sends three messages, and waits until the job that closes their holds has killed it. */
async function killAt(failpoint: string) {
  const [worker] = world.workers as [World['workers'][number]];
  await worker.restart({ FAILPOINTS: `${failpoint}=kill` });
  const [mara, jonas] = (await world.people({ credits: 3 }, {})) as [Person, Person];
  for (let n = 0; n < 3; n += 1) {
    const input = { clientId: randomUUID(), profile: jonas.id, text: `${n}`, credits: 1 };
    const { message } = await sendUntilAcked(sendByHttp(mara.http), input);
    acks.add(mara, jonas, message);
  }
  await until(worker.running, (running) => !running);
  return { worker, mara, jonas };
}

async function debitsOf(member: string): Promise<number> {
  const ofMember = { $gte: `${member}:`, $lt: `${member};` } as unknown as string;
  return world.inside.mongo.connection
    .collection<{ _id: string }>('settlements')
    .countDocuments({ _id: ofMember, outcome: 'debit' });
}

describe('F6 a worker is killed while it settles', () => {
  it('before the debit: each message is debited once when a worker is back', async () => {
    const { worker, mara } = await killAt('settle:before-debit');
    expect(await debitsOf(mara.id)).toBe(0);
    await worker.restart();
    await until(
      () => debitsOf(mara.id),
      (debits) => debits === 3,
      60_000,
    );
    expect(await world.inside.core.credits.balanceOf(mara.id)).toMatchObject({ credits: 0 });
  });

  it('after the debit: the job runs again and changes nothing', async () => {
    const { worker, mara, jonas } = await killAt('settle:after-debit');
    const before = await debitsOf(mara.id);
    expect(before).toBeGreaterThan(0);
    await worker.restart();
    await until(
      () => debitsOf(mara.id),
      (debits) => debits === 3,
      60_000,
    );
    // What the queue would do once it calls the job stalled.
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
    // Done ones are soon forgotten: the canary of the queue keeps only the last five.
    await until(stateNow, (state) => state === 'completed' || state === undefined);
    expect(await debitsOf(mara.id)).toBe(3);
    const inboxes = () => mongo.connection.collection('inbox').countDocuments({ conversation, lastSeq: 3 });
    await until(inboxes, (found) => found === 2);
  });

  it('every acked message is in both histories once, and the books add up', async () => {
    expect(await world.violations()).toEqual([]);
    expect(await acks.differences()).toEqual([]);
    expect(acks.count()).toBe(6);
  });
});
