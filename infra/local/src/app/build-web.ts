import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFolder } from '../cache.ts';
import { exists } from '../install/install-tool.ts';
import { withLock } from '../lock.ts';
import { type Progress, timed } from '../progress.ts';
import { runCommand } from '../run-command.ts';
import { ROOT } from './places.ts';

const WEB = join(ROOT, 'apps/web');
export const WEB_DIR = join(WEB, 'dist');
const STAMP = join(WEB_DIR, '.sources');

/** Sources of the built web app. */
const SOURCES = [
  'apps/web/{src,public,build}/**/*.*',
  'apps/web/{index.html,vite.config.ts,package.json}',
  'packages/{contracts,domain,i18n,ui}/{src,locales}/**/*.*',
  'packages/{contracts,domain,i18n,ui}/package.json',
  'package-lock.json',
];

/**
 * Builds the web app unless it was built from exactly these sources before; what is served meanwhile stays whole. Of
 * several who ask at once one builds, and the others wait for it. Throws with the last words of the build.
 */
export async function buildWeb(log: Progress): Promise<void> {
  const sources = await hashOf(SOURCES);
  if (await isBuiltFrom(sources)) return;
  await withLock(
    lockFolder('web-app'),
    async () => {
      if (!(await isBuiltFrom(sources))) await build(sources, log);
    },
    log,
  );
}

async function isBuiltFrom(sources: string): Promise<boolean> {
  const built = await readFile(STAMP, 'utf8').catch(() => '');
  return built === sources && (await exists(join(WEB_DIR, 'index.html')));
}

async function build(sources: string, log: Progress): Promise<void> {
  await timed(log, 'building the web app', async () => {
    // The caller may be a test. Build for production anyway: members get a page with a service worker.
    const production = ['NODE_ENV=production', process.execPath, 'build/main.ts', '--quiet'];
    await runCommand('env', production, {
      cwd: WEB,
      timeoutMs: 300_000,
    });
    await writeFile(STAMP, sources);
  });
}

async function hashOf(patterns: readonly string[]): Promise<string> {
  const files: string[] = [];
  for (const pattern of patterns) for await (const file of glob(pattern, { cwd: ROOT })) files.push(file);
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(file).update(await readFile(join(ROOT, file)));
  return hash.digest('hex');
}
