import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { type AddedMember, senderOf } from '../src/index.ts';
import { booksAddUp, twoCores } from './two-cores-in-test.ts';

const { world, a, b } = twoCores();
booksAddUp(world);

async function send(from: AddedMember, to: AddedMember) {
  const input = { clientId: randomUUID(), profile: to.id, text: 'Hello', credits: 1 };
  const sent = await a.core.messaging.sendMessage(senderOf(from), input);
  if (!sent.ok) throw new Error(sent.refusal.code);
  return { conversation: sent.value.message.conversation, seq: sent.value.message.seq };
}

/** Sends a message and turns it into a photo. Nothing else of a photo is needed here. */
async function sendPhoto(from: AddedMember, to: AddedMember) {
  const row = await send(from, to);
  const photo = { id: randomUUID(), width: 1, height: 1 };
  await a.mongo.connection
    .collection('messages')
    .updateOne({ owner: row.conversation, n: row.seq }, { $set: { kind: 'photo', photo } });
  return row;
}

it('answers two unsends of a message alike, also when its reader comes between', async () => {
  const [mara, jonas] = await world.people({ credits: 5 }, {});
  const row = await send(mara, jonas);
  const inbox = b.mongo.connection.collection('inbox');
  const claim = inbox.updateOne.bind(inbox);
  // Both have read the message in its first state. The first finishes before the second one claims it.
  vi.spyOn(inbox, 'updateOne').mockImplementationOnce(async (...write: Parameters<typeof claim>) => {
    expect(await a.core.messaging.unsendMessage(mara.id, row)).toMatchObject({ ok: true });
    await a.core.messaging.markRead(jonas.id, row.conversation, row.seq);
    return claim(...write);
  });
  expect(await b.core.messaging.unsendMessage(mara.id, row)).toMatchObject({ ok: true });
  expect(await world.balance(mara)).toBe(5);
  expect(await world.returns(mara)).toEqual(['unsent']);
});

it('answers two removals of the same read photo alike', async () => {
  const [mara, jonas] = await world.people({ credits: 5 }, {});
  const row = await sendPhoto(mara, jonas);
  await a.core.messaging.markRead(jonas.id, row.conversation, row.seq);
  const recalled = { ok: true, value: { returned: false } };
  const messages = b.mongo.connection.collection('messages');
  const find = messages.find.bind(messages);
  // The second one has read the message once when the first one is done.
  vi.spyOn(messages, 'find').mockImplementationOnce((...query: Parameters<typeof find>) => {
    const cursor = find(...query);
    const toArray = cursor.toArray.bind(cursor);
    cursor.toArray = async () => {
      const rows = await toArray();
      expect(await a.core.messaging.recallChatPhoto(mara.id, row)).toMatchObject(recalled);
      return rows;
    };
    return cursor;
  });
  expect(await b.core.messaging.recallChatPhoto(mara.id, row)).toMatchObject(recalled);
  expect(await world.returns(mara)).toEqual([]);
});

it('still calls an unread photo a photo in both lists after it was unsent', async () => {
  const [mara, jonas] = await world.people({ credits: 5 }, {});
  const row = await sendPhoto(mara, jonas);
  expect(await a.core.messaging.recallChatPhoto(mara.id, row)).toMatchObject({ value: { returned: true } });
  for (const side of [mara, jonas]) {
    const { chats } = await b.core.messaging.listChats(senderOf(side));
    expect(chats[0]).toMatchObject({ preview: '', previewKind: 'photo', previewGone: 'unsent' });
  }
});
