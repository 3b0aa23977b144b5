import { randomUUID } from 'node:crypto';
import {
  getLikes,
  hideMatch,
  likeChanged,
  likeProfile,
  matchCreated,
  postMessage,
  removeChat,
  seeLike,
  unlikeProfile,
} from '@heartline/contracts';
import { type Person, refusalOf, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Matches without a message: which are new, what ends that, and the badge of likes. */
describe('new matches', () => {
  let world: WorldHere;
  beforeAll(async () => {
    world = await startWorld({ here: true });
  });
  afterAll(() => world.stop());

  const matchesOf = async ({ http }: Person) => (await http.call(getLikes, {})).matches;

  async function match() {
    const [anna, ben] = await world.people({ credits: 3 }, { credits: 3 });
    await anna.http.call(likeProfile, { profile: ben.id });
    const devices = await Promise.all([anna.device(), ben.device()]);
    await ben.http.call(likeProfile, { profile: anna.id });
    return { anna, ben, devices, close: () => devices.forEach((device) => device.close()) };
  }

  it('are new for both until one of them writes, also after the chat is removed', async () => {
    const { anna, ben, devices, close } = await match();
    for (const device of devices) expect(await device.wait(matchCreated)).toMatchObject({ unwritten: true });
    for (const one of [anna, ben]) expect(await matchesOf(one)).toMatchObject([{ unwritten: true }]);
    const sent = { clientId: randomUUID(), profile: ben.id, text: 'Hello', credits: 1 };
    const { message } = await anna.http.call(postMessage, sent);
    for (const one of [anna, ben]) expect((await matchesOf(one))[0]).not.toHaveProperty('unwritten');
    await anna.http.call(removeChat, { conversation: message.conversation });
    expect((await matchesOf(anna))[0]).not.toHaveProperty('unwritten');
    close();
  });

  it('are not new if the two have written before', async () => {
    const [anna, ben] = await world.people({ credits: 3 }, {});
    const sent = { clientId: randomUUID(), profile: ben.id, text: 'Hello', credits: 1 };
    await anna.http.call(postMessage, sent);
    await ben.http.call(likeProfile, { profile: anna.id });
    const device = await ben.device();
    await anna.http.call(likeProfile, { profile: ben.id });
    expect(await device.wait(matchCreated)).not.toHaveProperty('unwritten');
    expect((await matchesOf(ben))[0]).not.toHaveProperty('unwritten');
    device.close();
  });

  it('leave the row of one member when hidden, on all devices, and come back', async () => {
    const { anna, ben, devices, close } = await match();
    await ben.http.call(hideMatch, { profile: anna.id, hidden: true });
    expect(await devices[1].wait(likeChanged, ({ hidden }) => hidden === true)).toMatchObject({
      profile: anna.id,
      given: true,
      received: true,
    });
    expect((await matchesOf(ben))[0]).not.toHaveProperty('unwritten');
    expect(await matchesOf(anna)).toMatchObject([{ unwritten: true }]);
    await ben.http.call(hideMatch, { profile: anna.id, hidden: false });
    expect(await matchesOf(ben)).toMatchObject([{ unwritten: true }]);
    close();
  });

  it('are new again after a hidden one was taken back and liked anew', async () => {
    const { anna, ben, close } = await match();
    await ben.http.call(hideMatch, { profile: anna.id, hidden: true });
    await ben.http.call(unlikeProfile, { profile: anna.id });
    await ben.http.call(likeProfile, { profile: anna.id });
    expect(await matchesOf(ben)).toMatchObject([{ unwritten: true }]);
    close();
  });

  it('cannot be hidden where there is none', async () => {
    const [anna, ben] = await world.people({}, {});
    await anna.http.call(likeProfile, { profile: ben.id });
    for (const [one, other] of [
      [anna, ben],
      [ben, anna],
    ] as const)
      expect(await refusalOf(one.http.call(hideMatch, { profile: other.id, hidden: true }))).toMatchObject({
        error: { code: 'NOT_FOUND' },
      });
  });

  it('a like that is returned, or was looked at, is not new any more', async () => {
    const [anna, ben, cleo] = await world.people({}, {}, {});
    for (const { http } of [anna, cleo]) await http.call(likeProfile, { profile: ben.id });
    const isNew = async () =>
      Object.fromEntries(
        (await ben.http.call(getLikes, {})).liked_by.map((like) => [like.id, like.like_new]),
      );
    const device = await ben.device();
    await ben.http.call(likeProfile, { profile: anna.id });
    expect(await device.wait(likeChanged)).toMatchObject({ profile: anna.id, given: true, isNew: false });
    expect(await isNew()).toEqual({ [anna.id]: false, [cleo.id]: true });
    await ben.http.call(seeLike, { profile: cleo.id });
    expect(await isNew()).toEqual({ [anna.id]: false, [cleo.id]: false });
    device.close();
  });
});
