import { beforeAll, describe, expect, it } from 'vitest';
import { createDisputes } from './disputes-in-test.ts';
import { accountsOf, createProviderInTest } from './provider-in-test.ts';
import { twoCores } from './two-cores-in-test.ts';

const provider = createProviderInTest();
const cores = twoCores({ payments: accountsOf({ bridge: provider }) });
const { world, a } = cores;
const { buy, says, spend, buyer } = createDisputes({ ...cores, provider });

type Doc = { _id: string } & Record<string, unknown>;
const docs = (name: string) => a.mongo.connection.collection<Doc>(name);

/** A payment that a bank took back, one whose dispute was won, and one that repaid the debt of the first. */
const ids = { taken: '', won: '', repaid: '' };

beforeAll(async () => {
  const [who, other] = await buyer();
  ids.taken = await buy(who);
  await spend(who, other, 10);
  await says(ids.taken, 'taken');
  ids.repaid = await buy(who);
  ids.won = await buy(who);
  await says(ids.won, 'taken');
  await says(ids.won, 'given-back');
  await world.settle();
});

const dispute = (payment: string) => ({ payment });
const row = (key: string) => ({ key });
const HOUR = 3_600_000;

type Change = [name: string, filter: object, change: Record<string, unknown>];

/** Faults in the books, and the invariants that find them. */
const FAULTS: readonly (readonly [what: string, change: () => Change, found: string])[] = [
  [
    'a dispute whose credits are still due',
    () => ['disputes', dispute(ids.taken), { ledger: 'due', changedAt: world.clock.now() - HOUR }],
    'C11',
  ],
  [
    'a dispute that was won and whose credits are still out',
    () => ['disputes', dispute(ids.taken), { state: 'given-back' }],
    'C11',
  ],
  [
    'a dispute that was lost and whose credits came back',
    () => ['disputes', dispute(ids.won), { state: 'lost' }],
    'C11',
  ],
  [
    'a dispute that says other credits than its row',
    () => ['disputes', dispute(ids.taken), { credits: 24 }],
    'C11',
  ],
  ['a charge-back without a dispute', () => ['disputes', dispute(ids.taken), { dispute: 'dp_other' }], 'C11'],
  [
    'a charge-back of more than the payment',
    () => [
      'ledger',
      row(`chargeback:${ids.taken}:dp_${ids.taken}`),
      { money: { cents: 1_000, currency: 'EUR' } },
    ],
    'C6',
  ],
  [
    'a debt that no row made',
    () => ['ledger', row(`chargeback:${ids.taken}:dp_${ids.taken}`), { debtAfter: 11 }],
    'C1',
  ],
  [
    'bought credits beside a debt',
    () => ['ledger', row(`chargeback:${ids.taken}:dp_${ids.taken}`), { purchasedAfter: 1 }],
    'C2',
  ],
  ['a debt below zero', () => ['ledger', row(`payment:${ids.repaid}`), { debtAfter: -1 }], 'C2'],
  [
    'a charge-back that lowers the debt',
    () => ['ledger', row(`chargeback:${ids.taken}:dp_${ids.taken}`), { debt: -10 }],
    'C3',
  ],
  [
    'a won dispute that returns less than it took',
    () => ['ledger', row(`return:chargeback:${ids.won}:dp_${ids.won}`), { purchased: 24 }],
    'C3',
  ],
  [
    'a purchase that gave less than it repaid and added',
    () => ['ledger', row(`payment:${ids.repaid}`), { purchased: 14 }],
    'C5',
  ],
  [
    'Premium that ended although a purchase is still paid',
    () => ['ledger', row(`chargeback:${ids.won}:dp_${ids.won}`), { premium: false }],
    'C8',
  ],
  [
    'a charge-back without a credit note',
    () => ['receiptPlaces', { _id: `dispute:${ids.taken}:dp_${ids.taken}` }, { series: 'XX:2026' }],
    'C12',
  ],
  [
    'a won dispute without the reversal of its note',
    () => ['receiptPlaces', { _id: `dispute-won:${ids.won}:dp_${ids.won}` }, { series: 'XX:2026' }],
    'C12',
  ],
  [
    'one provider payment behind two grants',
    () => ['payments', { _id: ids.repaid }, { providerId: 'tr_shared' }],
    'C14',
  ],
];

const found = async () => new Set((await world.violations()).map(({ invariant }) => invariant));

describe('the invariant checks, on disputes', () => {
  it('find nothing in correct books', async () => {
    expect(await world.violations()).toEqual([]);
  });

  it.each(FAULTS)('find %s', async (_, change, invariant) => {
    const [name, filter, to] = change();
    const before = await docs(name).findOne(filter);
    if (!before) throw new Error('nothing to damage');
    const second = await docs('payments').findOne({ _id: ids.won });
    await docs(name).updateOne(filter, { $set: to });
    if (invariant === 'C14') await docs('payments').updateOne({ _id: ids.won }, { $set: to });
    try {
      expect(await found()).toContain(invariant);
    } finally {
      await docs(name).replaceOne({ _id: before._id }, before);
      await docs('payments').replaceOne({ _id: ids.won }, second!);
    }
    expect(await world.violations()).toEqual([]);
  });

  it('find a dispute that took less than its amount, although more was left', async () => {
    const at = world.clock.now() - HOUR;
    const [late] = await docs('disputes').find(dispute(ids.won)).toArray();
    const other = { ...late, _id: 'bridge:dp_other', dispute: 'dp_other', state: 'lost', ledger: 'done' };
    const [back] = await docs('ledger')
      .find(row(`return:chargeback:${ids.won}:dp_${ids.won}`))
      .toArray();
    const n = Number(back?.['n']);
    const key = `chargeback:${ids.won}:dp_other`;
    const empty = { kind: 'chargeback', purchased: 0, free: 0, money: { cents: 0, currency: 'EUR' } };
    await docs('disputes').insertOne({ ...other, credits: 0, debt: 0, changedAt: at });
    await docs('ledger').insertOne({ ...back, _id: 'other', n: n + 0.5, key, ...empty });
    const words = async () =>
      (await world.violations()).filter(({ subject }) => subject === 'bridge:dp_other');
    try {
      world.later(HOUR);
      expect(await words()).toMatchObject([
        { invariant: 'C11', detail: expect.stringContaining('999 cents are left') },
      ]);
    } finally {
      await docs('disputes').deleteOne({ _id: 'bridge:dp_other' });
      await docs('ledger').deleteOne({ _id: 'other' });
    }
  });

  it('find a second payment that has not gone back for a day', async () => {
    const at = world.clock.now() - 25 * HOUR;
    const stray = { _id: 'bridge:tr_late', account: 'bridge', providerId: 'tr_late', why: 'second', at };
    const about = { reference: ids.repaid, cents: 999, currency: 'EUR', refundId: null, checkedAt: at };
    await docs('strays').insertOne({ ...stray, ...about, state: 'seen' });
    expect(await found()).toEqual(new Set(['C14']));
    await docs('strays').updateOne({ _id: stray._id }, { $set: { at: at + 2 * HOUR } });
    expect(await found()).toEqual(new Set());
    await docs('strays').deleteOne({ _id: stray._id });
  });
});
