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
 * Entry of the process that decodes untrusted pictures. It holds no secrets, connections or data of other members.
 *
 * - Time: the parent limits it.
 * - Memory: libvips works on its own threads, so this event loop can watch the size of the process. Past the limit
 *   the process exits at once, which the parent reads as a refusal.
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
// A terminal or systemd may signal all processes of a service. The service still answers requests and ends this one
// itself.
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
