import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildServed } from './build-served.ts';
import { swapFolder } from './swap-folder.ts';

/**
 * Builds the web app beside the served one and swaps the two at the end. A running site is never half built, and a
 * failed build leaves the last one; plain `vite build` empties `dist` first.
 */
const web = fileURLToPath(new URL('..', import.meta.url));
const dist = join(web, 'dist');
/** Running builds, one folder each. Each has a `dist`, which every tool ignores. */
const drafts = join(web, '.drafts');
const next = join(drafts, String(process.pid), 'dist');

try {
  const logLevel = process.argv.includes('--quiet') ? 'warn' : 'info';
  await build({
    root: web,
    logLevel,
    build: { outDir: next, emptyOutDir: true },
  });
  await buildServed(join(next, 'served'), logLevel);
  await swapFolder(dist, next);
} finally {
  await rm(join(drafts, String(process.pid)), { recursive: true, force: true });
  await removeLeftovers();
}

/** Removes the folders of builds that were killed. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(drafts).catch(() => [])) {
    if (!isRunning(Number(name))) await rm(join(drafts, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
