import { registerPush } from '@heartline/contracts';
import { startWorld, type WorldWithStubs } from '@heartline/testing';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

let world: WorldWithStubs;

beforeAll(async () => {
  world = await startWorld({ here: true, stubs: true });
});
afterAll(() => world?.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

/** The most browsers that a member may register. */
const MOST = 16;

it('removes the oldest browser of a member, unless another member has it by then', async () => {
  const [mara, jonas] = await world.people({}, {});
  const { vapidPublicKey } = world.secrets;
  const browsers = [];
  for (let n = 0; n <= MOST; n += 1) {
    browsers.push(await world.stubs.push.subscribe(vapidPublicKey, `browser-${n}`));
    world.clock.advance(1_000);
  }
  const [first, ...others] = browsers;
  if (!first) throw new Error('no browser');
  for (const subscription of [first, ...others.slice(1)])
    await mara.http.call(registerPush, { subscription });
  const subscriptions = world.inside.mongo.connection.collection('pushSubscriptions');
  const driver = Object.getPrototypeOf(subscriptions) as typeof subscriptions;
  const { deleteMany } = driver;
  const removing = vi.spyOn(driver, 'deleteMany');
  removing.mockImplementationOnce(async function (this: typeof subscriptions, ...of) {
    // Right between the look-up and the removal.
    await jonas.http.call(registerPush, { subscription: first });
    return deleteMany.apply(this, of);
  });
  await mara.http.call(registerPush, { subscription: others[0] as typeof first });
  expect(removing).toHaveBeenCalled();
  expect(await subscriptions.countDocuments({ member: jonas.id })).toBe(1);
  expect(await subscriptions.countDocuments({ member: mara.id })).toBe(MOST);
});
