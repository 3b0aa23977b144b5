import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { DemoPerson } from '../demo-person.ts';
import { quickDir } from './draw-quick-picture.ts';
import type { DrawOrder, DrawReport } from './draw-worker.ts';

/** Progress of the drawing; `perSecond` counts pictures of this run only. */
export type DrawProgress = { done: number; total: number; quick: number; perSecond: number };

/**
 * Draws every gallery into `outDir`, in a child process at low priority that ends with its parent:
 *
 * - First come stand-ins for the main pictures of the first 60 people, within seconds, then all pictures.
 * - Existing pictures stay, so a second call continues after the first one.
 * - An aborted `signal` stops the child, and the call returns the progress.
 *
 * Throws if the child fails (disk full, folder not writable); its message is on standard error.
 */
export async function drawPictures(options: {
  people: readonly DemoPerson[];
  outDir: string;
  onProgress?: (progress: DrawProgress) => void;
  signal?: AbortSignal;
}): Promise<DrawProgress> {
  const { people, outDir, onProgress, signal } = options;
  const total = people.reduce((sum, person) => sum + person.pictureCount, 0);
  const progress: DrawProgress = { done: 0, total, quick: 0, perSecond: 0 };
  if (signal?.aborted) return progress;
  const worker = fork(fileURLToPath(new URL('./draw-worker.ts', import.meta.url)), {
    serialization: 'advanced',
  });
  const stop = () => worker.kill();
  signal?.addEventListener('abort', stop, { once: true });
  let startedAt: number | undefined;
  worker.on('message', ({ drawn, stored, quick }: DrawReport) => {
    if (drawn > 0) startedAt ??= performance.now();
    const seconds = startedAt === undefined ? 0 : (performance.now() - startedAt) / 1000;
    Object.assign(progress, {
      done: drawn + stored,
      quick,
      perSecond: seconds > 0 ? (drawn - 1) / seconds : 0,
    });
    onProgress?.({ ...progress });
  });
  const order: DrawOrder = { people: [...people], outDir, quickFirst: 60 };
  worker.send(order);
  const code = await new Promise<number | null>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', resolve);
  });
  signal?.removeEventListener('abort', stop);
  if (code !== 0 && !signal?.aborted)
    throw new Error(`The drawing of the demo pictures ended with code ${code}.`);
  if (progress.done === total) await rm(quickDir(outDir), { recursive: true, force: true });
  return progress;
}
