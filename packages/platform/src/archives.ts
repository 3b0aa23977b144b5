import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** One file inside an archive. `isPacked`: already compressed, as pictures are. */
export interface ArchiveFile {
  name: string;
  bytes: Buffer;
  isPacked?: boolean;
}

/** Zip archives that members download once. They are stored for a day beside the pictures and have no public URL. */
export interface Archives {
  /**
   * Writes an archive file by file as files arrive. Returns its size in bytes. A failed archive leaves nothing behind.
   */
  write(key: string, files: AsyncIterable<ArchiveFile>): Promise<number>;
  read(key: string): Promise<{ stream: Readable; sizeBytes: number } | undefined>;
  /** Removes the archive, and drafts of interrupted runs. */
  remove(key: string): Promise<void>;
}

const KEY = /^[\w-]{20,64}$/;

/** Archives in a folder that every gateway and worker must reach. */
export function createArchives(folder: string): Archives {
  const home = join(folder, 'exports');
  const placeOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('invalid archive key');
    return join(home, `${key}.zip`);
  };
  return {
    async write(key, files) {
      const place = placeOf(key);
      // A unique draft name: a job may run twice at once, and in containers every process has the same pid.
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
      // Removes drafts that a killed process left.
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
  // The first failure ends both sides: a full disk stops the reading, a failed read closes the file.
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

/** Requests a file only after the previous one was read, so an archive needs the memory of one file. */
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
