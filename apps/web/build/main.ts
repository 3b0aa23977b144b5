import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { swapFolder } from './swap-folder.ts';

/**
 * Builds the web app beside what is served now and swaps the two when it is done: a site that runs is never half built,
 * and a build that fails leaves the last one. Plain `vite build` empties `dist` first.
 */
const web = fileURLToPath(new URL('..', import.meta.url));
const dist = join(web, 'dist');
/** Builds under way, one folder each. Each holds a `dist`, which every tool knows to leave alone. */
const drafts = join(web, '.drafts');
const next = join(drafts, String(process.pid), 'dist');

try {
  await build({
    root: web,
    logLevel: process.argv.includes('--quiet') ? 'warn' : 'info',
    build: { outDir: next, emptyOutDir: true },
  });
  await swapFolder(dist, next);
} finally {
  await rm(join(drafts, String(process.pid)), { recursive: true, force: true });
  await removeLeftovers();
}

/** What builds that were killed left behind. */
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
