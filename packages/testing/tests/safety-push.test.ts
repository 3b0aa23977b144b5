import { blockProfile, unblockProfile } from '@heartline/contracts';
import { startWorld, type WorldWithStubs } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushIn } from './push-in-test.ts';

describe('a push scheduled before a block', () => {
  let world: WorldWithStubs;

  beforeAll(async () => {
    world = await startWorld({ here: true, stubs: true });
  });
  afterAll(() => world?.stop());

  const { phoneOf, write, notify, pushesTo } = pushIn(() => world);

  /** Two members. The first has a test phone, and a message from the second waits to be pushed. */
  async function pair() {
    const [mara, jonas] = await world.people({ name: 'Mara' }, { name: 'Jonas', credits: 20 });
    await phoneOf(mara);
    return { mara, jonas, item: await write(jonas, mara) };
  }

  it('is not sent, whichever of the two blocked (hostile 34)', async () => {
    const first = await pair();
    await first.mara.http.call(blockProfile, { profile: first.jonas.id });
    expect(await notify(first.item)).toEqual({ pushed: 0 });
    const second = await pair();
    await second.jonas.http.call(blockProfile, { profile: second.mara.id });
    expect(await notify(second.item)).toEqual({ pushed: 0 });
    for (const { mara } of [first, second]) expect(pushesTo(mara)).toEqual([]);
    // Without a block the same job pushes.
    expect(await notify((await pair()).item)).toEqual({ pushed: 1 });
  });

  it('counts nothing of a blocked pair in its badge', async () => {
    const { mara, jonas } = await pair();
    await mara.http.call(blockProfile, { profile: jonas.id });
    const [clara] = await world.people({ name: 'Clara', credits: 5 });
    await notify(await write(clara, mara));
    expect(pushesTo(mara)).toMatchObject([{ badge: 1 }]);
    await mara.http.call(unblockProfile, { profile: jonas.id });
    expect(await world.gateways[0].core.messaging.unreadTotal(mara.id)).toBe(1);
  });
});
