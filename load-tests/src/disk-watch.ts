import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { temporaryData } from '@heartline/testing/bench-access';
import { quantile } from './figures.ts';

/** Durations of the disk's syncs under the engines, in milliseconds. */
export interface DiskSyncs {
  p50: number;
  p99: number;
  longest: number;
}

/**
 * Runs `work` and returns its result with the disk's syncs meanwhile. Every message waits for a sync of the engine's
 * log, so a stalling disk decides each p99 and the knee. A thread of its own watches, since the generator's loop would
 * add its own delays.
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

/** A sentence for a report. Empty for reports without disk figures and for runs shorter than one sync. */
export function diskText(disk: DiskSyncs | undefined): string {
  if (!disk || !Number.isFinite(disk.p50)) return '';
  const [p50, p99, longest] = [disk.p50, disk.p99, disk.longest].map((ms) => ms.toFixed(ms < 10 ? 1 : 0));
  return `The disk kept a page in ${p50} ms (p99 ${p99}, longest ${longest}).`;
}
