import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolder } from './cache.ts';
import { deleteAfterUs } from './process-group.ts';
import { identityOf, isAlive } from './process-identity.ts';

let folders = 0;

/**
 * Makes a fresh folder for data that is not needed after this process: it is deleted then. Folders that are left from a
 * power cut are deleted here.
 */
export async function temporaryData(what: string): Promise<string> {
  const home = dataFolder('temporary');
  await mkdir(home, { recursive: true });
  const orphans = (await readdir(home)).filter((name) => !isAlive(name));
  // An engine that is still on its way out may write meanwhile: what can't be deleted now goes next time.
  await Promise.allSettled(orphans.map((name) => rm(join(home, name), { recursive: true, force: true })));
  folders += 1;
  const folder = join(home, `${identityOf(process.pid)}-${what}-${folders}`);
  await mkdir(folder);
  deleteAfterUs(folder);
  return folder;
}
