import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf, isAlive } from './process-identity.ts';
import { type Progress, silent } from './progress.ts';

/**
 * A lock between processes that survives every crash. It is a folder:
 *
 * 1. Each contender writes a file that names its process (pid and start time), then lists the folder.
 * 2. A contender that finds itself alone holds the lock, so never two hold it.
 * 3. Contenders that meet step back for a random time.
 * 4. A file of an ended process is removed by its own name, so it can’t be the file of a new contender.
 */
let claims = 0;

export interface HeldLock {
  release(): Promise<void>;
}

/** Takes the lock, or answers with the pid that holds it. */
export async function tryLock(folder: string): Promise<HeldLock | { holder: number }> {
  await mkdir(folder, { recursive: true });
  const before = await rival(folder);
  if (before !== undefined) return { holder: before };
  claims += 1;
  const claim = `${identityOf(process.pid)}-${claims}`;
  await writeFile(join(folder, claim), '');
  const met = await rival(folder, claim);
  const release = () => rm(join(folder, claim), { force: true });
  if (met === undefined) return { release };
  await release();
  return { holder: met };
}

/** The pid of the process that holds the lock, if one does. */
export async function holderOf(folder: string): Promise<number | undefined> {
  return rival(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
}

async function rival(folder: string, own?: string): Promise<number | undefined> {
  for (const claim of await readdir(folder)) {
    if (claim === own) continue;
    if (isAlive(claim)) return Number.parseInt(claim, 10);
    await rm(join(folder, claim), { force: true });
  }
  return undefined;
}

/** Runs `work` while holding the lock, waiting for as long as a living process holds it. */
export async function withLock<T>(
  folder: string,
  work: () => Promise<T>,
  log: Progress = silent,
): Promise<T> {
  for (let reported = false; ; reported = true) {
    const lock = await tryLock(folder);
    if ('release' in lock) {
      try {
        return await work();
      } finally {
        await lock.release();
      }
    }
    if (!reported && lock.holder !== process.pid)
      log('waiting', `process ${lock.holder} is doing the same work`);
    await sleep(20 + Math.random() * 180);
  }
}
