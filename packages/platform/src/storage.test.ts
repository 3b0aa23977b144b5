import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStorage, PICTURE_SIZES, type Storage } from './storage.ts';

describe('pictures in storage', () => {
  let folder: string;
  let storage: Storage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heartline-storage-'));
    storage = createStorage(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Black and white stripes one pixel wide, with a place in its EXIF data. */
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

  it('keeps its own forms only, without what a camera wrote into them', async () => {
    const key = await storage.putPicture(await photograph());
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
    expect(await readdir(join(folder, key.slice(0, 2), key))).toHaveLength(PICTURE_SIZES.length);
  });

  it('leaves nothing to make out in the blurred form', async () => {
    const half = await sharp({ create: { width: 400, height: 500, channels: 3, background: 'black' } })
      .composite([
        { input: { create: { width: 4, height: 500, channels: 3, background: 'white' } }, left: 100, top: 0 },
      ])
      .png()
      .toBuffer();
    const key = await storage.putPicture(half);
    const { channels } = await sharp(await storage.readPicture(key, 'blur')).stats();
    expect(channels[0]?.max).toBeLessThan(64);
  });

  it('refuses what is no picture', async () => {
    for (const bad of ['<svg/>', '%PDF-1.4', '<html><script>1</script></html>', '']) {
      await expect(storage.putPicture(Buffer.from(bad))).rejects.toThrow(/Input/);
    }
    const whole = await photograph();
    await expect(storage.putPicture(whole.subarray(0, 200))).rejects.toThrow(/JPEG|Input/);
  });

  it('finds nothing under a key that is none, and nothing that was removed', async () => {
    for (const key of ['../../etc/passwd', '', 'a'.repeat(32), `${'a'.repeat(32)}/..`]) {
      expect(await storage.readPicture(key, 'large')).toBeUndefined();
    }
    const key = await storage.putPicture(await photograph());
    await storage.removePicture(key);
    expect(await storage.readPicture(key, 'large')).toBeUndefined();
  });
});
