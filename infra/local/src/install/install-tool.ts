import { access, mkdir, rename, rm } from 'node:fs/promises';
import { cacheFolder, lockFolder, requireFreeSpace, toolFolder } from '../cache.ts';
import { withLock } from '../lock.ts';
import { type Progress, timed } from '../progress.ts';

export interface Tool {
  name: string;
  version: string;
  /** Free disk space asked for before anything is downloaded. */
  megabytes: number;
}

/**
 * Installs a tool into the cache once per machine and answers with its folder. `build` fills an empty folder, which
 * gets its final name only when it is complete, so a crash half-way leaves nothing that looks installed.
 * Processes that want the same tool at the same time wait for the first.
 */
export async function installTool(
  { name, version, megabytes }: Tool,
  log: Progress,
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = toolFolder(name, version);
  if (await exists(folder)) return folder;
  const install = async () => {
    if (await exists(folder)) return folder;
    await requireFreeSpace(cacheFolder(), megabytes);
    const partial = `${folder}.partial`;
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true });
    await timed(log, `installing ${name} ${version}`, () => build(partial));
    await rename(partial, folder);
    return folder;
  };
  return withLock(lockFolder(`${name}-${version}`), install, (_, detail) =>
    log(`waiting for ${name}`, detail),
  );
}

/** True if the file or folder exists. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
