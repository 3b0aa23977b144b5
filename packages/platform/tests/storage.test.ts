import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PICTURE_SIZES, PictureRefused } from '../src/pictures/picture-forms.ts';
import { createStorage, type Storage } from '../src/storage.ts';

describe('picture storage', () => {
  let folder: string;
  let storage: Storage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heartline-storage-'));
    storage = createStorage(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Black and white stripes, one pixel wide, with a location in the EXIF data. */
  async function photograph(): Promise<Buffer> {
    const width = 800;
    const height = 1_000;
    const data = Buffer.alloc(width * height * 3);
    for (let at = 0; at < data.length; at += 1) data[at] = Math.floor(at / 3) % 2 ? 255 : 0;
    return sharp(data, { raw: { width, height, channels: 3 } })
      .withExif({ IFD0: { Copyright: 'here' }, IFD3: { GPSLatitude: '52/1 22/1 0/1' } })
      .jpeg()
      .toBuffer();
  }

  async function put(bytes: Uint8Array): Promise<string> {
    const key = storage.newKey();
    await storage.putPicture(key, bytes, 1_000_000);
    return key;
  }

  const fault = (work: Promise<unknown>) =>
    work.then(
      () => 'kept',
      (error: unknown) => (error instanceof PictureRefused ? error.fault : String(error)),
    );

  it("stores re-encoded forms without the camera's metadata", async () => {
    const key = await put(await photograph());
    for (const size of PICTURE_SIZES) {
      const bytes = await storage.readPicture(key, size);
      const meta = await sharp(bytes).metadata();
      expect([size, meta.format, meta.exif, meta.xmp, meta.icc]).toEqual([
        size,
        'webp',
        undefined,
        undefined,
        undefined,
      ]);
      expect(bytes?.includes('here')).toBe(false);
    }
    expect((await readdir(join(folder, key.slice(0, 2), key))).sort()).toEqual(
      PICTURE_SIZES.map((size) => `${size}.webp`).sort(),
    );
  });

  it('turns a picture upright and crops it again from its original', async () => {
    const leftRed = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'blue' } })
      .composite([
        { input: { create: { width: 100, height: 100, channels: 3, background: 'red' } }, left: 0, top: 0 },
      ])
      .withExif({ IFD0: { Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const key = await put(leftRed);
    const original = await sharp(await storage.readPicture(key, 'original')).metadata();
    expect([original.width, original.height]).toEqual([100, 200]);

    const cut = storage.newKey();
    await storage.cutPicture(key, cut, { x: 0, y: 0, width: 100, height: 90 });
    const top = await sharp(await storage.readPicture(cut, 'large')).stats();
    expect(top.dominant.r).toBeGreaterThan(200);
    expect(top.dominant.b).toBeLessThan(60);
    const stored = await sharp(await storage.readPicture(cut, 'original')).metadata();
    expect([stored.width, stored.height]).toEqual([100, 200]);
    expect(
      await fault(storage.cutPicture(key, storage.newKey(), { x: 1, y: 0, width: 100, height: 90 })),
    ).toBe('box');
  });

  it('leaves nothing recognisable in the blurred form', async () => {
    const half = await sharp({ create: { width: 400, height: 500, channels: 3, background: 'black' } })
      .composite([
        { input: { create: { width: 4, height: 500, channels: 3, background: 'white' } }, left: 100, top: 0 },
      ])
      .png()
      .toBuffer();
    const { channels } = await sharp(await storage.readPicture(await put(half), 'blur')).stats();
    expect(channels[0]?.max).toBeLessThan(64);
  });

  it('refuses a file that is not a picture, whatever its name, and leaves no file', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    const whole = await photograph();
    const before = await filesIn(folder);
    for (const bad of [svg, '%PDF-1.4', '<html><script>1</script></html>', '', '\0\0\0\x18ftypmp42']) {
      expect([bad.slice(0, 9), await fault(put(Buffer.from(bad)))]).toEqual([bad.slice(0, 9), 'unreadable']);
    }
    expect(await fault(put(whole.subarray(0, 2_000)))).toBe('unreadable');
    expect(await fault(storage.putPicture(storage.newKey(), whole, 1_000))).toBe('too-large');
    expect(await filesIn(folder)).toEqual(before);
  });

  it('removes code hidden behind a picture', async () => {
    const polyglot = Buffer.concat([await photograph(), Buffer.from('<script>alert(1)</script>PK\x03\x04')]);
    const key = await put(polyglot);
    for (const size of PICTURE_SIZES) {
      expect((await storage.readPicture(key, size))?.includes('script')).toBe(false);
    }
  });

  it('finds nothing under an invalid key or after removal', async () => {
    for (const key of ['../../etc/passwd', '', 'a'.repeat(32), `${'a'.repeat(32)}/..`]) {
      expect(await storage.readPicture(key, 'large')).toBeUndefined();
    }
    const key = await put(await photograph());
    await storage.removePicture(key);
    expect(await storage.readPicture(key, 'large')).toBeUndefined();
  });
});

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
