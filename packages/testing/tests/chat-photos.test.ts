import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  acceptChatPhoto,
  blockProfile,
  type ChatPhoto,
  discardChatPhoto,
  type ErrorBody,
  getChatPhotos,
  getChats,
  getMessages,
  getStatement,
  getUser,
  postMessage,
  postRead,
  recallChatPhoto,
  reportProfile,
  unblockProfile,
} from '@heartline/contracts';
import { checkInvariants } from '@heartline/core';
import { createPasswords } from '@heartline/platform';
import {
  type Answer,
  drawPicture,
  type HttpClient,
  outcomeOf,
  PASSWORD,
  type Person,
  startWorld,
  type WorldHere,
} from '@heartline/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('photos in a chat', () => {
  let world: WorldHere;
  let picture: Buffer;

  beforeAll(async () => {
    world = await startWorld({ here: true, gateways: 2 });
    picture = await drawPicture('teal', { width: 300, height: 200 });
  });
  afterAll(() => world.stop());

  const core = () => world.gateways[0].core;
  /** Two members at the first gateway. The other member sees each action of the first at once. */
  async function pair(credits = 20): Promise<[Person, Person]> {
    const [anna, ben] = await world.people({ credits, premium: true }, { credits: 5 });
    return [anna, { ...ben, http: world.browser(0, ben.session) }];
  }
  const elsewhere = ({ session }: Person) => world.browser(1, session);
  const upload = (client: HttpClient, bytes = picture, key: string = randomUUID()): Promise<Answer> =>
    client.send('POST', `/api/chat-photo.php?key=${key}`, bytes, { 'content-type': 'image/jpeg' });
  const uploaded = async (client: HttpClient, bytes?: Buffer, key?: string): Promise<ChatPhoto> => {
    const answer = await upload(client, bytes, key);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body as ChatPhoto;
  };
  const send = (client: HttpClient, to: Person, extra: object, credits: number, clientId = randomUUID()) =>
    client.call(postMessage, { clientId, profile: to.id, text: '', credits, ...extra });
  const sendPhoto = async (from: Person, to: Person) => {
    const { id } = await uploaded(from.http);
    return { id, ...(await send(from.http, to, { photo: id }, 2)) };
  };
  const code = (answer: Answer) => (answer.body as ErrorBody).error?.code;
  const view = async (client: HttpClient, id: string) =>
    (await client.call(getChatPhotos, { ids: id })).photos[0];
  const seen = async (client: HttpClient, id: string) => {
    const found = await view(client, id);
    if (!found) throw new Error('not to be seen');
    return found;
  };
  const fetched = async (client: HttpClient, address: string | undefined) =>
    (await client.send('GET', `/media/${address ?? 'none'}`)).status;
  async function bytesOf(client: HttpClient, filename: string): Promise<Buffer> {
    const answer = await fetch(`${client.gateway.address}/media/${filename}`, {
      headers: { cookie: client.cookie },
    });
    return Buffer.from(await answer.arrayBuffer());
  }
  const credits = async ({ http }: Person) => (await http.call(getUser, {})).user.credits;
  async function stored(): Promise<string[]> {
    const shelves = await readdir(world.mediaDir);
    return (await Promise.all(shelves.map((shelf) => readdir(join(world.mediaDir, shelf))))).flat();
  }
  /** Stored picture files as the drafts name them. */
  const filesOf = ({ id }: Person) =>
    world.inside.mongo.connection.collection('photo_files').countDocuments({ member: id });
  const settle = async () => {
    for (const gateway of world.gateways) await gateway.core.messaging.flush();
    world.clock.advance(21_000);
    await core().messaging.sweepMessages(60_000);
  };

  it('costs two credits once for a photo, for any number of sends [S3-109]', async () => {
    const [anna, ben] = await pair(5);
    const key = randomUUID();
    const clients = [anna.http, elsewhere(anna)];
    const ids = await Promise.all(clients.map((client) => uploaded(client, picture, key)));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
    expect(ids[0]).toMatchObject({ width: 300, height: 200 });
    const photo = ids[0]?.id ?? '';
    expect(await outcomeOf(send(anna.http, ben, { photo }, 1))).toBe('PRICE_CHANGED');
    const clientId = randomUUID();
    const answers = await Promise.all(
      [anna.http, elsewhere(anna), anna.http].map((client) => send(client, ben, { photo }, 2, clientId)),
    );
    for (const { message } of answers) {
      expect(message).toMatchObject({
        kind: 'photo',
        text: '',
        photo: { id: photo, width: 300, height: 200 },
      });
    }
    expect(new Set(answers.map(({ message }) => message.seq)).size).toBe(1);
    expect(await credits(anna)).toBe(3);
    // The key belongs to this photo for this recipient, and the photo belongs to this send.
    expect(await outcomeOf(send(anna.http, ben, { text: 'Hello' }, 1, clientId))).toBe('KEY_REUSED');
    expect(await outcomeOf(send(anna.http, ben, { photo }, 2))).toBe('PHOTO_GONE');
    const other = await uploaded(anna.http);
    expect(await outcomeOf(send(anna.http, ben, { photo: other.id }, 2, clientId))).toBe('KEY_REUSED');
    expect(await outcomeOf(send(ben.http, anna, { photo: other.id }, 2))).toBe('PHOTO_GONE');
    await settle();
    const { entries } = await anna.http.call(getStatement, {});
    const hold = entries.find(({ kind }) => kind === 'hold');
    expect(hold).toMatchObject({ state: 'spent', credits: -2 });
    const { chats } = await ben.http.call(getChats, {});
    expect(chats[0]).toMatchObject({ previewKind: 'photo', preview: '', num_unread_messages: 1 });
  });

  it('charges nothing for a photo that can’t be paid or delivered', async () => {
    const [anna, ben] = await pair(1);
    const { id: photo } = await uploaded(anna.http);
    expect(await outcomeOf(send(anna.http, ben, { photo }, 2))).toBe('NOT_ENOUGH_CREDITS');
    expect(await outcomeOf(send(anna.http, ben, { photo, gift: 'rose' }, 2))).toBe('VALIDATION_FAILED');
    await ben.http.call(blockProfile, { profile: anna.id });
    expect(await outcomeOf(send(anna.http, ben, { photo }, 2))).toBe('BLOCKED_BY');
    expect(await credits(anna)).toBe(1);
  });

  it('allows ten unsent photos of a member, and deletes them after an hour', async () => {
    const [anna, ben] = await pair();
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, at) => upload(at % 2 ? anna.http : elsewhere(anna))),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(4).fill(409)]);
    expect(code(answers.find(({ status }) => status === 409) ?? ({ status: 0, body: {} } as Answer))).toBe(
      'PHOTO_DRAFTS',
    );
    const waiting = answers.filter(({ status }) => status === 200).map(({ body }) => (body as ChatPhoto).id);
    await anna.http.call(discardChatPhoto, { photo: waiting[0] ?? '' });
    expect(await filesOf(anna)).toBe(9);
    await uploaded(anna.http);
    await send(anna.http, ben, { photo: waiting[1] }, 2);
    await uploaded(anna.http);
    world.clock.advance(61 * 60_000);
    expect(await outcomeOf(send(anna.http, ben, { photo: waiting[2] }, 2))).toBe('PHOTO_GONE');
    await core().profiles.sweepPhotos();
    expect(await filesOf(anna)).toBe(1);
    expect((await upload(anna.http)).status).toBe(200);
  });

  it('shows the recipient a blurred picture until accepted, and nothing to others', async () => {
    const [anna, ben] = await pair();
    const [eve] = await world.people({ premium: true, credits: 5 });
    const { id } = await sendPhoto(anna, ben);
    const own = await seen(anna.http, id);
    const covered = await seen(ben.http, id);
    expect([own.covered, covered.covered]).toEqual([false, true]);
    expect(covered.filename).toContain('/blur.');
    const guess = covered.filename.replace('/blur.', '/large.');
    expect([await fetched(ben.http, covered.filename), await fetched(ben.http, guess)]).toEqual([200, 404]);
    // Only the sender can use the sender's address.
    for (const client of [ben.http, eve.http, world.browser()])
      expect(await fetched(client, own.filename)).toBe(404);
    expect(await fetched(eve.http, covered.filename)).toBe(404);
    expect(await view(eve.http, id)).toBeUndefined();
    expect(await outcomeOf(eve.http.call(acceptChatPhoto, { photo: id }))).toBe('NOT_FOUND');
    expect(await outcomeOf(anna.http.call(acceptChatPhoto, { photo: id }))).toBe('NOT_FOUND');
    const blurred = await sharp(await bytesOf(ben.http, covered.filename)).stats();
    expect(Math.max(...blurred.channels.map(({ stdev }) => stdev))).toBeLessThan(20);

    const shown = await ben.http.call(acceptChatPhoto, { photo: id });
    expect([shown.covered, shown.always]).toEqual([false, false]);
    expect(await fetched(elsewhere(ben), shown.filename)).toBe(200);
    const next = await sendPhoto(anna, ben);
    expect((await seen(ben.http, next.id)).covered).toBe(true);
    await ben.http.call(acceptChatPhoto, { photo: next.id, always: true });
    const third = await sendPhoto(anna, ben);
    expect(await view(ben.http, third.id)).toMatchObject({ covered: false, always: true });
    await ben.http.call(acceptChatPhoto, { photo: next.id, always: false });
    expect((await seen(ben.http, third.id)).covered).toBe(true);
    // A photo accepted automatically stays accepted.
    expect((await seen(ben.http, id)).covered).toBe(false);
  });

  it('serves no photo at an old address, nor after a block', async () => {
    const [anna, ben] = await pair();
    const { id } = await sendPhoto(anna, ben);
    const shown = await ben.http.call(acceptChatPhoto, { photo: id });
    world.clock.advance(31 * 60_000);
    expect(await fetched(ben.http, shown.filename)).toBe(404);
    const fresh = await view(ben.http, id);
    expect(await fetched(ben.http, fresh?.filename)).toBe(200);
    await ben.http.call(blockProfile, { profile: anna.id });
    expect(await fetched(ben.http, fresh?.filename)).toBe(404);
    expect([await view(ben.http, id), await view(anna.http, id)]).toEqual([undefined, undefined]);
    await ben.http.call(unblockProfile, { profile: anna.id });
    expect(await view(ben.http, id)).toBeUndefined();
  });

  it('encodes pictures anew without camera data, and refuses other files for free', async () => {
    const [anna, ben] = await pair();
    const tagged = await sharp(picture)
      .withExif({ IFD0: { Copyright: 'SECRET-CANARY' }, IFD3: { GPSLatitude: '52/1 22/1 0/1' } })
      .jpeg()
      .toBuffer();
    const { id: photo } = await uploaded(anna.http, tagged);
    await send(anna.http, ben, { photo }, 2);
    for (const client of [anna.http, ben.http]) {
      const bytes = await bytesOf(client, (await view(client, photo))?.filename ?? '');
      const { format, exif } = await sharp(bytes).metadata();
      expect([format, exif, bytes.includes('SECRET-CANARY')]).toEqual(['webp', undefined, false]);
    }
    const svg = await upload(
      anna.http,
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    );
    expect([svg.status, code(svg)]).toEqual([422, 'PHOTO_UNREADABLE']);
    const large = await upload(anna.http, Buffer.alloc(12 * 1024 * 1024 + 1));
    expect([large.status, code(large)]).toEqual([413, 'PHOTO_TOO_LARGE']);
    const path = `/api/chat-photo.php?key=${randomUUID()}`;
    expect((await anna.http.send('POST', path, '{"url":"http://127.0.0.1/"}')).status).toBe(415);
    expect(code(await upload(world.browser()))).toBe('AUTHENTICATION_REQUIRED');
    // None of the refused files uses one of the ten drafts.
    expect(
      await world.inside.mongo.connection
        .collection<{ _id: string }>('chat_photo_drafts')
        .findOne({ _id: anna.id }),
    ).toMatchObject({ waiting: [] });
  });

  it('unsends with credits if unread, without them later, and deletes the bytes', async () => {
    const [anna, ben] = await pair(10);
    const before = (await stored()).length;
    const first = await sendPhoto(anna, ben);
    const second = await sendPhoto(anna, ben);
    const third = await sendPhoto(anna, ben);
    expect(await credits(anna)).toBe(4);
    const { conversation, seq } = first.message;
    await settle();
    const seen = await ben.http.call(acceptChatPhoto, { photo: first.id });
    await ben.http.call(postRead, { conversation, seq });
    expect(await outcomeOf(ben.http.call(recallChatPhoto, { conversation, seq }))).toBe('NOT_FOUND');
    for (const client of [anna.http, elsewhere(anna)])
      expect(await client.call(recallChatPhoto, { conversation, seq })).toEqual({ returned: false });
    expect(await credits(anna)).toBe(4);
    expect([await fetched(ben.http, seen.filename), await view(anna.http, first.id)]).toEqual([
      404,
      undefined,
    ]);
    const unread = { conversation, seq: second.message.seq };
    expect(await anna.http.call(recallChatPhoto, unread)).toEqual({ returned: true });
    expect(await credits(anna)).toBe(6);
    const { messages } = await ben.http.call(getMessages, { conversation });
    expect(messages.map(({ kind, gone }) => [kind, gone])).toEqual([
      ['photo', 'recalled'],
      ['photo', 'unsent'],
      ['photo', undefined],
    ]);
    expect(messages.map((one) => 'photo' in one)).toEqual([false, false, true]);
    expect((await stored()).length - before).toBe(1);
    // A repeated send finds its message: nothing is sent or charged again.
    expect(await view(ben.http, third.id)).toMatchObject({ covered: true });
  });

  it('sweeps files that a crash left between unsending and deleting', async () => {
    const [anna, ben] = await pair();
    const { id, message } = await sendPhoto(anna, ben);
    const rows = world.inside.mongo.connection.collection<{ _id: string; key: string | null }>('chat_photos');
    const key = (await rows.findOne({ _id: id }))?.key ?? '';
    const now = world.clock.now();
    await world.inside.mongo.connection
      .collection<{ _id: string }>('photo_files')
      .updateOne({ _id: key }, { $set: { looseAt: now } });
    world.clock.advance(16 * 60_000);
    await core().profiles.sweepPhotos();
    expect(await filesOf(anna)).toBe(1);
    expect((await view(ben.http, id))?.covered).toBe(true);
    await world.inside.mongo.connection
      .collection<{ owner: string }>('messages')
      .updateOne({ owner: message.conversation, n: message.seq }, { $set: { gone: 'recalled' } });
    expect(await view(ben.http, id)).toBeUndefined();
    await world.inside.mongo.connection
      .collection<{ _id: string }>('photo_files')
      .updateOne({ _id: key }, { $set: { looseAt: world.clock.now() } });
    world.clock.advance(16 * 60_000);
    await core().profiles.sweepPhotos();
    expect(await filesOf(anna)).toBe(0);
    expect((await rows.findOne({ _id: id }))?.key).toBeNull();
  });

  it('sweeps everything else although many photos wait to be sent', async () => {
    const [anna] = await pair();
    const at = world.clock.now();
    const { connection } = world.inside.mongo;
    const files = connection.collection<{ _id: string; member: string; looseAt: number }>('photo_files');
    const keys = Array.from({ length: 510 }, (_, n) => String(n).padStart(32, '0'));
    const draft = { member: anna.id, uploadedAt: at, send: null, claimedAt: at, seq: null };
    await files.insertMany(keys.map((_id) => ({ _id, member: anna.id, looseAt: at })));
    const photos = connection.collection<{ _id: string }>('chat_photos');
    await photos.insertMany(keys.map((key) => ({ _id: key.slice(8), key, ...draft })));
    const cutOff = { _id: 'f'.repeat(32), member: anna.id, looseAt: at + 1 };
    await files.insertOne(cutOff);
    world.clock.advance(20 * 60_000);
    await core().profiles.sweepPhotos();
    expect([await files.countDocuments({ _id: cutOff._id }), await filesOf(anna)]).toEqual([0, 510]);
    await files.deleteMany({ member: anna.id });
  });

  it('is in the sender’s archive, and is deleted with their account', async () => {
    const account = { passwordHash: await createPasswords().hash(PASSWORD) };
    const [anna, ben] = await world.people({ credits: 20, premium: true, account }, { credits: 5 });
    const before = (await stored()).length;
    const { id } = await sendPhoto(anna, ben);
    await send(anna.http, ben, { gift: 'rose', text: 'For you' }, 3);
    const parts = async (member: string) => {
      const names: string[] = [];
      for await (const part of core().messaging.personalData.gather(member))
        names.push(
          part.kind === 'picture'
            ? 'picture'
            : JSON.stringify(part.kind === 'conversation' && part.data.messages),
        );
      return names;
    };
    const [sent, words] = await parts(anna.id);
    expect(sent).toBe('picture');
    expect(words).toMatch(/photos\/chat-.*Rose/);
    expect(await parts(ben.id)).toHaveLength(1);
    await ben.http.call(acceptChatPhoto, { photo: id });
    expect((await parts(ben.id))[0]).toBe('picture');
    await core().accounts.deleteAccount(anna.id, PASSWORD);
    world.clock.advance(15 * 24 * 3_600_000);
    await core().accounts.sweepAccounts();
    expect(await view(ben.http, id)).toBeUndefined();
    expect((await stored()).length).toBe(before);
    const photos = world.inside.mongo.connection.collection('chat_photos');
    expect(await photos.countDocuments({ member: anna.id })).toBe(0);
  });

  it('stores a photo reported by its recipient unchanged for the case', async () => {
    const [anna, ben] = await pair();
    const { message } = await sendPhoto(anna, ben);
    const { conversation, seq } = message;
    const { case: id } = await ben.http.call(reportProfile, {
      clientId: randomUUID(),
      profile: anna.id,
      subject: { kind: 'message', conversation, seq },
      reason: 'sexual_content',
      note: '',
    });
    await anna.http.call(recallChatPhoto, { conversation, seq });
    const evidence = await core().safety.cases.evidence(id);
    expect((await sharp(evidence).metadata()).format).toBe('webp');
  });

  it('reports a full disk during the upload, costs nothing and leaves no file [F27]', async () => {
    const [anna, ben] = await pair();
    const { mediaDir } = world;
    const moved = `${mediaDir}.away`;
    await rename(mediaDir, moved);
    await writeFile(mediaDir, 'no folder');
    const key = randomUUID();
    const answer = await upload(anna.http, picture, key);
    expect([answer.status, code(answer)]).toEqual([503, 'UNAVAILABLE']);
    await rm(mediaDir);
    await rename(moved, mediaDir);
    const { id } = await uploaded(anna.http, picture, key);
    await send(anna.http, ben, { photo: id }, 2);
    world.clock.advance(61 * 60_000);
    await core().profiles.sweepPhotos();
    expect(await filesOf(anna)).toBe(1);
  });

  it('keeps the invariants', async () => {
    await settle();
    const found = await checkInvariants(world.inside.mongo, {
      now: world.clock.now(),
      quietMs: 0,
      windowMs: 24 * 3_600_000,
      whole: true,
      freeConversations: async () => 2,
    });
    expect(found).toEqual([]);
  });
});
