import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import {
  chooseMainPhoto,
  cropPhoto,
  type ErrorBody,
  getOwnProfile,
  getProfile,
  getUser,
  type OwnPictures,
  orderPhotos,
  ownChanged,
  removePhoto,
  restorePhoto,
  updateProfile,
} from '@heartline/contracts';
import { checkInvariants } from '@heartline/core';
import {
  type Answer,
  connectDevice,
  drawPicture,
  type HttpClient,
  type MemberWish,
  outcomeOf,
  startWorld,
  until,
  type WorldHere,
} from '@heartline/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Uploaded = OwnPictures & { id: string };

describe('a member’s own pictures over HTTP', () => {
  let world: WorldHere;
  let picture: Buffer;

  beforeAll(async () => {
    world = await startWorld({ here: true, gateways: 2 });
    picture = await drawPicture('teal');
  });
  afterAll(() => world.stop());

  const someone = async (wish: MemberWish = {}) => (await world.people(wish))[0];

  const upload = (client: HttpClient, bytes: Buffer = picture, key: string = randomUUID()): Promise<Answer> =>
    client.send('POST', `/api/photo.php?key=${key}`, bytes, { 'content-type': 'image/jpeg' });
  const uploaded = async (client: HttpClient, bytes?: Buffer, key?: string): Promise<Uploaded> => {
    const answer = await upload(client, bytes, key);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body as Uploaded;
  };
  const code = (answer: Answer) => (answer.body as ErrorBody).error?.code;
  const ids = ({ pictures }: OwnPictures) => pictures.map(({ id }) => id);
  const own = async (client: HttpClient) => (await client.call(getOwnProfile, {})).profile;

  describe('pictures', () => {
    it('are limited to three for a free member [S7-056 S1-020 S5-024 S6-011 S9-001]', async () => {
      const { http: client } = await someone();
      for (let count = 1; count <= 3; count += 1) {
        expect((await uploaded(client)).pictures).toHaveLength(count);
      }
      const fourth = await upload(client);
      expect([fourth.status, code(fourth)]).toEqual([403, 'PHOTO_LIMIT_FREE']);
      expect((fourth.body as ErrorBody).error.message).toBe(
        'Free members can upload up to 3 photos. With Premium, it’s 25.',
      );
      expect((await own(client)).pictures).toHaveLength(3);
    });

    it('are limited to 25 for a premium member [S1-023 S6-018 S9-002]', async () => {
      const { id, http: client } = await someone({ premium: true, credits: 5 });
      const photos = (await own(client)).pictures;
      expect(photos).toEqual([]);
      await fill(id, 24);
      expect((await uploaded(client)).pictures).toHaveLength(25);
      const next = await upload(client);
      expect([next.status, code(next)]).toEqual([403, 'PHOTO_LIMIT']);
    });

    async function fill(member: string, count: number): Promise<void> {
      const photos = Array.from({ length: count }, (_, at) => ({
        id: at.toString(16).padStart(24, 'a'),
        key: at.toString(16).padStart(32, 'b'),
      }));
      await world.inside.mongo.connection
        .collection<{ _id: string }>('profiles')
        .updateOne({ _id: member }, { $set: { photos } });
    }

    it('keep the limit for fifty uploads at two gateways, and leave no orphan file [F23]', async () => {
      const { http: client, session } = await someone();
      const elsewhere = world.browser(1, session);
      const before = await stored();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, at) => upload(at % 2 ? client : elsewhere)),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(3);
      expect(new Set(statuses)).toEqual(new Set([200, 403]));
      expect((await own(client)).pictures).toHaveLength(3);
      world.clock.advance(16 * 60_000);
      await world.gateways[0].core.profiles.sweepPhotos();
      expect((await stored()).length - before.length).toBe(3);
    });

    async function stored(): Promise<string[]> {
      const found: string[] = [];
      for (const shelf of await readdir(world.mediaDir)) {
        found.push(...(await readdir(join(world.mediaDir, shelf))));
      }
      return found;
    }

    it('are added once when an upload repeats under its key', async () => {
      const { http: client } = await someone();
      const key = randomUUID();
      const answers = await Promise.all([
        uploaded(client, picture, key),
        uploaded(client, picture, key),
        uploaded(client, picture, key),
      ]);
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      expect((await own(client)).pictures).toHaveLength(1);
      await client.call(removePhoto, { id: answers[0]?.id ?? '' });
      expect(code(await upload(client, picture, key))).toBe('KEY_REUSED');
    });

    it('have an order, and one is the profile picture [S3-047 S3-048]', async () => {
      const { id, http: client } = await someone();
      const [a, b, c] = [
        (await uploaded(client, await drawPicture('red'))).id,
        (await uploaded(client, await drawPicture('green'))).id,
        (await uploaded(client, await drawPicture('blue'))).id,
      ] as const;
      expect(ids(await client.call(orderPhotos, { order: [c, a, b] }))).toEqual([c, a, b]);
      expect(ids(await client.call(orderPhotos, { order: [b] }))).toEqual([b, c, a]);
      expect(ids(await client.call(chooseMainPhoto, { id: a }))).toEqual([a, b, c]);
      expect(await outcomeOf(client.call(orderPhotos, { order: [a, a] }))).toBe('VALIDATION_FAILED');
      expect(await outcomeOf(client.call(chooseMainPhoto, { id: 'f'.repeat(24) }))).toBe('NOT_FOUND');
      const { http: other } = await someone();
      const { profile } = await other.call(getProfile, { id });
      expect(profile.pictures.map((one) => one.id)).toEqual([a, b, c]);
      expect(profile.main_image?.filename).toContain(a);
      const { user } = await client.call(getUser, {});
      expect(user.profile.main_image?.filename).toContain(a);
    });

    it('are deleted for everybody, can be restored, and then lose their files [S3-049]', async () => {
      const { http: client } = await someone();
      const { id, pictures } = await uploaded(client);
      await uploaded(client);
      const address = pictures[0]?.filename ?? '';
      expect((await client.send('GET', `/media/${address}`)).status).toBe(200);
      const device = await connectDevice(client);
      const eventCount = () => device.all(ownChanged).length;
      expect(ids(await client.call(removePhoto, { id }))).not.toContain(id);
      await until(eventCount, (times) => times === 1);
      // A repeat notifies other devices too: the first try may have been interrupted before it did.
      expect(ids(await client.call(removePhoto, { id }))).toHaveLength(1);
      await until(eventCount, (times) => times === 2);
      device.close();
      expect((await client.send('GET', `/media/${address}`)).status).toBe(404);
      expect(ids(await client.call(restorePhoto, { id }))[0]).toBe(id);
      expect((await client.send('GET', `/media/${address}`)).status).toBe(200);

      await client.call(removePhoto, { id });
      const row = await world.inside.mongo.connection
        .collection('profiles')
        .findOne({ 'removedPhotos.id': id });
      const key: string = row?.['removedPhotos'][0].key;
      expect(await stored()).toContain(key);
      world.clock.advance(11 * 60_000);
      expect(await outcomeOf(client.call(restorePhoto, { id }))).toBe('NOT_FOUND');
      world.clock.advance(5 * 60_000);
      await world.gateways[0].core.profiles.sweepPhotos();
      expect(await stored()).not.toContain(key);
      expect((await own(client)).pictures).toHaveLength(1);
    });

    it('are not restored beyond the limit', async () => {
      const { http: client } = await someone();
      const { id } = await uploaded(client);
      await client.call(removePhoto, { id });
      for (let count = 0; count < 3; count += 1) await uploaded(client);
      expect(await outcomeOf(client.call(restorePhoto, { id }))).toBe('PHOTO_LIMIT_FREE');
    });

    it('are cropped repeatedly from the whole picture, with a new address each time', async () => {
      const { http: client } = await someone();
      const { id, pictures } = await uploaded(client, await drawPicture('red', { width: 600, height: 400 }));
      const first = pictures[0]?.filename ?? '';
      const crop = { x: 100, y: 0, width: 320, height: 400 };
      const cut = await client.call(cropPhoto, { id, crop });
      const second = cut.pictures[0]?.filename ?? '';
      expect(cut.pictures[0]?.crop).toEqual(crop);
      expect(second).not.toBe(first);
      expect((await client.send('GET', `/media/${first}`)).status).toBe(404);
      expect(await client.call(cropPhoto, { id, crop })).toEqual(cut);
      for (const bad of [
        { x: 500, y: 0, width: 320, height: 400 },
        { x: 0, y: 0, width: 5_000, height: 5_000 },
      ]) {
        expect(await outcomeOf(client.call(cropPhoto, { id, crop: bad }))).toBe('VALIDATION_FAILED');
      }
      expect((await client.call(cropPhoto, { id, crop: null })).pictures[0]?.crop).toBeNull();
    });

    it('belong to their owner: others cannot change, delete or fully view them', async () => {
      const { id: owner, http: client } = await someone();
      const { http: stranger } = await someone({ premium: true, credits: 5 });
      const { id, pictures } = await uploaded(client);
      const whole = pictures[0]?.original_filename ?? '';
      expect((await client.send('GET', `/media/${whole}`)).status).toBe(200);
      expect((await stranger.send('GET', `/media/${whole}`)).status).toBe(404);
      const { profile } = await stranger.call(getProfile, { id: owner });
      const guess = (profile.pictures[0]?.filename ?? '').replace('/large.', '/original.');
      expect((await stranger.send('GET', `/media/${guess}`)).status).toBe(404);
      expect(await outcomeOf(stranger.call(cropPhoto, { id, crop: null }))).toBe('NOT_FOUND');
      expect(await outcomeOf(stranger.call(restorePhoto, { id }))).toBe('NOT_FOUND');
      expect(await outcomeOf(stranger.call(chooseMainPhoto, { id }))).toBe('NOT_FOUND');
      expect(ids(await stranger.call(orderPhotos, { order: [id] }))).toEqual([]);
      expect(ids(await stranger.call(removePhoto, { id }))).toEqual([]);
      expect(ids(await own(client))).toEqual([id]);
    });

    it('can be added before activation, and nobody sees the profile', async () => {
      const { id, http: client } = await someone({ status: 'not_confirmed' });
      const { http: other } = await someone();
      await uploaded(client);
      expect(await outcomeOf(client.call(updateProfile, { about: 'Soon' }))).toBe('OK');
      expect(await outcomeOf(other.call(getProfile, { id }))).toBe('NOT_FOUND');
    });

    describe('that are invalid or hostile', () => {
      it.each([
        ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
        ['HTML', Buffer.from('<html><script>alert(1)</script></html>')],
        ['PDF', Buffer.from('%PDF-1.4 1 0 obj')],
        ['MP4', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom')],
        ['nothing', Buffer.alloc(0)],
      ])('%s is refused by its content, not by its name', async (_what, bytes) => {
        const { http: client } = await someone();
        const answer = await upload(client, bytes);
        expect([answer.status, code(answer)]).toEqual([422, 'PHOTO_UNREADABLE']);
      });

      it('too many bytes are refused before they are read, and other bodies always', async () => {
        const { http: client } = await someone();
        const large = await upload(client, Buffer.alloc(12 * 1024 * 1024 + 1));
        expect([large.status, code(large)]).toEqual([413, 'PHOTO_TOO_LARGE']);
        const path = `/api/photo.php?key=${randomUUID()}`;
        for (const type of ['multipart/form-data; boundary=x', 'text/plain', 'application/xml']) {
          const answer = await client.send('POST', path, picture, { 'content-type': type });
          expect([type, answer.status]).toEqual([type, 415]);
        }
        const json = await client.send('POST', path, '{"url":"http://127.0.0.1/"}');
        expect(json.status).toBe(415);
        for (const query of [
          '',
          '?key=1',
          `?key=${randomUUID()}&name=../../x`,
          `?key=${randomUUID()}&url=x`,
        ]) {
          const answer = await client.send('POST', `/api/photo.php${query}`, picture, {
            'content-type': 'image/jpeg',
          });
          expect([query, answer.status]).toEqual([query, 400]);
        }
        expect((await own(client)).pictures).toEqual([]);
      });

      it('a picture body is refused by every other call', async () => {
        const { http: client } = await someone();
        const answer = await client.send('PUT', '/api/profile.php', picture, { 'content-type': 'image/png' });
        expect(answer.status).toBe(415);
        const restore = await client.send('POST', '/api/photo.php?restore=1', picture, {
          'content-type': 'image/png',
        });
        expect(restore.status).toBe(415);
      });

      it('a visitor cannot make the server read a picture', async () => {
        expect(code(await upload(world.browser()))).toBe('AUTHENTICATION_REQUIRED');
      });

      it('an upload that breaks off leaves nothing', async () => {
        const { http: client } = await someone();
        const before = await stored();
        const sent = request(new URL(`/api/photo.php?key=${randomUUID()}`, client.gateway.address), {
          method: 'POST',
          headers: {
            host: new URL(client.gateway.origin).host,
            origin: client.gateway.origin,
            cookie: client.cookie,
            'content-type': 'image/jpeg',
            'content-length': String(picture.length),
          },
        });
        sent.on('error', () => undefined);
        sent.write(picture.subarray(0, 100));
        await until(stored, (now) => now.length > before.length);
        sent.destroy();
        await until(stored, (now) => now.length === before.length);
        expect((await own(client)).pictures).toEqual([]);
      });

      it('metadata of a camera or an attacker is removed from every size', async () => {
        const { http: client } = await someone();
        const tagged = await sharp(picture)
          .withExif({ IFD0: { Copyright: 'SECRET-CANARY' }, IFD3: { GPSLatitude: '52/1 22/1 0/1' } })
          .jpeg()
          .toBuffer();
        const { pictures } = await uploaded(
          client,
          Buffer.concat([tagged, Buffer.from('<script>1</script>')]),
        );
        const [photo] = pictures;
        for (const name of [photo?.filename, photo?.thumb_filename, photo?.original_filename]) {
          const bytes = await bytesOf(client, name ?? '');
          const meta = await sharp(bytes).metadata();
          expect([meta.format, meta.exif, meta.xmp, meta.iptc]).toEqual([
            'webp',
            undefined,
            undefined,
            undefined,
          ]);
          expect(bytes.includes('SECRET-CANARY') || bytes.includes('script')).toBe(false);
        }
      });
    });
  });

  it('reports a storage failure, and leaves no row and no file [F27]', async () => {
    const { http: client } = await someone();
    const key = randomUUID();
    const { mediaDir } = world;
    const away = `${mediaDir}-away`;
    await rename(mediaDir, away);
    await writeFile(mediaDir, 'no folder');
    const refused = await upload(client, picture, key);
    expect([refused.status, code(refused)]).toEqual([503, 'UNAVAILABLE']);
    await rm(mediaDir);
    await rename(away, mediaDir);
    expect((await own(client)).pictures).toEqual([]);
    expect((await uploaded(client, picture, key)).pictures).toHaveLength(1);
    world.clock.advance(16 * 60_000);
    await world.gateways[0].core.profiles.sweepPhotos();
    expect(await looseFiles()).toBe(0);
  });

  it('finds surplus pictures, metadata in them, and undeleted files by the checks', async () => {
    const { id, http: client } = await someone();
    await uploaded(client);
    const row = await world.inside.mongo.connection
      .collection<{ _id: string }>('profiles')
      .findOne({ _id: id });
    const [{ key }] = (row as unknown as { photos: [{ key: string }] }).photos;
    const noted = await sharp(picture)
      .withExif({ IFD0: { Copyright: 'me' } })
      .webp()
      .toBuffer();
    const check = (forms: Buffer[], limit = 25) =>
      checkInvariants(world.inside.mongo, {
        now: world.clock.now(),
        quietMs: 0,
        windowMs: 3_600_000,
        freeConversations: async () => 2,
        photos: { limit: async () => limit, forms: async () => forms },
      }).then((found) => found.map(({ invariant }) => invariant));
    const stored = await world.gateways[0].core.profiles.storedForms(key);
    expect(stored).toHaveLength(4);
    // The checks pick pictures at random, so the test repeats them until one is found.
    const files = world.inside.mongo.connection.collection<{
      _id: string;
      member: string;
      looseAt: number | null;
    }>('photo_files');
    await files.insertOne({ _id: 'f'.repeat(32), member: id, looseAt: null });
    expect(await check(stored)).toEqual([]);
    expect(await check([noted])).toContain('P3');
    expect(await check(stored, 0)).toContain('L1');
    await files.updateOne({ _id: 'f'.repeat(32) }, { $set: { looseAt: world.clock.now() - 86_400_001 } });
    expect(await check(stored)).toEqual(['P4']);
    await files.deleteOne({ _id: 'f'.repeat(32) });
  });

  const looseFiles = () =>
    world.inside.mongo.connection.collection('photo_files').countDocuments({ looseAt: { $gt: 0 } });

  async function bytesOf(client: HttpClient, filename: string): Promise<Buffer> {
    const answer = await fetch(`${client.gateway.address}/media/${filename}`, {
      headers: { cookie: client.cookie },
    });
    return Buffer.from(await answer.arrayBuffer());
  }
});
