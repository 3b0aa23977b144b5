import {
  autoLike,
  getLikes,
  getOlderLikes,
  likeProfile,
  likeReceived,
  unlikeProfile,
  updateProfile,
} from '@heartline/contracts';
import { startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let world: WorldHere;

beforeAll(async () => {
  world = await startWorld({ here: true });
});
afterAll(() => world?.stop());

/** Mara, who answered two prompts, and Jonas, who reads them. */
const two = async () => {
  const prompts = ['together', 'bad_at'].map((key) => ({ key, answer: `Answer to ${key}` }));
  const [mara, jonas] = await world.people({ name: 'Mara', profile: { prompts } }, { name: 'Jonas' });
  return { mara, jonas };
};

describe('a like of an answer', () => {
  it('tells both which one it is about, and counts like any other', async () => {
    const { mara, jonas } = await two();
    const device = await mara.device();
    await mara.http.call(likeProfile, { profile: jonas.id });
    const answer = await jonas.http.call(likeProfile, { profile: mara.id, prompt: 'bad_at' });
    expect(answer).toEqual({ matched: true });
    expect(await device.wait(likeReceived)).toMatchObject({ profile: { id: jonas.id }, prompt: 'bad_at' });
    const [given, received] = [await jonas.http.call(getLikes, {}), await mara.http.call(getLikes, {})];
    expect(given.given).toMatchObject([{ id: mara.id, prompt: 'bad_at' }]);
    expect(received.liked_by).toMatchObject([{ id: jonas.id, like_new: true, prompt: 'bad_at' }]);
    expect(received.matches).toEqual([{ id: jonas.id, at: expect.any(Number), unwritten: true }]);
    const older = await mara.http.call(getOlderLikes, { list: 'received' });
    expect(older.likes).toMatchObject([{ profile: { id: jonas.id }, prompt: 'bad_at' }]);
    expect(await mara.http.call(autoLike, {})).toMatchObject({ id: jonas.id, prompt: 'bad_at' });
    device.close();
  });

  it('is given once: a repeat, or a like of another answer, changes nothing', async () => {
    const { mara, jonas } = await two();
    const device = await mara.device();
    for (const prompt of ['together', 'together', 'bad_at'])
      await jonas.http.call(likeProfile, { profile: mara.id, prompt });
    await jonas.http.call(likeProfile, { profile: mara.id });
    expect((await mara.http.call(getLikes, {})).liked_by).toMatchObject([{ prompt: 'together' }]);
    await device.wait(likeReceived);
    expect(device.all(likeReceived)).toHaveLength(1);
    // Taken back, it can be given to another answer.
    await jonas.http.call(unlikeProfile, { profile: mara.id });
    await jonas.http.call(likeProfile, { profile: mara.id, prompt: 'bad_at' });
    expect((await mara.http.call(getLikes, {})).liked_by).toMatchObject([{ prompt: 'bad_at' }]);
    device.close();
  });

  it.each([
    ['that was removed', 'together'],
    ['to an unknown prompt', 'unheard_of'],
  ])('%s counts as a like of the profile', async (_what, prompt) => {
    const { mara, jonas } = await two();
    await mara.http.call(updateProfile, { prompts: [{ key: 'bad_at', answer: 'Parking.' }] });
    world.clock.advance(10_000);
    await jonas.http.call(likeProfile, { profile: mara.id, prompt });
    const [like] = (await mara.http.call(getLikes, {})).liked_by;
    expect(like).toEqual({ id: jonas.id, like_new: true, at: expect.any(Number) });
  });
});
