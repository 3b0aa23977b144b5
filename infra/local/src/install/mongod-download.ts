import { join } from 'node:path';
import { cacheFolder, lockFolder, requireFreeSpace } from '../cache.ts';
import { withLock } from '../lock.ts';
import { type Progress, timed } from '../progress.ts';

const version = '8.2.6';
const source = 'https://fastdl.mongodb.org';

const options = () => ({ version, downloadDir: join(cacheFolder(), 'tools', `mongod-${version}`) });

/** The `mongod` that was downloaded before, if any. */
export async function downloadedMongod(): Promise<string | undefined> {
  const { DryMongoBinary } = await import('mongodb-memory-server');
  return DryMongoBinary.locateBinary(options()).catch(() => undefined);
}

/** Why nothing can be downloaded from MongoDB, or `undefined` when its site answers within 3 s. */
export async function whyNoDownload(): Promise<string | undefined> {
  return fetch(source, { method: 'HEAD', signal: AbortSignal.timeout(3000) }).then(
    () => undefined,
    (error: Error) => `${source} can't be reached (${error.message})`,
  );
}

/**
 * MongoDB's own `mongod`, downloaded by mongodb-memory-server: path of the program.
 * Throws within a few seconds where the download site can't be reached.
 */
export async function downloadMongod(log: Progress): Promise<string> {
  const present = await downloadedMongod();
  if (present) return present;
  const why = await whyNoDownload();
  if (why) throw new Error(why);
  return withLock(lockFolder('mongod'), async () => {
    const { MongoBinary } = await import('mongodb-memory-server');
    await requireFreeSpace(options().downloadDir, 600);
    return timed(log, `downloading MongoDB ${version}`, () => MongoBinary.getPath(options()));
  });
}
