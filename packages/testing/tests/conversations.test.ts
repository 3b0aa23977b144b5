import { randomUUID } from 'node:crypto';
import {
  CONSTANTS,
  conversationMuted,
  getChat,
  getChats,
  getMessages,
  getOlderChats,
  messageCreated,
  muteChat,
  type OutputOf,
  postMessage,
  postRead,
  presenceAsk,
  removeChat,
  searchChats,
} from '@heartline/contracts';
import {
  addConversation,
  type MemberWish,
  type Person,
  type Refused,
  startWorld,
  type WorldHere,
} from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The member's conversation list and its search, in one world with its own clock and two gateways. */
let world: WorldHere;
const DAY_MS = 86_400_000;
const HISTORY_MS = 365 * DAY_MS;

beforeAll(async () => {
  world = await startWorld({ here: true, gateways: 2, workers: 1 });
});
afterAll(() => world?.stop());

const rich = (name: string): MemberWish => ({ name, credits: 20, premium: true });

/** A conversation of the two with `texts` a minute apart; the last one is now unless `until` is given. */
async function talk(one: Person, other: Person, texts: readonly string[], until = world.clock.now()) {
  const messages = texts.map((text, index) => ({ text, at: until - (texts.length - 1 - index) * 60_000 }));
  return addConversation(world.inside.mongo, world.inside.core, { sides: [one.id, other.id], messages });
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Message ${index + 1}`);
const seqs = ({ messages }: OutputOf<typeof getMessages>) => messages.map(({ seq }) => seq);
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'OK',
    (error: Refused) => error.error.code,
  );

describe('the list of conversations', () => {
  it('is complete and newest first [S3-071 S3-072 S3-073 S3-074 S7-025 S7-072]', async () => {
    const [mara, jonas, ines, omar] = await world.people(
      rich('Mara'),
      rich('Jonas'),
      rich('Ines'),
      rich('Omar'),
    );
    const old = await talk(jonas, mara, ['Hello', 'Hi'], world.clock.now() - 2 * DAY_MS);
    const fresh = await talk(ines, mara, ['Good morning'], world.clock.now() - 60_000);
    await addConversation(world.inside.mongo, world.inside.core, {
      sides: [omar, mara].map(({ id }) => id) as [string, string],
      messages: [{ text: 'Are you there?', at: world.clock.now() - DAY_MS }],
      read: [1, 0],
    });
    const { chats } = await mara.http.call(getChats, {});
    expect(chats.map((chat) => [chat.profile.name, chat.num_unread_messages])).toEqual([
      ['Ines', 0],
      ['Omar', 1],
      ['Jonas', 0],
    ]);
    expect(chats[0]).toMatchObject({ conversation: { id: fresh }, profile: { id: ines.id } });
    expect((await mara.http.call(getChat, { conversation: old })).chat).toEqual(chats[2]);
    expect(await refusal(ines.http.call(getChat, { conversation: old }))).toBe('NOT_FOUND');
  });

  it('marks a conversation as read when it is opened [S4-019]', async () => {
    const [mara, jonas] = await world.people(rich('Mara'), rich('Jonas'));
    const conversation = await addConversation(world.inside.mongo, world.inside.core, {
      sides: [jonas.id, mara.id],
      messages: numbered(3).map((text) => ({ text, at: world.clock.now() })),
      read: [3, 0],
    });
    expect((await mara.http.call(getChats, {})).chats[0]?.num_unread_messages).toBe(2);
    await mara.http.call(postRead, { conversation, seq: 3 });
    expect((await mara.http.call(getChats, {})).chats[0]?.num_unread_messages).toBe(0);
  });

  it('removes a conversation for one side until a new message arrives [S7-030 S7-074]', async () => {
    const [mara, jonas] = await world.people(rich('Mara'), rich('Jonas'));
    const conversation = await talk(jonas, mara, ['Hello', 'Hi', 'How are you?']);
    const device = await mara.device();
    expect(await mara.http.send('DELETE', '/api/chat.php', JSON.stringify({ conversation }))).toMatchObject({
      status: 200,
      body: { ok: true },
    });
    expect((await mara.http.call(getChats, {})).chats).toEqual([]);
    expect((await jonas.http.call(getChats, {})).chats).toMatchObject([{ preview: 'How are you?' }]);
    expect((await jonas.http.call(getMessages, { conversation })).messages).toHaveLength(3);
    expect(await refusal(mara.http.call(getChat, { conversation }))).toBe('NOT_FOUND');
    await world.inside.core.messaging.sendMessage(
      { member: jonas.id, site: 'default' },
      { clientId: crypto.randomUUID(), profile: mara.id, text: 'Again', credits: 1 },
    );
    expect((await mara.http.call(getChats, {})).chats).toMatchObject([
      { preview: 'Again', num_unread_messages: 1 },
    ]);
    expect(seqs(await mara.http.call(getMessages, { conversation }))).toEqual([4]);
    device.close();
  });

  it('lists more than one page of conversations without loss or duplicates', async () => {
    const [mara] = await world.people(rich('Mara'));
    const others = await world.people(...numbered(530).map((name) => ({ name })));
    await Promise.all(
      others.map((other, index) =>
        addConversation(world.inside.mongo, world.inside.core, {
          sides: [other.id, mara.id],
          // Some share a timestamp, so that a page may end between them.
          messages: [{ text: 'Hello', at: world.clock.now() - Math.floor(index / 7) * 60_000 }],
          read: [1, index < 2 || index > 520 ? 0 : 1],
        }),
      ),
    );
    const first = await mara.http.call(getChats, {});
    expect(first.chats).toHaveLength(500);
    expect(first.older?.unread).toBe(9);
    const second = await mara.http.call(getOlderChats, { before: first.older?.before ?? '' });
    expect(second.older).toBeUndefined();
    const all = [...first.chats, ...second.chats];
    expect(new Set(all.map(({ conversation }) => conversation.id)).size).toBe(530);
    expect(all.map(({ lastAt }) => lastAt)).toEqual(all.map(({ lastAt }) => lastAt).sort((a, b) => b - a));
    expect(await world.inside.core.messaging.unreadTotal(mara.id)).toBe(11);
    // The mute flag is sent as well while the conversation is listed.
    const last = all.at(-1);
    const older = async () => (await mara.http.call(getChats, {})).older;
    expect(await older()).not.toHaveProperty('muted');
    await mara.http.call(muteChat, { conversation: last?.conversation.id ?? '', on: true });
    expect(await older()).toMatchObject({ muted: true });
    await world.inside.core.accounts.suspend(last?.profile.id ?? '');
    await expect.poll(older).not.toHaveProperty('muted');
  }, 120_000);
});

describe('history', () => {
  it('hides messages older than a year in every query, and shows younger ones [S9-005 S9-006]', async () => {
    const [mara, jonas] = await world.people(rich('Mara'), rich('Jonas'));
    const edge = world.clock.now() - HISTORY_MS;
    const conversation = await addConversation(world.inside.mongo, world.inside.core, {
      sides: [jonas.id, mara.id],
      messages: [edge - DAY_MS, edge - 1, edge + 30_000, edge + 60_000].map((at, index) => ({
        text: `Picnic ${index + 1}`,
        at,
      })),
      read: [4, 0],
    });
    const ask = (query: object) => mara.http.call(getMessages, { conversation, ...query });
    expect(await ask({})).toMatchObject({ messages: [{ seq: 3 }, { seq: 4 }], hasOlder: false, isCut: true });
    // Hostile queries: none returns an older message.
    for (const query of [{ before: 3 }, { before: 1 }, { before: 2, limit: 100 }, { around: 1, limit: 1 }])
      expect((await ask(query)).messages, JSON.stringify(query)).toEqual([]);
    for (const query of [{ after: 0 }, { since: 0 }, { around: 1, limit: 100 }, { limit: 100 }])
      expect(seqs(await ask(query)), JSON.stringify(query)).toEqual([3, 4]);
    for (const query of [
      'before=-1',
      'after=-1',
      'since=-1',
      'since=9007199254740992',
      'around=0',
      'around=1e3',
    ])
      expect(
        (await mara.http.send('GET', `/api/messages.php?conversation=${conversation}&${query}`)).status,
        query,
      ).toBe(400);
    const hits = await mara.http.call(searchChats, { q: 'picnic' });
    expect(hits.hits.map(({ seq }) => seq)).toEqual([4, 3]);
    expect((await mara.http.call(getChats, {})).chats[0]?.num_unread_messages).toBe(1);
    // A year and a minute after the last message the conversation is still listed, and empty.
    world.clock.advance(60_001);
    expect(await ask({})).toMatchObject({ messages: [], hasOlder: false, isCut: true });
    expect((await mara.http.call(getChats, {})).chats[0]).toMatchObject({
      preview: '',
      num_unread_messages: 0,
    });
  });

  it('reads any part of 50,000 messages by a bounded query: by row, date or end', async () => {
    const [mara, jonas] = await world.people(rich('Mara'), rich('Jonas'));
    const conversation = await talk(jonas, mara, numbered(50_000));
    const ask = (query: object) => mara.http.call(getMessages, { conversation, ...query });
    const middle = await ask({ around: 25_000, limit: 40 });
    expect(seqs(middle)).toEqual(Array.from({ length: 40 }, (_, index) => 24_980 + index));
    expect(middle).toMatchObject({ hasOlder: true, hasNewer: true, lastSeq: 50_000 });
    const from = middle.messages[7]?.at ?? 0;
    expect(seqs(await ask({ since: Math.ceil(from / 1_000), limit: 3 }))[0]).toBeLessThanOrEqual(24_988);
    expect(seqs(await ask({ since: 9_999_999_999 })).at(-1)).toBe(50_000);
    const start = await ask({ since: 0, limit: 5 });
    expect(seqs(start)).toEqual([1, 2, 3, 4, 5]);
    expect(start).toMatchObject({ hasOlder: false, hasNewer: true });
    expect(start.isCut).toBeUndefined();
    expect(seqs(await ask({ around: 9_999_999_999, limit: 5 }))).toEqual([
      49_996, 49_997, 49_998, 49_999, 50_000,
    ]);
    // Old texts are found in bounded steps.
    let found: OutputOf<typeof searchChats> = { hits: [], people: [], chats: [] };
    let steps = 0;
    do {
      const before = found.next;
      found = await mara.http.call(searchChats, {
        q: 'message 12345',
        conversation,
        ...(before && { before }),
      });
      steps += 1;
    } while (found.hits.length === 0 && found.next && steps < 20);
    expect(found.hits).toMatchObject([{ seq: 12_345, snippet: 'Message 12345' }]);
    expect(steps).toBeGreaterThan(1);
  }, 120_000);
});

describe('searching one’s own conversations', () => {
  it('finds texts and people in all of them, newest first, page by page', async () => {
    const [mara, jonas, ines, eve] = await world.people(
      rich('Mara'),
      rich('Jonas'),
      rich('Inès'),
      rich('Eve'),
    );
    await talk(jonas, mara, ['We met at the Café', 'Yes', 'Another café?'], world.clock.now() - DAY_MS);
    const late = await talk(ines, mara, [...numbered(40), 'CAFE at noon']);
    await talk(jonas, eve, ['A secret café']);
    const found = await mara.http.call(searchChats, { q: 'cafe' });
    expect(found.hits.map(({ snippet }) => snippet)).toEqual([
      'CAFE at noon',
      'Another café?',
      'We met at the Café',
    ]);
    expect(found.chats.map(({ profile }) => profile.name)).toEqual(['Inès', 'Jonas']);
    expect((await mara.http.call(searchChats, { q: 'ines' })).people).toMatchObject([
      { profile: { name: 'Inès' } },
    ]);
    await talk(eve, mara, ['To jest złoty pierścionek', 'mon cœur bat', 'In der Straße']);
    for (const [q, words] of [
      ['zloty', 'złoty'],
      ['coeur', 'cœur'],
      ['strasse', 'Straße'],
    ] as const) {
      expect((await mara.http.call(searchChats, { q })).hits).toMatchObject([
        { snippet: expect.stringContaining(words) },
      ]);
    }
    // A few of each conversation, so that every writer is listed. A search of one conversation lists all, page by
    // page.
    const crowd = await world.people(...Array.from({ length: 8 }, (_, index) => rich(`Crowd ${index}`)));
    for (const one of crowd) await talk(one, mara, numbered(5), world.clock.now() - 2 * DAY_MS);
    const some = await mara.http.call(searchChats, { q: 'message' });
    expect(some.hits.filter(({ conversation }) => conversation === late).map(({ seq }) => seq)).toEqual([
      40, 39, 38, 37,
    ]);
    expect(some.hits).toHaveLength(30);
    const others = await mara.http.call(searchChats, { q: 'message', before: some.next ?? '' });
    expect(new Set([...some.hits, ...others.hits].map(({ conversation }) => conversation)).size).toBe(9);
    expect(others.next).toBeUndefined();
    const first = await mara.http.call(searchChats, { q: 'message', conversation: late });
    expect(first.hits).toHaveLength(30);
    const rest = await mara.http.call(searchChats, {
      q: 'message',
      conversation: late,
      before: first.next ?? '',
    });
    expect(rest.hits).toHaveLength(10);
    expect(rest.next).toBeUndefined();
    expect((await mara.http.call(searchChats, { q: '…' })).hits).toEqual([]);
    await mara.http.call(removeChat, { conversation: late });
    const left = await mara.http.call(searchChats, { q: 'message' });
    expect(left.hits.map(({ conversation }) => conversation)).not.toContain(late);
    expect(await refusal(eve.http.call(searchChats, { q: 'x', conversation: late }))).toBe('NOT_FOUND');
  });
});

describe('a muted conversation', () => {
  it('is muted on all own devices, keeps its place and count, and sends no event', async () => {
    const [mara, jonas, eve] = await world.people(rich('Mara'), rich('Jonas'), rich('Eve'));
    const conversation = await talk(jonas, mara, ['Hello']);
    const [phone, theirs] = await Promise.all([mara.device(), jonas.device()]);
    expect((await mara.http.call(getChats, {})).chats[0]).not.toHaveProperty('mute');
    const mute = { on: true, rev: 1 };
    expect(await mara.http.call(muteChat, { conversation, on: true })).toEqual({ mute });
    expect(await phone.wait(conversationMuted)).toMatchObject({ conversation, mute });
    expect((await mara.http.call(getChats, {})).chats[0]).toMatchObject({ mute });
    expect((await mara.http.call(getChat, { conversation })).chat).toMatchObject({ mute });
    expect((await jonas.http.call(getChats, {})).chats[0]).not.toHaveProperty('mute');
    await jonas.http.call(postMessage, {
      clientId: randomUUID(),
      profile: mara.id,
      text: 'You?',
      credits: 1,
    });
    await phone.wait(messageCreated, ({ message }) => message.text === 'You?');
    expect((await mara.http.call(getChats, {})).chats[0]).toMatchObject({ num_unread_messages: 1, mute });
    expect(theirs.all(conversationMuted)).toEqual([]);
    // After two requests at once every device gets the final state.
    await Promise.all([true, false].map((on) => mara.http.call(muteChat, { conversation, on })));
    const { mute: last } = (await mara.http.call(getChats, {})).chats[0] ?? {};
    expect(last?.rev).toBe(3);
    await phone.wait(conversationMuted, (event) => event.mute.rev === 3);
    expect(phone.all(conversationMuted).find((event) => event.mute.rev === 3)?.mute).toEqual(last);
    expect(await refusal(eve.http.call(muteChat, { conversation, on: true }))).toBe('NOT_FOUND');
  });
});

describe('presence', () => {
  it('is sent within conversations, but not of invisible, fictional or blocked members', async () => {
    const [mara, jonas, stranger] = await world.people(rich('Mara'), rich('Jonas'), rich('Stranger'));
    const [hidden, made] = await world.people(
      { name: 'Hidden', premium: true, profile: { invisible: true } },
      { name: 'Made', fictional: true },
    );
    for (const other of [jonas, hidden, made]) await talk(other, mara, ['Hello']);
    const devices = await Promise.all([mara, jonas, stranger, hidden].map((one) => one.device()));
    const profiles = [jonas, stranger, hidden, made].map(({ id }) => id);
    const ask = () => devices[0]?.send(presenceAsk, { profiles });
    await expect
      .poll(ask, { timeout: 20_000 })
      .toEqual({ ok: true, value: { people: [{ id: jonas.id, online: true, last_active: 'today' }] } });
    const tooMany = Array.from({ length: CONSTANTS.unreadBadgeCap }, () => jonas.id);
    expect(await devices[0]?.send(presenceAsk, { profiles: tooMany })).toMatchObject({ ok: false });
    await jonas.http.send('POST', '/api/block.php', JSON.stringify({ profile: mara.id }));
    await expect.poll(ask, { timeout: 20_000 }).toEqual({ ok: true, value: { people: [] } });
    for (const device of devices) device.close();
  });
});
