import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** The forms a picture is kept in. `blur` is what those see for whom it is locked: nothing can be made out. */
export const PICTURE_SIZES = ['large', 'thumb', 'blur'] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];

/** Pictures of members. Only forms made here are kept, never what was uploaded. */
export interface Storage {
  /** Decodes a picture, makes all forms of it and answers the key they are kept under. Rejects when it is none. */
  putPicture(bytes: Uint8Array): Promise<string>;
  /** The WebP bytes of one form, or undefined when there is no such picture. */
  readPicture(key: string, size: PictureSize): Promise<Buffer | undefined>;
  removePicture(key: string): Promise<void>;
}

const KEY = /^[0-9a-f]{32}$/;
/** More pixels than a camera makes are an attack on memory. */
const MAX_PIXELS = 50_000_000;

/** Pictures kept in a folder, which every gateway and worker must reach. */
export function createStorage(folder: string): Storage {
  const placeOf = (key: string) => join(folder, key.slice(0, 2), key);
  return {
    async putPicture(bytes) {
      const key = randomBytes(16).toString('hex');
      const forms = await makeForms(bytes);
      const place = placeOf(key);
      const draft = `${place}.draft`;
      await mkdir(draft, { recursive: true });
      for (const [size, form] of Object.entries(forms)) await writeDurably(join(draft, `${size}.webp`), form);
      await rename(draft, place);
      return key;
    },
    async readPicture(key, size) {
      if (!KEY.test(key)) return undefined;
      try {
        const file = await open(join(placeOf(key), `${size}.webp`));
        try {
          return await file.readFile();
        } finally {
          await file.close();
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async removePicture(key) {
      if (KEY.test(key)) await rm(placeOf(key), { recursive: true, force: true });
    },
  };
}

async function makeForms(bytes: Uint8Array): Promise<Record<PictureSize, Buffer>> {
  const upright = await sharp(bytes, { limitInputPixels: MAX_PIXELS, animated: false })
    .rotate()
    .resize({ width: 1_280, height: 1_600, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = () => sharp(upright.data, { raw: upright.info });
  const [large, thumb, blur] = await Promise.all([
    picture().webp({ quality: 82 }).toBuffer(),
    picture().resize(320, 400, { fit: 'cover', position: 'attention' }).webp({ quality: 78 }).toBuffer(),
    // Twelve pixels wide, then softened: whoever undoes the blur finds nothing.
    picture()
      .resize(12, 15, { fit: 'cover' })
      .toBuffer()
      .then((tiny) => sharp(tiny, { raw: { width: 12, height: 15, channels: upright.info.channels } }))
      .then((tiny) => tiny.resize(320, 400, { kernel: 'cubic' }).blur(18).webp({ quality: 40 }).toBuffer()),
  ]);
  return { large, thumb, blur };
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
