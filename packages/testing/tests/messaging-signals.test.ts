import { randomUUID } from 'node:crypto';
import {
  blockProfile,
  conversationDelivered,
  conversationRead,
  conversationReceive,
  conversationSeen,
  conversationType,
  conversationTyped,
  getMessages,
  getUser,
  messageCreated,
  messageGone,
  messageReacted,
  messageSend,
  postMessage,
  profileHidden,
  reactToMessage,
  receiptsChanged,
  removeChat,
  type SendInput,
  setInvisible,
  setReceipts,
  syncTicked,
  unsendMessage,
} from '@heartline/contracts';
import {
  type HttpClient,
  type MemberWish,
  outcomeOf,
  type Person,
  startWorld,
  type WorldHere,
} from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** Live signals beside messages, between two members at two gateways. */
describe('quotes, reactions, typing and read receipts', () => {
  let world: WorldHere;

  beforeAll(async () => {
    world = await startWorld({ here: true, gateways: 2 });
  });
  afterAll(() => world.stop());

  /** Two members, each with a device, at two gateways. Anna has written `texts`. */
  async function talk(texts: readonly string[], wish: Partial<MemberWish> = {}) {
    const [anna, ben] = await world.people(
      { name: 'Anna', credits: 50, premium: true, ...wish },
      { name: 'Ben', credits: 50 },
    );
    const [annaDevice, benDevice] = await Promise.all([anna.device(), ben.device()]);
    let conversation = '';
    for (const text of texts) {
      conversation = (await anna.http.call(postMessage, sendTo(ben.id, text))).message.conversation;
    }
    return {
      conversation,
      anna: { ...anna, receiver: annaDevice },
      ben: { ...ben, receiver: benDevice },
      close: () => [annaDevice, benDevice].map((device) => device.close()),
    };
  }

  const sendTo = (profile: string, text: string, more: Partial<SendInput> = {}): SendInput => ({
    clientId: randomUUID(),
    profile,
    text,
    credits: 1,
    ...more,
  });
  const rows = async (client: HttpClient, conversation: string) => client.call(getMessages, { conversation });

  it('stores and publishes unawaited messages of a device in its order', async () => {
    const { anna, ben, close } = await talk([]);
    // The first message waits for its place in both lists, an answer for the row it quotes.
    const texts = ['one', 'two', 'three', 'four'];
    await Promise.all(texts.map((text) => anna.receiver.send(messageSend, sendTo(ben.id, text))));
    const answers = [
      sendTo(ben.id, 'five', { quote: 1 }),
      sendTo(ben.id, 'six'),
      sendTo(ben.id, 'seven', { quote: 2 }),
      sendTo(ben.id, 'eight'),
    ];
    await Promise.all(answers.map((answer) => anna.receiver.send(messageSend, answer)));
    for (const { receiver } of [anna, ben]) {
      await receiver.wait(messageCreated, ({ message }) => message.text === 'eight');
      expect(receiver.all(messageCreated).map(({ message }) => [message.seq, message.text])).toEqual(
        [...texts, ...answers.map(({ text }) => text)].map((text, index) => [index + 1, text]),
      );
    }
    close();
  });

  it('quotes a message of the conversation, and shows what is left of it', async () => {
    const { conversation, anna, ben, close } = await talk(['Do you like rain?', 'Or snow?']);
    const answer = sendTo(anna.id, 'I do', { quote: 1 });
    const sent = await ben.receiver.send(messageSend, answer);
    const quote = { seq: 1, sender: anna.id, kind: 'text', text: 'Do you like rain?' };
    expect(sent).toMatchObject({ ok: true, value: { message: { text: 'I do', quote } } });
    const received = await anna.receiver.wait(messageCreated, ({ message }) => message.sender === ben.id);
    expect(received.message.quote).toEqual(quote);
    // A repeat returns the same message. Another quote under the same key is a conflict.
    expect(await ben.http.call(postMessage, answer)).toMatchObject({ message: { seq: 3, quote } });
    expect(await outcomeOf(ben.http.call(postMessage, { ...answer, quote: 2 }))).toBe('KEY_REUSED');
    expect(
      await outcomeOf(ben.http.call(postMessage, sendTo(anna.id, 'I do', { clientId: answer.clientId }))),
    ).toBe('KEY_REUSED');
    // No such row; a row of the future; a row that was removed from the own list.
    for (const missing of [0, 4, 9_999_999_999]) {
      const call = ben.http.call(postMessage, sendTo(anna.id, 'x', { quote: missing }));
      expect(await outcomeOf(call)).toBe('QUOTE_GONE');
    }
    expect((await rows(ben.http, conversation)).lastSeq).toBe(3);
    // The quoted message is unsent: neither member sees anything of it, on any page.
    await anna.http.call(unsendMessage, { conversation, seq: 2 });
    const about = sendTo(anna.id, 'You said', { quote: 2 });
    expect(await outcomeOf(ben.http.call(postMessage, about))).toBe('QUOTE_GONE');
    await ben.http.call(removeChat, { conversation });
    expect(await outcomeOf(ben.http.call(postMessage, sendTo(anna.id, 'x', { quote: 1 })))).toBe(
      'QUOTE_GONE',
    );
    close();
  });

  it('sends no quoted text to a member who removed the conversation', async () => {
    const { conversation, anna, ben, close } = await talk(['Do you like rain?', 'Or snow?']);
    await ben.http.call(removeChat, { conversation });
    await anna.http.call(postMessage, sendTo(ben.id, 'I asked you', { quote: 1 }));
    const toBen = await ben.receiver.wait(messageCreated, ({ message }) => message.text === 'I asked you');
    expect(toBen.message.quote).toBeUndefined();
    const toAnna = await anna.receiver.wait(messageCreated, ({ message }) => message.text === 'I asked you');
    expect(toAnna.message.quote?.text).toBe('Do you like rain?');
    expect((await rows(ben.http, conversation)).messages).toEqual([toBen.message]);
    close();
  });

  it('sends of a deleted quote only that it is deleted, to every reader', async () => {
    const { conversation, anna, ben, close } = await talk(['I can explain', 'Please wait', 'One more']);
    await anna.http.call(postMessage, sendTo(ben.id, 'Never mind', { quote: 2 }));
    await anna.http.call(unsendMessage, { conversation, seq: 2 });
    await ben.receiver.wait(messageGone, ({ seq }) => seq === 2);
    for (const client of [anna.http, ben.http]) {
      const page = await client.call(getMessages, { conversation, after: 3 });
      expect(page.messages).toMatchObject([
        { seq: 4, quote: { seq: 2, sender: anna.id, text: '', gone: 'unsent' } },
      ]);
      const whole = await rows(client, conversation);
      expect(whole.messages[1]).toMatchObject({ seq: 2, text: '', gone: 'unsent' });
      expect(JSON.stringify(whole)).not.toContain('Please wait');
    }
    close();
  });

  it('stores one reaction per member and message, shows it everywhere, and removes it', async () => {
    const { conversation, anna, ben, close } = await talk(['Hello']);
    const react = (client: HttpClient, emoji: string | null, seq = 1) =>
      client.call(reactToMessage, { conversation, seq, emoji });
    expect(await react(ben.http, '❤️')).toEqual({ reaction: { member: ben.id, emoji: '❤️', rev: 1 } });
    const payload = { conversation, seq: 1, reaction: { member: ben.id, emoji: '❤️', rev: 1 } };
    expect(await anna.receiver.wait(messageReacted)).toMatchObject(payload);
    expect(await ben.receiver.wait(messageReacted)).toMatchObject(payload);
    await react(ben.http, '😂');
    await react(anna.http, '👍🏽');
    const both = [
      { member: ben.id, emoji: '😂', rev: 2 },
      { member: anna.id, emoji: '👍🏽', rev: 1 },
    ].sort((one, other) => (one.member < other.member ? -1 : 1));
    expect((await rows(anna.http, conversation)).messages[0]?.reactions).toEqual(both);
    await react(ben.http, null);
    await anna.receiver.wait(messageReacted, ({ reaction }) => reaction.emoji === null);
    const left = (await rows(ben.http, conversation)).messages[0]?.reactions;
    expect(left?.find((one) => one.member === ben.id)).toEqual({ member: ben.id, emoji: null, rev: 3 });

    // Twenty at once, through both gateways: the last events match the stored state.
    await Promise.all(Array.from({ length: 20 }, (_, n) => react(ben.http, n % 2 === 0 ? '🔥' : '😮')));
    await anna.receiver.wait(messageReacted, ({ reaction }) => reaction.rev === 23);
    const newest = anna.receiver
      .all(messageReacted)
      .filter(({ reaction }) => reaction.member === ben.id)
      .reduce((high, one) => (one.reaction.rev > high.reaction.rev ? one : high));
    const stands = (await rows(anna.http, conversation)).messages[0]?.reactions;
    expect(stands?.find((one) => one.member === ben.id)).toEqual(newest.reaction);

    for (const wrong of ['', 'a', '❤️❤️', '<b>', '1']) {
      expect(await outcomeOf(react(ben.http, wrong))).toBe('VALIDATION_FAILED');
    }
    for (const seq of [0, 2]) expect(await outcomeOf(react(ben.http, '❤️', seq))).toBe('NOT_FOUND');
    const [eve] = await world.people({ name: 'Eve' });
    expect(await outcomeOf(react(eve.http, '❤️'))).toBe('NOT_FOUND');
    close();
  });

  it('refuses reactions after a block and to a deleted message', async () => {
    const { conversation, anna, ben, close } = await talk(['One', 'Two']);
    await ben.http.call(reactToMessage, { conversation, seq: 1, emoji: '❤️' });
    await ben.http.call(reactToMessage, { conversation, seq: 2, emoji: '❤️' });
    await anna.http.call(unsendMessage, { conversation, seq: 2 });
    expect((await rows(anna.http, conversation)).messages[1]).not.toHaveProperty('reactions');
    expect(await outcomeOf(ben.http.call(reactToMessage, { conversation, seq: 2, emoji: '❤️' }))).toBe(
      'NOT_FOUND',
    );
    await anna.http.call(blockProfile, { profile: ben.id });
    // As when reading: the answer names the block, for existing, deleted and unknown rows alike.
    for (const seq of [1, 2, 3]) {
      const again = { conversation, seq, emoji: '😂' };
      expect(await outcomeOf(ben.http.call(reactToMessage, again))).toBe('BLOCKED_BY');
      expect(await outcomeOf(anna.http.call(reactToMessage, again))).toBe('BLOCKED_BY_YOU');
    }
    expect(anna.receiver.all(messageReacted)).toHaveLength(2);
    close();
  });

  it('refuses and drops a reaction when its message is unsent at the same time', async () => {
    const { conversation, anna, ben, close } = await talk(['Regretted']);
    const { core, mongo } = world.inside;
    const reactions = mongo.connection.collection<object>('reactions');
    const { findOneAndUpdate } = reactions;
    // Unsent between the check of the message and the write.
    vi.spyOn(Object.getPrototypeOf(reactions) as typeof reactions, 'findOneAndUpdate').mockImplementationOnce(
      async (...given) => {
        await anna.http.call(unsendMessage, { conversation, seq: 1 });
        return findOneAndUpdate.apply(reactions, given);
      },
    );
    const viewer = { member: ben.id, site: 'default' };
    const reacted = await core.messaging.reactToMessage(viewer, { conversation, seq: 1, emoji: '❤️' });
    expect(reacted).toMatchObject({ refusal: { code: 'NOT_FOUND' } });
    expect(await reactions.countDocuments({ member: ben.id })).toBe(0);
    close();
  });

  it('keeps a reaction whose database answer is lost, and sends both sides a gap', async () => {
    const { conversation, anna, ben, close } = await talk(['Hello']);
    const { core, mongo } = world.inside;
    const reactions = mongo.connection.collection<object>('reactions');
    const { findOneAndUpdate } = reactions;
    const known = await Promise.all([anna, ben].map(({ http }) => http.call(getUser, {})));
    vi.spyOn(Object.getPrototypeOf(reactions) as typeof reactions, 'findOneAndUpdate').mockImplementationOnce(
      async (...given) => {
        await findOneAndUpdate.apply(reactions, given);
        throw new Error('the answer was lost');
      },
    );
    const viewer = { member: ben.id, site: 'default' };
    const reacted = core.messaging.reactToMessage(viewer, { conversation, seq: 1, emoji: '❤️' });
    await expect(reacted).rejects.toThrow('the answer was lost');
    for (const [n, { receiver }] of [anna, ben].entries()) {
      await receiver.wait(syncTicked, ({ version }) => version.n > (known[n]?.version.n ?? 0));
      expect(receiver.all(messageReacted)).toEqual([]);
    }
    expect((await rows(anna.http, conversation)).messages[0]?.reactions).toMatchObject([{ emoji: '❤️' }]);
    close();
  });

  it('shows typing to the other side only, and not for invisible or blocked members', async () => {
    const { conversation, anna, ben, close } = await talk(['Hello']);
    const type = (from: typeof anna, to: typeof anna) =>
      from.receiver.send(conversationType, { profile: to.id });
    expect(await type(ben, anna)).toEqual({ ok: true, value: {} });
    expect(await anna.receiver.wait(conversationTyped)).toEqual({ conversation, profile: ben.id });
    expect(ben.receiver.all(conversationTyped)).toEqual([]);

    const stranger = await talk(['Hi']);
    await stranger.anna.receiver.send(conversationType, { profile: ben.id });
    await anna.http.call(setInvisible, { invisible: true });
    await type(anna, ben);
    await ben.http.call(blockProfile, { profile: anna.id });
    await type(ben, anna);
    await type(anna, ben);
    // An event of its own conversation, sent afterwards, arrives after all of that.
    const carla = await writesTo(ben);
    await ben.receiver.wait(conversationTyped, ({ profile }) => profile === carla.id);
    expect(ben.receiver.all(conversationTyped).map(({ profile }) => profile)).toEqual([carla.id]);
    expect(anna.receiver.all(conversationTyped)).toHaveLength(1);

    // The gateway limits a flood of signals, and says so.
    const many = await Promise.all(Array.from({ length: 20 }, () => type(ben, anna)));
    expect(many.at(-1)).toMatchObject({ ok: false, refusal: { code: 'RATE_LIMITED' } });
    close();
    stranger.close();
  });

  /** Another member who wrote to this one, and is typing again. */
  async function writesTo(to: Person): Promise<Person> {
    const [carla] = await world.people({ name: 'Carla', credits: 5 });
    const device = await carla.device();
    await carla.http.call(postMessage, sendTo(to.id, 'Hey'));
    await device.send(conversationType, { profile: to.id });
    device.close();
    return carla;
  }

  it('passes no typing and delivery signals after a block at the other gateway', async () => {
    const { conversation, anna, ben, close } = await talk(['Hello']);
    await ben.http.call(postMessage, sendTo(anna.id, 'Hi'));
    await ben.http.call(blockProfile, { profile: anna.id });
    await anna.receiver.wait(profileHidden);
    // A page that does not know of the block, or a foreign client.
    for (let n = 0; n < 3; n += 1) await anna.receiver.send(conversationType, { profile: ben.id });
    await anna.receiver.send(conversationReceive, { conversation, seq: 2 });
    // Carla’s signals are sent later, so they arrive after all of these.
    const carla = await writesTo(ben);
    await ben.receiver.wait(conversationTyped, ({ profile }) => profile === carla.id);
    expect(ben.receiver.all(conversationTyped).map(({ profile }) => profile)).toEqual([carla.id]);
    expect(ben.receiver.all(conversationDelivered)).toEqual([]);
    close();
  });

  it('stores and shows read receipts only while both members have them on', async () => {
    const { conversation, anna, ben, close } = await talk(['One', 'Two', 'Three']);
    const see = (seq: number) => ben.receiver.send(conversationRead, { conversation, seq, seen: seq });
    const off = { on: false, rev: 0 };
    expect(await rows(anna.http, conversation)).toMatchObject({
      receipts: { own: off, other: off },
      seenSeq: 0,
    });
    await see(1);
    expect(await anna.http.call(setReceipts, { conversation, on: true })).toEqual({
      receipts: { own: { on: true, rev: 1 }, other: off },
      seenSeq: 0,
    });
    expect(await ben.receiver.wait(receiptsChanged)).toMatchObject({
      receipts: { own: off, other: { on: true, rev: 1 } },
      seenSeq: 0,
    });
    await see(2);
    expect(await rows(anna.http, conversation)).toMatchObject({ seenSeq: 0 });

    await ben.http.call(setReceipts, { conversation, on: true });
    // Ben's reads while his receipts were off were never stored.
    expect(await anna.receiver.wait(receiptsChanged, ({ receipts }) => receipts.other.on)).toMatchObject({
      seenSeq: 0,
    });
    await see(2);
    expect(await anna.receiver.wait(conversationSeen)).toMatchObject({ conversation, seenSeq: 2 });
    // Opening marks all as read, although messages off screen were not seen. A screen cannot show a missing row.
    await ben.receiver.send(conversationRead, { conversation, seq: 3 });
    expect(await rows(anna.http, conversation)).toMatchObject({ seenSeq: 2 });
    await ben.receiver.send(conversationRead, { conversation, seq: 1_000, seen: 1_000 });
    expect(await anna.receiver.wait(conversationSeen, ({ seenSeq }) => seenSeq > 2)).toMatchObject({
      seenSeq: 3,
    });
    expect(ben.receiver.all(conversationSeen)).toEqual([]);
    // A repeat, as from a client without an answer, is published again.
    await see(3);
    await expect
      .poll(() => anna.receiver.all(conversationSeen).map(({ seenSeq }) => seenSeq))
      .toEqual([2, 3, 3]);

    await ben.http.call(setReceipts, { conversation, on: false });
    await anna.receiver.wait(receiptsChanged, ({ receipts }) => receipts.other.rev === 2);
    await anna.http.call(postMessage, sendTo(ben.id, 'Four'));
    await see(4);
    expect(await rows(anna.http, conversation)).toMatchObject({
      receipts: { own: { on: true, rev: 1 }, other: { on: false, rev: 2 } },
      seenSeq: 0,
    });
    await ben.http.call(setReceipts, { conversation, on: true });
    expect(await rows(anna.http, conversation)).toMatchObject({ seenSeq: 3 });
    expect(anna.receiver.all(conversationSeen)).toHaveLength(3);

    const [eve] = await world.people({ name: 'Eve' });
    expect(await outcomeOf(eve.http.call(setReceipts, { conversation, on: true }))).toBe('NOT_FOUND');
    await anna.http.call(blockProfile, { profile: ben.id });
    expect(await outcomeOf(ben.http.call(setReceipts, { conversation, on: false }))).not.toBe('OK');
    close();
  });

  it('ends with the stored state at both gateways when both switch at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { conversation, anna, ben, close } = await talk(['Hello']);
      await Promise.all([anna, ben].map((one) => one.http.call(setReceipts, { conversation, on: true })));
      for (const one of [anna, ben]) {
        const last = await one.receiver.wait(
          receiptsChanged,
          ({ receipts }) => receipts.own.on && receipts.other.on,
        );
        expect(await rows(one.http, conversation)).toMatchObject({ receipts: last.receipts });
      }
      close();
    }
  });
});
