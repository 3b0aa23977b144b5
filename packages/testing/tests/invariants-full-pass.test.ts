import { randomUUID } from 'node:crypto';
import { rowId } from '@heartline/platform';
import { afterEach, expect, it } from 'vitest';
import { senderOf } from '../src/index.ts';
import { twoCores } from './two-cores-in-test.ts';

/** Violations that only a pass over everything finds, not one over a window. */
const { world, a } = twoCores();

type Doc = { _id: string } & Record<string, unknown>;
const rows = (name: string) => a.mongo.connection.collection<Doc>(name);

/** Functions that undo the damage of a test. */
const mends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const mend of mends.splice(0)) await mend();
  expect(await world.violations()).toEqual([]);
});

async function change(name: string, _id: string, fields: Record<string, unknown>): Promise<void> {
  const before = await rows(name).findOneAndUpdate({ _id }, { $set: fields });
  if (!before) throw new Error(`${name} has no ${_id}`);
  mends.push(() => rows(name).replaceOne({ _id }, before));
}

async function remove(name: string, _id: string): Promise<void> {
  const before = await rows(name).findOne({ _id });
  if (!before) throw new Error(`${name} has no ${_id}`);
  await rows(name).deleteMany({ _id });
  mends.push(() => rows(name).insertOne(before));
}

/** Adds this pending task, after which the checks find nothing wrong. */
async function isFineOncePending(doc: Doc): Promise<void> {
  await rows('owedReturns').insertOne(doc);
  expect(await world.violations()).toEqual([]);
  await rows('owedReturns').deleteMany({ _id: doc._id });
}

/** Mara wrote two messages to Jonas, which are settled. */
async function talk() {
  const [mara, jonas] = await world.people({ credits: 5 }, {});
  const clientIds = [randomUUID(), randomUUID()];
  for (const clientId of clientIds) {
    const input = { clientId, profile: jonas.id, text: 'Hello', credits: 1 };
    expect(await a.core.messaging.sendMessage(senderOf(mara), input)).toMatchObject({ ok: true });
  }
  await world.settle();
  return { mara, jonas, conversation: a.core.messaging.conversationOf(mara.id, jonas.id), clientIds };
}

it('finds a message without a hold when the last ledger row is lost without a gap [C4]', async () => {
  const { mara, conversation, clientIds } = await talk();
  await remove('ledger', rowId(mara.id, 3));
  await remove('settlements', `${mara.id}:${clientIds[1]}`);
  const detail = 'message without a hold';
  expect(await world.violations()).toEqual([{ invariant: 'C4', subject: rowId(conversation, 2), detail }]);
});

it('finds an unsent message without a return, unless one is pending [C4]', async () => {
  const subject = rowId((await talk()).conversation, 1);
  await change('messages', subject, { gone: 'unsent', text: '' });
  const detail = 'taken back without a return of its credits';
  expect(await world.violations()).toEqual([{ invariant: 'C4', subject, detail }]);
  await isFineOncePending({ _id: `unsend:${subject}` });
});

it('finds a closed conversation without a block, unless a task is pending [M6]', async () => {
  const { mara, jonas, conversation: subject } = await talk();
  await change('messages', rowId(subject, 2), { open: false });
  const detail = 'closed without a block';
  expect(await world.violations()).toEqual([{ invariant: 'M6', subject, detail }]);
  await isFineOncePending({ _id: 'blocked:one', kind: 'blocked', member: jonas.id, other: mara.id });
});
