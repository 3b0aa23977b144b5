import { access, constants } from 'node:fs/promises';
import { cacheFolder, lockFolder, requireFreeSpace } from '../cache.ts';
import { readEngineConfig } from '../engines/config.ts';
import { withLock } from '../lock.ts';
import { type Progress, timed } from '../progress.ts';
import { onPath, runCommand } from '../run-command.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The Chromium of CHROMIUM_PATH, or one on PATH. Throws a sentence when the first is no program. */
export async function findChromium(): Promise<string | undefined> {
  const { chromiumPath: given } = readEngineConfig();
  return given ? requireProgram(given) : onPath(...names);
}

/** True if Debian’s package can be installed here. */
export const canInstallChromium = async () => process.getuid?.() === 0 && Boolean(await onPath('apt-get'));

/**
 * A Chromium for tests in a real browser: that of CHROMIUM_PATH, one on PATH, or Debian's, installed as root.
 * Answers with the path of the program; throws a sentence that names these ways.
 */
export async function ensureChromium(log: Progress): Promise<string> {
  const present = await findChromium();
  if (present) return present;
  if (!(await canInstallChromium())) {
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
