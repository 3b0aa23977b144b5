import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** One file inside an archive. `isPacked` says that it is compressed already, as pictures are. */
export interface ArchiveFile {
  name: string;
  bytes: Buffer;
  isPacked?: boolean;
}

/** Zip archives that members fetch once, kept for a day beside the pictures, out of reach of any address. */
export interface Archives {
  /** Writes one, file by file as they come, and answers its size in bytes. Nothing is left of one that failed. */
  write(key: string, files: AsyncIterable<ArchiveFile>): Promise<number>;
  read(key: string): Promise<{ stream: Readable; sizeBytes: number } | undefined>;
  /** Removes it, and what runs that were cut off had written of it. */
  remove(key: string): Promise<void>;
}

const KEY = /^[\w-]{20,64}$/;

/** Archives in a folder that every gateway and worker reaches. */
export function createArchives(folder: string): Archives {
  const home = join(folder, 'exports');
  const placeOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('not the key of an archive');
    return join(home, `${key}.zip`);
  };
  return {
    async write(key, files) {
      const place = placeOf(key);
      // A name of its own: a job may run twice at once, and in containers every process has the same number.
      const draft = `${place}.${randomUUID()}.draft`;
      await mkdir(home, { recursive: true });
      try {
        const sizeBytes = await writeZip(draft, files);
        await rename(draft, place);
        return sizeBytes;
      } finally {
        await rm(draft, { force: true });
      }
    },
    async read(key) {
      try {
        const file = await open(placeOf(key));
        const { size } = await file.stat();
        return { stream: file.createReadStream(), sizeBytes: size };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async remove(key) {
      await rm(placeOf(key), { force: true });
      // A process that was killed left what it had written.
      for (const name of await readdir(home).catch(() => [])) {
        if (name.startsWith(`${key}.zip.`)) await rm(join(home, name), { force: true });
      }
    },
  };
}

async function writeZip(path: string, files: AsyncIterable<ArchiveFile>): Promise<number> {
  const zip = new ZipFile();
  const sink = createWriteStream(path, { flush: true });
  const written = pipeline(zip.outputStream, sink);
  const added = addAll(zip, files);
  // Whichever fails first ends the other: a full disk stops the reading, a failed read closes the file.
  await Promise.all([
    written,
    added.catch((error: unknown) => {
      sink.destroy(error as Error);
      throw error;
    }),
  ]).catch(async (error: unknown) => {
    await written.catch(() => undefined);
    throw error;
  });
  return sink.bytesWritten;
}

/** The next file is asked for when the one before has been read, so an archive costs the memory of one file. */
async function addAll(zip: ZipFile, files: AsyncIterable<ArchiveFile>): Promise<void> {
  const failed = new Promise<never>((_resolve, reject) => {
    zip.once('error', reject);
    (zip.outputStream as Readable).once('error', reject);
  });
  failed.catch(() => undefined);
  for await (const { name, bytes, isPacked = false } of files) {
    const stream = Readable.from([bytes]);
    const read = once(stream, 'end');
    zip.addReadStream(stream, name, { compress: !isPacked, mtime: new Date() });
    await Promise.race([read, failed]);
  }
  zip.end();
}
