import { setPriority } from 'node:os';
import sharp from 'sharp';
import type { DemoPerson } from '../demo-person.ts';
import { composePicture } from './compose-picture.ts';
import { drawQuickPicture } from './draw-quick-picture.ts';
import { pictureFiles } from './picture-files.ts';
import { isDrawn, renderPicture } from './render-picture.ts';

/** The order of the parent: all people, the folder, and the number of stand-ins to draw first. */
export type DrawOrder = { people: DemoPerson[]; outDir: string; quickFirst: number };
/** The report of the worker after each picture. */
export type DrawReport = { drawn: number; stored: number; quick: number };

const LOW_PRIORITY = 10;

/** Main pictures of everybody come before the second picture of anybody: grids fill first. */
function* inOrder(people: readonly DemoPerson[]): Generator<[DemoPerson, number]> {
  const most = Math.max(0, ...people.map((person) => person.pictureCount));
  for (let index = 0; index < most; index++)
    for (const person of people) if (index < person.pictureCount) yield [person, index];
}

async function work({ people, outDir, quickFirst }: DrawOrder): Promise<void> {
  const report: DrawReport = { drawn: 0, stored: 0, quick: 0 };
  for (const person of people.slice(0, quickFirst)) {
    await drawQuickPicture(person, 0, outDir);
    report.quick++;
    process.send?.(report);
  }
  for (const [person, index] of inOrder(people)) {
    const files = pictureFiles(person, index);
    if (await isDrawn(outDir, files)) report.stored++;
    else {
      await renderPicture({ svg: composePicture(person, index), dir: outDir, files });
      report.drawn++;
    }
    process.send?.(report);
  }
}

sharp.concurrency(1);
sharp.cache(false);
setPriority(LOW_PRIORITY);
process.on('disconnect', () => process.exit(0));
process.once('message', (order: DrawOrder) => {
  work(order).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
