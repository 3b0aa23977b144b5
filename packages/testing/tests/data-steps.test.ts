import { randomUUID } from 'node:crypto';
import { dataSteps, migrate } from '@heartline/core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { until } from '../src/index.ts';
import { twoCores } from './two-cores-in-test.ts';

/** Steps that bring stored data up to date, in two processes over one database. */
const { world } = twoCores();

interface Step {
  _id: string;
  finishedAt?: number;
  changed?: number;
  by?: string;
  until?: number;
}
const steps = () => world.a.mongo.connection.collection<Step>('dataSteps');
const payments = () => world.a.mongo.connection.collection<{ _id: string }>('payments');

/** The step that gives payments from before there were accounts their fields. */
const ACCOUNTS = '2026-11-payment-accounts';
const MINUTE = 60_000;

let doneBefore: string[];
beforeAll(async () => {
  doneBefore = (await dataSteps(world.a.mongo))
    .filter((step) => step.finishedAt !== null)
    .map(({ name }) => name);
});
afterEach(async () => {
  await steps().deleteMany({});
  await payments().deleteMany({});
  await migrate(world.a.mongo);
});

/** A payment as the release before stored it. */
async function formerPayment(state: string): Promise<string> {
  const former = {
    _id: randomUUID(),
    member: randomUUID(),
    key: randomUUID(),
    package: 'p1',
    credits: 60,
    priceCents: 1_999,
    currency: 'EUR',
    method: 'creditcard',
    providerId: `tr_${randomUUID()}`,
    redirect: 'https://pay.example/1',
    state,
    createdAt: Date.now() - MINUTE,
    checkedAt: 0,
    grantedAt: state === 'completed' ? 1 : null,
  };
  await payments().insertOne(former);
  return former._id;
}

it('are all done when a process has started', () => {
  expect(doneBefore).toContain(ACCOUNTS);
});

it('are open until a start runs them, and tell when and how many documents changed', async () => {
  await steps().deleteMany({});
  expect(await dataSteps(world.a.mongo)).toContainEqual({ name: ACCOUNTS, finishedAt: null, changed: null });
  await formerPayment('pending');
  const before = Date.now();
  await migrate(world.a.mongo);
  const step = (await dataSteps(world.a.mongo)).find(({ name }) => name === ACCOUNTS);
  expect(step?.changed).toBe(1);
  expect(step?.finishedAt).toBeGreaterThanOrEqual(before);
});

it('run once when processes start at the same time', async () => {
  await steps().deleteMany({});
  for (let count = 0; count < 20; count += 1) await formerPayment('completed');
  await Promise.all([world.a, world.b, world.a, world.b].map(({ mongo }) => migrate(mongo)));
  expect(await steps().findOne({ _id: ACCOUNTS })).toMatchObject({ changed: 20 });
  expect(await steps().findOne({ _id: 'lock' })).toBeNull();
});

it('wait for the process that runs them', async () => {
  await steps().deleteMany({});
  await steps().insertOne({ _id: 'lock', by: 'another', until: Date.now() + MINUTE });
  const payment = await formerPayment('completed');
  let isDone = false;
  const started = migrate(world.b.mongo).then(() => {
    isDone = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(isDone).toBe(false);
  expect(await payments().findOne({ _id: payment })).not.toHaveProperty('account');
  // The other process finishes the step and leaves.
  await steps().insertOne({ _id: ACCOUNTS, finishedAt: Date.now(), changed: 0 });
  await steps().deleteOne({ _id: 'lock' });
  await started;
  expect(await payments().findOne({ _id: payment })).not.toHaveProperty('account');
});

it('are taken over from a process that died', async () => {
  await steps().deleteMany({});
  await steps().insertOne({ _id: 'lock', by: 'dead', until: Date.now() + 1_000 });
  const payment = await formerPayment('completed');
  await migrate(world.a.mongo);
  expect(await payments().findOne({ _id: payment })).toHaveProperty('account', 'bridge');
  await until(
    () => steps().findOne({ _id: 'lock' }),
    (lock) => lock === null,
  );
});

it('give a former payment its fields, and make an unfinished one due', async () => {
  await steps().deleteMany({});
  const [pending, completed] = [await formerPayment('pending'), await formerPayment('completed')];
  const before = Date.now();
  await migrate(world.a.mongo);
  const fields = { account: 'bridge', attempt: 1, site: 'default', transfer: null, reason: null };
  expect(await payments().findOne({ _id: pending })).toMatchObject({ ...fields, state: 'pending' });
  expect(await payments().findOne({ _id: completed })).toMatchObject({ ...fields, dueAt: null });
  const due = await payments().findOne<{ dueAt: number }>({ _id: pending });
  expect(due?.dueAt).toBeGreaterThanOrEqual(before);
});
