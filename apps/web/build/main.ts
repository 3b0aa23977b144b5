import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { swapFolder } from './swap-folder.ts';

/**
 * Builds the web app beside what is served now and swaps the two when it is done: a site that runs is never half built,
 * and a build that fails leaves the last one. Plain `vite build` empties `dist` first.
 */
const web = fileURLToPath(new URL('..', import.meta.url));
const dist = join(web, 'dist');
const next = `${dist}.next-${process.pid}`;

try {
  await build({
    root: web,
    logLevel: process.argv.includes('--quiet') ? 'warn' : 'info',
    build: { outDir: next, emptyOutDir: true },
  });
  await swapFolder(dist, next);
} finally {
  await rm(next, { recursive: true, force: true });
  await removeLeftovers();
}

/** What builds that were killed left behind. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(web)) {
    const pid = /^dist\.next-(\d+)/.exec(name)?.[1];
    if (!pid || isRunning(Number(pid))) continue;
    await rm(join(web, basename(name)), { recursive: true, force: true });
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
