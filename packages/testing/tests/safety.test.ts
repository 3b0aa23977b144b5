import { randomUUID } from 'node:crypto';
import {
  blockProfile,
  conversationReceive,
  creditsChanged,
  getBlocked,
  getChats,
  getLikes,
  getMessages,
  getProfile,
  getStatement,
  getUser,
  likeProfile,
  likeReceived,
  messageCreated,
  messageSend,
  postMessage,
  postRead,
  profileHidden,
  profileShown,
  searchMembers,
  unblockProfile,
} from '@heartline/contracts';
import { checkInvariants } from '@heartline/core';
import { outcomeOf, type Person, startWorld, until, type WorldHere } from '@heartline/testing';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

let world: WorldHere;

beforeAll(async () => {
  world = await startWorld({ here: true, gateways: 2 });
});
afterAll(() => world?.stop());

const core = () => world.gateways[0].core;

/** Two members, the second at the other gateway. */
const pair = (credits = 10) => world.people({ name: 'Anna', credits }, { name: 'Ben', credits });

const write = (from: Person, to: Person, text = 'Hello') =>
  from.http.call(postMessage, { clientId: randomUUID(), profile: to.id, text, credits: 1 });
const block = (who: Person, whom: Person) => who.http.call(blockProfile, { profile: whom.id });
const unblock = (who: Person, whom: Person) => who.http.call(unblockProfile, { profile: whom.id });
const balance = async (who: Person) => (await core().credits.balanceOf(who.id)).credits;
const chatsOf = async (who: Person) => (await who.http.call(getChats, {})).chats;
const likesOf = (who: Person) => who.http.call(getLikes, {});

/** After every test: all holds are closed, and the books and conversations are consistent. */
afterEach(async () => {
  world.clock.advance(25_000);
  await core().messaging.sweepMessages(86_400_000);
  for (const { core: one } of world.gateways) await one.messaging.flush();
  const found = await checkInvariants(world.inside.mongo, {
    now: world.clock.now() + 1,
    quietMs: 0,
    windowMs: 86_400_000,
    whole: true,
    freeConversations: async () => 2,
  });
  expect(found).toEqual([]);
});

describe('a block', () => {
  it('removes chats and likes of both sides, on every device [S4-008 S4-009 S4-012 S7-058]', async () => {
    const [anna, ben] = await pair();
    await write(anna, ben);
    await write(ben, anna);
    await anna.http.call(likeProfile, { profile: ben.id });
    await ben.http.call(likeProfile, { profile: anna.id });
    expect(await chatsOf(anna)).toHaveLength(1);
    expect((await likesOf(anna)).matches).toHaveLength(1);
    const [atAnna, atBen] = await Promise.all([anna.device(), ben.device()]);
    expect(await block(anna, ben)).toEqual({ ok: true });
    expect((await atAnna.wait(profileHidden)).profile).toBe(ben.id);
    expect((await atBen.wait(profileHidden)).profile).toBe(anna.id);
    for (const one of [anna, ben]) {
      expect(await chatsOf(one)).toEqual([]);
      expect(await likesOf(one)).toMatchObject({ profiles: [], liked_by: [], given: [], matches: [] });
      expect(await core().messaging.unreadTotal(one.id)).toBe(0);
      expect(await core().likes.newLikes(one.id)).toBe(0);
    }
    // A repeat changes nothing.
    expect(await block(anna, ben)).toEqual({ ok: true });
    expect((await anna.http.call(getBlocked, {})).blocked).toMatchObject([
      { profile: { id: ben.id, name: 'Ben', fictional: false } },
    ]);
    // Only the blocker sees the block.
    expect((await ben.http.call(getBlocked, {})).blocked).toEqual([]);
    for (const device of [atAnna, atBen]) device.close();
  });

  it('removes both from the other’s search and its total [S4-010 S4-011]', async () => {
    const country = 'PL';
    const profile = { country, region: 'MZ' };
    const [ola, jan] = await world.people(
      { name: 'Ola', profile },
      { name: 'Jan', profile },
      { name: 'Ewa', profile },
    );
    const found = async (who: Person) => {
      const { results, numResults } = await who.http.call(searchMembers, { country });
      return { names: results.map(({ name }) => name).sort(), numResults };
    };
    await until(
      () => found(ola),
      ({ names, numResults }) => names.length === 2 && numResults === 2,
    );
    await block(ola, jan);
    for (const [who, left] of [[ola, 'Ewa'] as const, [jan, 'Ewa'] as const]) {
      await until(
        () => found(who),
        ({ names, numResults }) => names.join() === left && numResults === 1,
      );
    }
    await unblock(ola, jan);
    await until(
      () => found(jan),
      ({ names, numResults }) => names.join() === 'Ewa,Ola' && numResults === 2,
    );
  });

  it('refuses profile, chat, message, like and pictures (hostile 34) [S6-021]', async () => {
    const [anna, ben] = await pair();
    const picture = await addPicture(anna);
    await write(ben, anna);
    const [chat] = await chatsOf(ben);
    const seen = await ben.http.call(getProfile, { id: anna.id });
    const address = `/media/${seen.profile.main_image?.filename}`;
    expect((await ben.http.send('GET', address)).status).toBe(200);
    await block(anna, ben);
    const opened = ben.http.call(getProfile, { id: anna.id });
    await expect(opened).rejects.toMatchObject({
      status: 403,
      loggedOut: false,
      error: {
        code: 'BLOCKED_BY',
        message: 'You’re blocked by Anna. You do not have access to this page.'.replace('’', "'"),
      },
    });
    const conversation = chat?.conversation.id ?? '';
    expect(await outcomeOf(ben.http.call(getMessages, { conversation }))).toBe('BLOCKED_BY');
    expect(await outcomeOf(anna.http.call(getMessages, { conversation }))).toBe('BLOCKED_BY_YOU');
    expect(await outcomeOf(write(ben, anna))).toBe('BLOCKED_BY');
    expect(await outcomeOf(write(anna, ben))).toBe('BLOCKED_BY_YOU');
    expect(await outcomeOf(ben.http.call(likeProfile, { profile: anna.id }))).toBe('BLOCKED_BY');
    expect(await outcomeOf(anna.http.call(getProfile, { id: ben.id }))).toBe('BLOCKED_BY_YOU');
    expect((await ben.http.send('GET', address)).status).toBe(404);
    expect(picture).toBeTruthy();
  });

  it('charges and stores nothing for a refused message', async () => {
    const [anna, ben] = await pair();
    await write(ben, anna);
    await anna.http.call(postRead, { conversation: await conversationOf(anna, ben), seq: 1 });
    await block(anna, ben);
    const before = await balance(ben);
    const device = await ben.device();
    const input = { clientId: randomUUID(), profile: anna.id, text: 'Why', credits: 1 };
    const answers = [await device.send(messageSend, input), await device.send(messageSend, input)];
    for (const answer of answers)
      expect(answer).toMatchObject({ ok: false, refusal: { code: 'BLOCKED_BY' } });
    expect(await balance(ben)).toBe(before);
    expect(await rowsBetween(anna, ben)).toEqual(['text', 'block']);
    device.close();
  });

  it('refuses every message after it, and keeps the ones before, at the same moment', async () => {
    const [anna, ben] = await pair(60);
    await write(ben, anna);
    const texts = Array.from({ length: 40 }, (_, n) => `no ${n}`);
    const sends = texts.map((text) => outcomeOf(write(ben, anna, text)));
    const acked = block(anna, ben).then(async () => rowsBetween(anna, ben));
    const outcomes = await Promise.all(sends);
    const rows = await acked;
    expect(new Set(outcomes).size).toBeLessThanOrEqual(2);
    expect(outcomes.every((one) => one === 'OK' || one === 'BLOCKED_BY')).toBe(true);
    const after = await rowsBetween(anna, ben);
    expect(after.slice(0, rows.length)).toEqual(rows);
    // No visible row follows the block.
    expect(after.slice(after.indexOf('block')).filter((kind) => kind === 'text')).toEqual([]);
    // None of it ever reached Anna, so all of it is paid back.
    await until(
      () => balance(ben),
      (credits) => credits === 60,
    );
  });

  it('returns undelivered messages, and keeps delivered ones', async () => {
    const [anna, ben] = await pair();
    const { message } = await write(ben, anna, 'arrives');
    const phone = await anna.device();
    await phone.send(conversationReceive, { conversation: message.conversation, seq: message.seq });
    phone.close();
    await write(ben, anna, 'never arrives');
    expect(await balance(ben)).toBe(8);
    const device = await ben.device();
    await block(anna, ben);
    expect((await device.wait(creditsChanged)).credits).toBe(9);
    await block(anna, ben);
    expect(await balance(ben)).toBe(9);
    const { entries } = await ben.http.call(getStatement, {});
    expect(entries[0]).toMatchObject({ kind: 'return', credits: 1, balance: 9, reason: 'blocked' });
    device.close();
  });

  it('ends with an unblock: both find, open and write to each other again [S4-013]', async () => {
    const [anna, ben] = await pair();
    await write(ben, anna, 'old');
    await block(anna, ben);
    const atBen = await ben.device();
    await unblock(anna, ben);
    expect((await atBen.wait(profileShown)).profile).toBe(anna.id);
    expect((await ben.http.call(getProfile, { id: anna.id })).profile.name).toBe('Anna');
    expect((await anna.http.call(getProfile, { id: ben.id })).profile.name).toBe('Ben');
    expect(await chatsOf(anna)).toEqual([]);
    await write(ben, anna, 'new');
    const [chat] = await chatsOf(anna);
    expect(chat).toMatchObject({ num_unread_messages: 1, preview: 'new' });
    const { messages } = await anna.http.call(getMessages, {
      conversation: chat?.conversation.id ?? '',
    });
    expect(messages.map(({ text }) => text)).toEqual(['new']);
    expect((await anna.http.call(getBlocked, {})).blocked).toEqual([]);
    atBen.close();
  });

  it('of both sides ends only when both unblocked', async () => {
    const [anna, ben] = await pair();
    await write(ben, anna);
    await Promise.all([block(anna, ben), block(ben, anna)]);
    expect(await outcomeOf(anna.http.call(getProfile, { id: ben.id }))).toBe('BLOCKED_BY_YOU');
    await unblock(anna, ben);
    expect(await outcomeOf(anna.http.call(getProfile, { id: ben.id }))).toBe('BLOCKED_BY');
    expect(await outcomeOf(write(anna, ben))).toBe('BLOCKED_BY');
    await unblock(ben, anna);
    expect(await outcomeOf(write(anna, ben))).toBe('OK');
  });

  it('and an unblock at the same time leave the conversation in the final state', async () => {
    const [anna, ben] = await pair(30);
    await write(ben, anna);
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([block(anna, ben), block(ben, anna), unblock(anna, ben)]);
      await Promise.all([unblock(ben, anna), block(anna, ben), unblock(anna, ben)]);
      const relation = await core().safety.relation(anna.id, ben.id);
      const outcome = await outcomeOf(write(anna, ben));
      expect(outcome).toBe(relation === 'open' ? 'OK' : 'BLOCKED_BY_YOU');
      await unblock(anna, ben);
      await unblock(ben, anna);
    }
    expect(await outcomeOf(write(anna, ben))).toBe('OK');
  });

  it('and an unblock at the same time publish the final state last, on every device', async () => {
    const [anna, ben] = await pair();
    await write(ben, anna);
    const other = world.inside.core.safety;
    for (let round = 0; round < 5; round += 1) {
      const devices = await Promise.all([anna.device(), ben.device()]);
      const blocking = block(anna, ben);
      while ((await other.relation(anna.id, ben.id)) === 'open');
      await other.unblockProfile(anna.id, ben.id);
      await blocking;
      const isOpen = (await core().safety.relation(anna.id, ben.id)) === 'open';
      for (const [at, who] of [anna, ben].entries()) {
        const { version } = await who.http.call(getUser, {});
        const notified = () =>
          devices[at]!.received.flatMap(({ name, payload }) =>
            name === profileHidden.name || name === profileShown.name
              ? [{ name, ...(payload as { version: { n: number } }) }]
              : [],
          );
        const [last] = (
          await until(notified, (some) => some.some((one) => one.version.n === version.n))
        ).slice(-1);
        expect(last?.name).toBe(isOpen ? profileShown.name : profileHidden.name);
        devices[at]!.close();
      }
      await unblock(anna, ben);
    }
  });

  it('before any message counts as no started conversation', async () => {
    const [anna, ben] = await pair();
    const others = await world.people({}, {});
    await block(ben, anna);
    expect(await outcomeOf(write(anna, ben))).toBe('BLOCKED_BY');
    await unblock(ben, anna);
    for (const other of others) expect(await outcomeOf(write(anna, other))).toBe('OK');
    // The third conversation of a free member. Block rows did not hide that it is a new one.
    expect(await outcomeOf(write(anna, ben))).toBe('CONVERSATION_LIMIT');
  });

  it('removes a like that was given at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [anna, ben] = await pair();
      await Promise.all([
        outcomeOf(ben.http.call(likeProfile, { profile: anna.id })),
        outcomeOf(anna.http.call(likeProfile, { profile: ben.id })),
        block(anna, ben),
      ]);
      await unblock(anna, ben);
      for (const one of [anna, ben]) {
        expect(await likesOf(one)).toMatchObject({ liked_by: [], given: [], matches: [] });
      }
    }
  });

  it('stops messages, likes and receipts to a blocked device', async () => {
    const [anna, ben] = await pair();
    const { message } = await write(ben, anna);
    await block(anna, ben);
    const [atAnna, atBen] = await Promise.all([anna.device(), ben.device()]);
    const { conversation, seq } = message;
    await atAnna.send(conversationReceive, { conversation, seq });
    await outcomeOf(write(ben, anna));
    await outcomeOf(ben.http.call(likeProfile, { profile: anna.id }));
    // Later events arrive later: the next one that is allowed ends the wait.
    const [clara] = await world.people({ credits: 3 });
    await write(clara, anna);
    await write(clara, ben);
    await atAnna.wait(messageCreated, (event) => event.profile === clara.id);
    await atBen.wait(messageCreated, (event) => event.profile === clara.id);
    expect(atAnna.all(messageCreated).map((event) => event.profile)).toEqual([clara.id]);
    expect(atAnna.all(likeReceived)).toEqual([]);
    expect(atBen.received.map(({ name }) => name)).not.toContain('conversation:delivered');
    for (const device of [atAnna, atBen]) device.close();
  });

  it('of oneself, an unknown id and a foreign site’s member is refused alike', async () => {
    const [anna] = await pair();
    const [other] = await world.people({ account: { site: 'other' }, profile: { site: 'other' } });
    for (const profile of [anna.id, 'f'.repeat(24), other.id]) {
      expect(await outcomeOf(anna.http.call(blockProfile, { profile }))).toBe('NOT_FOUND');
    }
    expect(await outcomeOf(anna.http.call(unblockProfile, { profile: 'f'.repeat(24) }))).toBe('OK');
  });

  it('that does not exist is removed without an event', async () => {
    const [anna, ben] = await pair();
    const before = await versionOf(ben);
    expect(await outcomeOf(anna.http.call(unblockProfile, { profile: ben.id }))).toBe('OK');
    expect(await versionOf(ben)).toEqual(before);
  });
});

const versionOf = async (who: Person) => (await who.http.call(getUser, {})).version;

async function conversationOf(one: Person, other: Person): Promise<string> {
  return core().messaging.conversationOf(one.id, other.id);
}

/** Kinds of the rows of their conversation in order, without placeholders for given-up places. */
async function rowsBetween(one: Person, other: Person): Promise<string[]> {
  const rows = await world.inside.mongo.connection
    .collection<{ _id: string; owner: string; kind: string }>('messages')
    .find({ owner: await conversationOf(one, other) })
    .sort({ _id: 1 })
    .toArray();
  return rows.map(({ kind }) => kind).filter((kind) => kind !== 'void');
}

/** Adds a photo to the member, in the state after an upload. */
async function addPicture({ id }: Person): Promise<string> {
  const bytes = await sharp({ create: { width: 200, height: 250, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer();
  const photo = await core().profiles.storePhoto(bytes);
  await world.inside.mongo.connection
    .collection<{ _id: string }>('profiles')
    .updateOne({ _id: id }, { $set: { photos: [photo] } });
  await until(
    async () => (await core().profiles.profileOf(id))?.photos.length,
    (count) => count === 1,
  );
  return photo.id;
}
