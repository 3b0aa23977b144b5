import { startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** Two who change one profile in the same moment: what the second does happens between two steps of the first. */
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
] as const)('invisible mode: %s, nobody is listed who must not be', async (_when, first, wanted) => {
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
