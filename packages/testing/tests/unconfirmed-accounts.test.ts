import { CONSTANTS } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { PASSWORD } from '@heartline/testing';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { accountsWorld, DAY_MS, HOUR_MS } from './accounts-in-test.ts';
import { twoCores } from './two-cores-in-test.ts';

const UNCONFIRMED_MS = CONSTANTS.unconfirmedDays * DAY_MS;
const DEVICE = { name: 'Phone' };

interface Row {
  _id: string;
  status?: string;
  eraseAt?: number;
  settledAt?: number | null;
  erasedAt?: number | null;
}

describe('an account that was never confirmed', () => {
  const { world, people } = accountsWorld();
  let accounts: Core['accounts'];

  beforeAll(() => {
    ({ accounts } = world.gateways[0].core);
  });

  const rows = (name: string) => world.inside.mongo.connection.collection<Row>(name);
  const statusOf = async (id: string) => (await rows('accounts').findOne({ _id: id }))?.status;
  const dayOf = (id: string) => rows('deletions').findOne({ _id: id });

  /** Signs a member up; `until` moves the clock to this time after the sign-up. */
  async function silent() {
    const { id } = await people.unconfirmed();
    const signedUpAt = world.clock.now();
    const until = (ms: number) => world.clock.advance(signedUpAt + ms - world.clock.now());
    return { id, until };
  }

  const balance = async (id: string) => (await world.inside.core.credits.balanceOf(id)).credits;
  const comeBack = async (id: string) =>
    accounts.reactivate({ token: await people.secretOf(id, 'account-deleted'), password: PASSWORD }, DEVICE);

  it('is confirmed by the mailed restore link, before day 30 and after, and stays', async () => {
    for (const days of [0, 20]) {
      const { id, until } = await silent();
      until(days * DAY_MS);
      expect(await accounts.deleteAccount(id, PASSWORD)).toMatchObject({ ok: true });
      until((days + 13) * DAY_MS);
      expect(await comeBack(id)).toMatchObject({ ok: true });
      expect(await rows('accounts').findOne({ _id: id })).toMatchObject({
        status: 'active',
        activatedAt: expect.any(Number),
      });
      expect(await rows('profiles').findOne({ _id: id })).toMatchObject({ status: 'active' });
      expect(await dayOf(id)).toBeNull();
      expect(await balance(id)).toBe(3);
      until(34 * DAY_MS);
      await accounts.sweepAccounts();
      expect(await statusOf(id)).toBe('active');
    }
  });

  it('is erased on day 30 if its address belongs to another account by now', async () => {
    const { id, until } = await silent();
    expect(await accounts.deleteAccount(id, PASSWORD)).toMatchObject({ ok: true });
    const emails = world.inside.mongo.connection.collection<{ _id: string; member: string }>('emails');
    await emails.updateOne({ member: id }, { $set: { member: 'somebody-else' } });
    until(13 * DAY_MS);
    expect(await comeBack(id)).toMatchObject({ ok: true });
    expect(await statusOf(id)).toBe('not_confirmed');
    expect(await balance(id)).toBe(0);
    expect(await dayOf(id)).toMatchObject({ settledAt: expect.any(Number), erasedAt: null });
    until(UNCONFIRMED_MS - HOUR_MS);
    await accounts.sweepAccounts();
    expect(await statusOf(id)).toBe('not_confirmed');
    until(UNCONFIRMED_MS + HOUR_MS);
    await accounts.sweepAccounts();
    expect(await statusOf(id)).toBeUndefined();
  });

  it('is erased on day 30 also if its deletion was interrupted early', async () => {
    const { id, until } = await silent();
    const askedAt = world.clock.now();
    const cutOff = { askedAt, eraseAt: askedAt + 14 * DAY_MS, settledAt: null };
    await rows('deletions').updateOne({ _id: id }, { $set: cutOff });
    until(HOUR_MS);
    await accounts.sweepAccounts();
    expect(await dayOf(id)).toMatchObject({ settledAt: expect.any(Number) });
    until(UNCONFIRMED_MS + HOUR_MS);
    await accounts.sweepAccounts();
    expect(await statusOf(id)).toBeUndefined();
  });

  it('stays while an operator keeps it closed, and is erased within a day afterwards', async () => {
    const { id, until } = await silent();
    expect(await accounts.suspend(id)).toBe(true);
    for (const days of [30, 31, 40]) {
      until(days * DAY_MS + HOUR_MS);
      await accounts.sweepAccounts();
      expect(await statusOf(id)).toBe('disabled');
      // No erasure is due, so none is late either.
      expect((await dayOf(id))?.eraseAt).toBeGreaterThan(world.clock.now());
    }
    expect(await accounts.restore(id)).toBe(true);
    until(42 * DAY_MS);
    await accounts.sweepAccounts();
    expect(await statusOf(id)).toBeUndefined();
  });

  it('is erased also if its sign-up was interrupted and continued later', async () => {
    const { id, until } = await silent();
    const minute = 60_000;
    const day = await dayOf(id);
    await rows('deletions').updateOne({ _id: id }, { $set: { eraseAt: Number(day?.eraseAt) - 10 * minute } });
    until(UNCONFIRMED_MS - 5 * minute);
    await accounts.sweepAccounts();
    expect(await statusOf(id)).toBe('not_confirmed');
    until(UNCONFIRMED_MS + minute);
    await accounts.sweepAccounts();
    expect(await statusOf(id)).toBeUndefined();
  });

  it('loses its erasure day when confirmed, unless it was deleted at that moment', async () => {
    const { id } = await people.newcomer();
    expect(await dayOf(id)).toBeNull();
    const { id: leaving } = await people.unconfirmed();
    // The deletion is stored between the reads of the activation and its last step.
    const { profiles } = world.gateways[0].core;
    const shown = vi.spyOn(profiles, 'setStatus').mockImplementationOnce(async () => {
      const askedAt = world.clock.now();
      const opened = { askedAt, eraseAt: askedAt + 14 * DAY_MS, settledAt: null };
      await rows('deletions').updateOne({ _id: leaving }, { $set: opened });
    });
    const input = { token: await people.secretOf(leaving, 'activation'), password: PASSWORD };
    expect(await accounts.activate(input, DEVICE)).toMatchObject({ ok: true });
    shown.mockRestore();
    expect(await dayOf(leaving)).toMatchObject({ settledAt: null });
  });
});

describe('an erasure pass', () => {
  const { world: fixture } = twoCores();

  const deletions = () => fixture.a.mongo.connection.collection<Row>('deletions');
  const sweep = () => fixture.a.core.accounts.sweepAccounts();
  const isErased = async (id: string) =>
    typeof (await deletions().findOne({ _id: id }))?.erasedAt === 'number';

  /** Deletions with only their last step left, the first due first. */
  async function due(count: number, kind: string) {
    const now = fixture.clock.now();
    const waiting = { askedAt: now - 40 * DAY_MS, settledAt: now, erasedAt: null };
    const ids = Array.from({ length: count }, (_, n) => `${kind}-${n}`);
    await deletions().insertMany(ids.map((_id, n) => ({ _id, ...waiting, eraseAt: now - HOUR_MS + n })));
    return ids;
  }

  it('continues while there are more than it reads at once', async () => {
    await due(210, 'many');
    await sweep();
    expect(await deletions().countDocuments({ erasedAt: null })).toBe(0);
  });

  it('erases the others although one fails, and retries that one after them', async () => {
    const [first = '', second = '', third = ''] = await due(3, 'slow');
    const tried: string[] = [];
    const { messaging } = fixture.a.core;
    const { erase } = messaging.personalData;
    const tooSlow = Object.assign(new Error('time limit'), { code: 50 });
    const erasing = vi.spyOn(messaging.personalData, 'erase').mockImplementation((member) => {
      tried.push(member);
      return member === first ? Promise.reject(tooSlow) : erase(member);
    });
    // The database may be down, so this pass ends.
    await expect(sweep()).rejects.toThrow('time limit');
    expect(tried).toEqual([first]);
    await expect(sweep()).rejects.toThrow('time limit');
    expect(tried).toEqual([first, second, third, first]);
    expect([await isErased(second), await isErased(third)]).toEqual([true, true]);
    erasing.mockRestore();
    await sweep();
    expect(await isErased(first)).toBe(true);
  });

  it('finishes interrupted deletions also when an erasure takes too long', async () => {
    await due(1, 'endless');
    const [jonas] = await fixture.people({});
    const now = fixture.clock.now();
    const waiting = { askedAt: now - HOUR_MS, eraseAt: now + DAY_MS, settledAt: null, erasedAt: null };
    await deletions().insertOne({ _id: jonas.id, ...waiting });
    const tooSlow = Object.assign(new Error('time limit'), { code: 50 });
    const erasing = vi.spyOn(fixture.a.core.messaging.personalData, 'erase').mockRejectedValue(tooSlow);
    await expect(sweep()).rejects.toThrow('time limit');
    erasing.mockRestore();
    expect(await deletions().findOne({ _id: jonas.id })).toBeNull();
  });
});
