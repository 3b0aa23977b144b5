import { randomUUID } from 'node:crypto';
import { hashSecret } from '@heartline/platform';
import { drawPicture, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** Two clients that change one profile at the same time. The second change happens between two steps of the first. */
let world: WorldHere;

beforeAll(async () => {
  world = await startWorld({ here: true });
});
afterAll(() => world.stop());

/** Runs `meanwhile` before the next change of a row of this collection. */
function beforeNextChange(collection: string, meanwhile: () => Promise<unknown>) {
  const rows = world.inside.mongo.connection.collection<{ _id: string }>(collection);
  vi.spyOn(rows, 'updateOne').mockImplementationOnce(async (...change) => {
    await meanwhile();
    return rows.updateOne(...change);
  });
  return rows;
}

it.each([
  ['coming out of it beside a suspension', 'setInvisible', { status: 'disabled', invisible: false }],
  ['going into it beside the end of a suspension', 'setStatus', { status: 'active', invisible: true }],
] as const)('lists no invisible member after concurrent switches: %s', async (_when, first, wanted) => {
  const { profiles } = world.inside.core;
  const before = {
    status: wanted.status === 'active' ? 'disabled' : 'active',
    invisible: !wanted.invisible,
  } as const;
  const [{ id: _id }] = await world.people({ profile: { ...before, listed: null } });
  const acts = {
    setInvisible: () => profiles.setInvisible(_id, wanted.invisible),
    setStatus: () => profiles.setStatus(_id, wanted.status),
  };
  const rows = beforeNextChange('profiles', acts[first === 'setStatus' ? 'setInvisible' : 'setStatus']);
  await acts[first]();
  expect(await rows.findOne({ _id })).toMatchObject({ ...wanted, listed: null });
});

it.each([
  ['activation', 'activate', 'not_confirmed'],
  ['reactivation', 'reactivate', 'deleted'],
] as const)('shows no profile of an account suspended during its %s', async (kind, use, status) => {
  const { accounts } = world.inside.core;
  const now = world.clock.now();
  const eraseAt = now + 86_400_000;
  const deletion = { at: now, eraseAt, statusBefore: 'active', erasingAt: null } as const;
  const account = status === 'deleted' ? { deletion } : {};
  const [{ id: _id }] = await world.people({ status, account, profile: { listed: null } });
  const secret = randomUUID();
  const tokens = world.inside.mongo.connection.collection<{ _id: string }>('tokens');
  const link = { kind, member: _id, usedAt: null, expiresAt: eraseAt };
  await tokens.insertOne({ _id: hashSecret(secret), ...link });
  const rows = beforeNextChange('profiles', () => accounts.suspend(_id));
  await accounts[use]({ token: secret, new_password: 'mauve tractor 41' }, { name: 'test' });
  expect(await rows.findOne({ _id })).toMatchObject({ status: 'disabled', listed: null });
});

it('deletes a picture’s files also while another device crops it', async () => {
  const { profiles } = world.inside.core;
  const [{ id: member }] = await world.people({});
  const added = await profiles.addPhoto(member, randomUUID(), await drawPicture('teal'));
  const id = added.ok ? added.value.id : '';
  const box = { x: 0, y: 0, width: 320, height: 400 };
  const files = beforeNextChange('photo_files', () => profiles.cropPhoto(member, id, box));
  expect(await profiles.removePhoto(member, id)).toMatchObject({ ok: true, value: { pictures: [] } });
  world.clock.advance(20 * 60_000);
  await profiles.sweepPhotos();
  expect(await files.countDocuments({ member })).toBe(0);
});

it('deletes other pictures although the files of one cannot be removed', async () => {
  const { profiles } = world.inside.core;
  const files = world.inside.mongo.connection.collection<{ _id: string }>('photo_files');
  const [{ id: member }] = await world.people({});
  const [stuck, free] = [randomUUID(), randomUUID()];
  const looseAt = world.clock.now();
  await files.insertMany([stuck, free].map((_id) => ({ _id, member, looseAt })));
  const { deleteMany } = files;
  const removed = vi.spyOn(files, 'deleteMany').mockImplementation(async (...which) => {
    if (which[0]?._id === stuck) throw new Error('stuck');
    return deleteMany.call(files, ...which);
  });
  world.clock.advance(20 * 60_000);
  await expect(profiles.sweepPhotos()).rejects.toThrow('stuck');
  expect(await files.find({ member }).toArray()).toMatchObject([{ _id: stuck }]);
  removed.mockRestore();
  await profiles.sweepPhotos();
  expect(await files.countDocuments({ member })).toBe(0);
});
