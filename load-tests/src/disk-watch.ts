import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { temporaryData } from '@heartline/testing/bench-access';
import { quantile } from './figures.ts';

/** How long the disk under the engines took to keep a page for good, in milliseconds. */
export interface DiskSyncs {
  p50: number;
  p99: number;
  longest: number;
}

/**
 * What `work` answered, and what the disk did meanwhile. Every message waits for a sync of the engine's log, so a disk that
 * stalls decides each p99 and where a knee lies, and no other figure of a report shows it. Watched by a thread of its own:
 * the generator's loop would count its own delays as the disk's.
 */
export async function besideDisk<T extends object>(work: () => Promise<T>): Promise<T & { disk: DiskSyncs }> {
  const folder = await temporaryData('disk');
  const thread = new Worker(new URL('./disk-thread.ts', import.meta.url), {
    workerData: join(folder, 'page'),
  });
  try {
    await once(thread, 'message');
    const answer = await work();
    const answered = once(thread, 'message') as Promise<[number[]]>;
    thread.postMessage('enough');
    const [took] = await answered;
    return {
      ...answer,
      disk: { p50: quantile(took, 0.5), p99: quantile(took, 0.99), longest: Math.max(...took) },
    };
  } finally {
    await thread.terminate();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A sentence for a report; empty for one from before the disk was watched, or too short for a single sync. */
export function diskText(disk: DiskSyncs | undefined): string {
  if (!disk || !Number.isFinite(disk.p50)) return '';
  const [p50, p99, longest] = [disk.p50, disk.p99, disk.longest].map((ms) => ms.toFixed(ms < 10 ? 1 : 0));
  return `The disk kept a page in ${p50} ms (p99 ${p99}, longest ${longest}).`;
}
