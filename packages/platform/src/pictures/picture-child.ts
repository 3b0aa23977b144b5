import type { PhotoBounds } from '@heartline/contracts/photo-bounds';
import {
  type PictureBox,
  type PictureExtent,
  type PictureFault,
  PictureRefused,
  tameSharp,
  writeForms,
} from './picture-forms.ts';

/**
 * Entry of the process that decodes pictures of strangers. It holds no secret, no connection and no other member's
 * data; what it may cost is bounded from outside (time) and here (memory).
 *
 * Memory: libvips works on threads of its own, so this loop stays free to look at the size of the process. Past the
 * limit the process ends at once, and the parent reads that as a refusal.
 */
export interface PictureTask {
  source: string;
  target: string;
  box: PictureBox | null;
  bounds?: PhotoBounds | undefined;
  pixels: number;
}

export type PictureOutcome =
  | { ok: true; extent: PictureExtent }
  | { ok: false; fault: PictureFault }
  | { ok: false; error: string };

export const OUT_OF_MEMORY = 77;
const LOOK_EVERY_MS = 10;

const limitBytes = Number(process.argv[2] ?? 0) * 1024 * 1024;
setInterval(() => {
  if (limitBytes > 0 && process.memoryUsage.rss() > limitBytes) process.exit(OUT_OF_MEMORY);
}, LOOK_EVERY_MS).unref();

tameSharp();
process.on('message', (task: PictureTask) => void answer(task));
process.on('disconnect', () => process.exit(0));
// A terminal or systemd may tell all processes of a service to end; the service answers on and ends this one itself.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);

async function answer({ source, target, box, ...limits }: PictureTask): Promise<void> {
  let outcome: PictureOutcome;
  try {
    outcome = { ok: true, extent: await writeForms(source, target, box, limits) };
  } catch (error) {
    outcome =
      error instanceof PictureRefused
        ? { ok: false, fault: error.fault }
        : { ok: false, error: String(error) };
  }
  process.send?.(outcome);
}
