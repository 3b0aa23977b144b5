import { randomUUID } from 'node:crypto';
import { acceptChatPhoto, type ChatPhoto, getChatPhotos, getUser, postMessage } from '@heartline/contracts';
import { drawPicture, type HttpClient, outcomeOf, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const MINUTE = 60_000;

let world: WorldHere;
let picture: Buffer;

beforeAll(async () => {
  world = await startWorld({ here: true });
  picture = await drawPicture('teal', { width: 300, height: 200 });
});
afterAll(() => world?.stop());

async function uploaded(client: HttpClient, key: string): Promise<string> {
  const type = { 'content-type': 'image/jpeg' };
  const answer = await client.send('POST', `/api/chat-photo.php?key=${key}`, picture, type);
  expect(answer).toMatchObject({ status: 200 });
  return (answer.body as ChatPhoto).id;
}

it('sends an expired photo when it is uploaded again, swept meanwhile or not', async () => {
  for (const isSwept of [false, true]) {
    const [anna, ben] = await world.people({ credits: 2, premium: true }, {});
    const key = randomUUID();
    const send = (photo: string) =>
      anna.http.call(postMessage, { clientId: key, profile: ben.id, text: '', credits: 2, photo });
    const photo = await uploaded(anna.http, key);
    world.clock.advance(57 * MINUTE);
    expect(await outcomeOf(send(photo))).toBe('PHOTO_GONE');
    if (isSwept) {
      world.clock.advance(9 * MINUTE);
      await world.gateways[0].core.profiles.sweepPhotos();
    }
    const { message } = await send(await uploaded(anna.http, key));
    expect(message).toMatchObject({ kind: 'photo', photo: { id: photo } });
    expect((await anna.http.call(getUser, {})).user.credits).toBe(0);
    // The removed draft takes no other photo with it.
    await world.gateways[0].core.profiles.sweepPhotos();
    const stored = world.inside.mongo.connection.collection('photo_files');
    expect(await stored.countDocuments({ member: anna.id })).toBe(1);
  }
});

it('refuses a sent photo to others under its key, and keeps it for the recipient', async () => {
  const [anna, ben, nele] = await world.people({ credits: 4, premium: true }, {}, {});
  const clientId = randomUUID();
  const photo = await uploaded(anna.http, randomUUID());
  const send = (profile: string) =>
    anna.http.call(postMessage, { clientId, profile, text: '', credits: 2, photo });
  await send(ben.id);
  expect(await outcomeOf(send(nele.id))).toBe('KEY_REUSED');
  const shown = async ({ http }: { http: HttpClient }) =>
    (await http.call(getChatPhotos, { ids: photo })).photos.length;
  expect([await shown(ben), await shown(nele)]).toEqual([1, 0]);
  expect((await anna.http.call(getUser, {})).user.credits).toBe(2);
});

it('puts a photo into one message when keys of one bubble send it at once', async () => {
  const [anna, ben] = await world.people({ credits: 8, premium: true }, {});
  const clientId = randomUUID();
  const photo = await uploaded(anna.http, randomUUID());
  const send = (grown: string) => {
    const wish = { clientId: `${clientId}${grown}`, profile: ben.id, text: '', credits: 2, photo };
    return outcomeOf(anna.http.call(postMessage, wish));
  };
  const answers = await Promise.all(['', '.2', '.3', '.2'].map(send));
  expect(new Set(answers)).toEqual(new Set(['OK', 'PHOTO_GONE']));
  expect((await anna.http.call(getUser, {})).user.credits).toBe(6);
  const { connection } = world.inside.mongo;
  const named = { sender: anna.id, kind: 'photo' };
  expect(await connection.collection('messages').countDocuments(named)).toBe(1);
});

it('sends the photo of an expired key again under the next key and no other', async () => {
  const [anna, ben] = await world.people({ credits: 4, premium: true }, {});
  const { core } = world.gateways[0];
  const clientId = randomUUID();
  const photo = await uploaded(anna.http, randomUUID());
  const send = (grown: string) => {
    const wish = { clientId: `${clientId}${grown}`, profile: ben.id, text: '', credits: 2, photo };
    return outcomeOf(anna.http.call(postMessage, wish));
  };
  // The gateway died between the hold and the message.
  const { hold } = core.credits;
  vi.spyOn(core.credits, 'hold').mockImplementationOnce(async (wish) => {
    await hold(wish);
    throw new Error('died');
  });
  expect(await send('')).toBe('INTERNAL');
  expect(await send('.2')).toBe('PHOTO_GONE');
  world.clock.advance(25_000);
  await core.messaging.sweepMessages(60_000);
  expect(await send('')).toBe('SEND_EXPIRED');
  const answers = await Promise.all(['.2', '.2', '.3'].map(send));
  expect(answers.filter((one) => one === 'OK')).not.toEqual([]);
  expect((await anna.http.call(getUser, {})).user.credits).toBe(2);
  const [row] = (await ben.http.call(getChatPhotos, { ids: photo })).photos;
  expect(row).toMatchObject({ id: photo, covered: true });
});

it('sweeps a picture of an interrupted removal by its message place, not its key', async () => {
  const [anna, ben] = await world.people({ credits: 4, premium: true }, {});
  const { core } = world.gateways[0];
  const clientId = randomUUID();
  const photo = await uploaded(anna.http, randomUUID());
  const wish = { clientId: `${clientId}.2`, profile: ben.id, text: '', credits: 2, photo };
  const { conversation, seq } = (await anna.http.call(postMessage, wish)).message;
  await core.messaging.flush();
  const { connection } = world.inside.mongo;
  // As earlier versions stored it: under the first key of the bubble, which became no message.
  const rows = connection.collection<{ _id: string; key: string | null }>('chat_photos');
  await rows.updateOne({ _id: photo }, { $set: { send: clientId } });
  const messages = connection.collection<{ owner: string }>('messages');
  const files = connection.collection<{ member: string }>('photo_files');
  const sweep = async () => {
    await files.updateMany({ member: anna.id }, { $set: { looseAt: world.clock.now() } });
    world.clock.advance(16 * MINUTE);
    await core.profiles.sweepPhotos();
    return files.countDocuments({ member: anna.id });
  };
  expect(await sweep()).toBe(1);
  await messages.updateOne({ owner: conversation, n: seq }, { $set: { gone: 'recalled' } });
  expect(await sweep()).toBe(0);
  expect(await rows.findOne({ _id: photo })).toMatchObject({ key: null });
});

it('shows no photo while the other account is closed, and shows it after a restore', async () => {
  const [anna, ben] = await world.people({ credits: 2, premium: true }, {});
  const photo = await uploaded(anna.http, randomUUID());
  await anna.http.call(postMessage, { clientId: randomUUID(), profile: ben.id, text: '', credits: 2, photo });
  const addresses = async () =>
    (await ben.http.call(getChatPhotos, { ids: photo })).photos.map(({ filename }) => filename);
  const [filename = ''] = await addresses();
  const { accounts } = world.gateways[0].core;
  await accounts.suspend(anna.id);
  // Until the cache of the other gateway expires.
  world.clock.advance(5_000);
  expect(await addresses()).toEqual([]);
  expect((await ben.http.send('GET', `/media/${filename}`)).status).toBe(404);
  expect(await outcomeOf(ben.http.call(acceptChatPhoto, { photo }))).toBe('NOT_FOUND');
  await accounts.restore(anna.id);
  world.clock.advance(5_000);
  expect((await ben.http.call(acceptChatPhoto, { photo })).covered).toBe(false);
});
