import { join } from 'node:path';
import type { Mongo } from '@heartline/platform';
import { cacheFolder } from '../cache.ts';
import { type DemoPerson, drawPictures } from '../demo-world/index.ts';
import type { Progress } from '../progress.ts';
import { createPicturePublisher, drawStandIns } from '../seed/seed-pictures.ts';

/**
 * The folder of the drawings of the demo world, beside the tools. All checkouts share it, since drawing takes a core for
 * minutes.
 */
export const drawingsFolder = () => join(cacheFolder(), 'drawings');
const PUBLISH_EVERY_MS = 2_000;

/** Draws the pictures of the demo world at low priority and hangs them up as they get ready. Answers what stops it. */
export function drawInBackground(
  mongo: Mongo,
  people: readonly DemoPerson[],
  media: string,
  log: Progress,
): () => Promise<void> {
  const drawings = drawingsFolder();
  const publish = createPicturePublisher(mongo, { drawings, media });
  const stopping = new AbortController();
  const draw = async () => {
    await drawStandIns(people, drawings);
    await publish(people);
    let dueAt = 0;
    let publishing: Promise<unknown> = Promise.resolve();
    const { done, total } = await drawPictures({
      people,
      outDir: drawings,
      signal: stopping.signal,
      onProgress: () => {
        if (Date.now() < dueAt) return;
        dueAt = Date.now() + PUBLISH_EVERY_MS;
        publishing = publishing.then(() => publish(people));
      },
    });
    await publishing;
    if (stopping.signal.aborted) return;
    const changed = await publish(people);
    if (done === total && changed > 0) log('pictures', `all ${total} are drawn`);
  };
  const drawing = draw().catch((error: unknown) => {
    if (!stopping.signal.aborted) log('pictures could not be drawn', String(error));
  });
  return async () => {
    stopping.abort();
    await drawing;
  };
}
