import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PhotoBounds } from '@heartline/contracts';
import {
  type PictureBox,
  type PictureExtent,
  PictureRefused,
  type PictureSize,
} from './pictures/picture-forms.ts';
import { createPicturePress, type PicturePress } from './pictures/picture-press.ts';

/** Pictures of members. Only re-encoded forms are stored, never the uploaded file. */
export interface Storage {
  /**
   * A name for a new picture. The caller records it first, so a crash leaves nothing that cannot be found and removed.
   */
  newKey(): string;
  /**
   * Decodes a picture of at most `maxBytes` in a separate process and stores all its forms under `key`. Returns the
   * size of the form `large`.
   * @throws {PictureRefused} when it is not a picture, too large, or out of its bounds.
   */
  putPicture(
    key: string,
    bytes: Uint8Array | Readable,
    maxBytes: number,
    bounds?: PhotoBounds,
  ): Promise<PictureExtent>;
  /** Crops a stored picture again from its original, under a new key. Without a box the whole picture is used. */
  cutPicture(from: string, key: string, box: PictureBox | null): Promise<void>;
  /** The WebP bytes of one form, or undefined when there is no such picture. */
  readPicture(key: string, size: PictureSize): Promise<Buffer | undefined>;
  /** The bytes of one form as a stream, for archives. */
  openPicture(key: string, size: PictureSize): Promise<Readable | undefined>;
  removePicture(key: string): Promise<void>;
}

const CUT_OFF = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET']);
const KEY = /^[0-9a-f]{32}$/;

/** Pictures in a folder that every gateway and worker must reach. */
export function createStorage(folder: string, press: PicturePress = createPicturePress()): Storage {
  const placeOf = (key: string) => join(folder, key.slice(0, 2), key);
  /** Makes the forms in a draft folder and renames it last, so a picture exists whole or not at all. */
  const keep = async <T>(key: string, make: (draft: string) => Promise<T>): Promise<T> => {
    const draft = `${placeOf(key)}.draft`;
    await mkdir(draft, { recursive: true });
    try {
      const made = await make(draft);
      await rename(draft, placeOf(key));
      return made;
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw error;
    }
  };
  const openForm = async (key: string, size: PictureSize) => {
    // Pictures stored before originals existed are whole in their large form.
    const names = size === 'original' ? ['original', 'large'] : [size];
    for (const name of KEY.test(key) ? names : []) {
      const file = await openIfThere(join(placeOf(key), `${name}.webp`));
      if (file) return file;
    }
    return undefined;
  };
  return {
    newKey: () => randomBytes(16).toString('hex'),
    putPicture: (key, bytes, maxBytes, bounds) =>
      keep(key, async (draft) => {
        const source = join(draft, 'upload');
        await writeBounded(source, bytes, maxBytes);
        const extent = await press.press({ source, target: draft, box: null, bounds });
        await rm(source);
        return extent;
      }),
    cutPicture: (from, key, box) =>
      keep(key, async (draft) => {
        const original = await openForm(from, 'original');
        if (!original) throw new PictureRefused('unreadable');
        const source = join(draft, 'upload');
        await pipeline(original.createReadStream(), createWriteStream(source));
        await press.press({ source, target: draft, box });
        await rm(source);
      }),
    async readPicture(key, size) {
      const file = await openForm(key, size);
      try {
        return await file?.readFile();
      } finally {
        await file?.close();
      }
    },
    openPicture: async (key, size) => (await openForm(key, size))?.createReadStream(),
    async removePicture(key) {
      if (!KEY.test(key)) return;
      await rm(placeOf(key), { recursive: true, force: true });
      await rm(`${placeOf(key)}.draft`, { recursive: true, force: true });
    },
  };
}

async function openIfThere(path: string) {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes incoming bytes and stops reading at `maxBytes`. */
async function writeBounded(path: string, bytes: Uint8Array | Readable, maxBytes: number): Promise<void> {
  const source = bytes instanceof Readable ? bytes : Readable.from([bytes]);
  let size = 0;
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > maxBytes) throw new PictureRefused('too-large');
        yield chunk;
      }
    },
    createWriteStream(path),
  ).catch((error: NodeJS.ErrnoException) => {
    // The client disconnected during the upload: nothing is stored.
    throw CUT_OFF.has(error.code ?? '') ? new PictureRefused('unreadable') : error;
  });
  if (size === 0) throw new PictureRefused('unreadable');
}
