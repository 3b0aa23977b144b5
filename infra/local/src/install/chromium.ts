import { access, constants } from 'node:fs/promises';
import { cacheFolder, lockFolder, requireFreeSpace } from '../cache.ts';
import { withLock } from '../lock.ts';
import { type Progress, timed } from '../progress.ts';
import { onPath, runCommand } from '../run-command.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * A Chromium for tests in a real browser: `given` (CHROMIUM_PATH), one on PATH, or Debian's, installed as root.
 * Answers with the path of the program; throws a sentence that names these ways.
 */
export async function ensureChromium(log: Progress, given?: string): Promise<string> {
  if (given) return requireProgram(given);
  const present = await onPath(...names);
  if (present) return present;
  if (process.getuid?.() !== 0 || !(await onPath('apt-get'))) {
    throw new Error(
      'There is no Chromium. Set CHROMIUM_PATH to one, or install it: sudo apt-get install chromium',
    );
  }
  return withLock(lockFolder('chromium'), () => timed(log, 'installing chromium', installWithApt));
}

async function requireProgram(path: string): Promise<string> {
  await access(path, constants.X_OK).catch((error: Error) => {
    throw new Error(`CHROMIUM_PATH is ${path}, which is no program.`, { cause: error });
  });
  return path;
}

async function installWithApt(): Promise<string> {
  const present = await onPath(...names);
  if (present) return present;
  await requireFreeSpace(cacheFolder(), 800);
  // Another apt on this machine is waited for rather than refused.
  const apt = (...args: string[]) =>
    runCommand('env', [
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-qy',
      '-o',
      'DPkg::Lock::Timeout=120',
      ...args,
    ]);
  await apt('update');
  await apt('install', '--no-install-recommends', 'chromium');
  const installed = await onPath(...names);
  if (!installed) throw new Error('apt-get installed chromium, yet it is not on PATH.');
  return installed;
}
