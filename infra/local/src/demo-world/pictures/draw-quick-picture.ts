import { join } from 'node:path';
import type { DemoPerson } from '../demo-person.ts';
import { composeQuickPicture } from './compose-picture.ts';
import { type PictureFiles, pictureFiles } from './picture-files.ts';
import { isDrawn, renderPicture } from './render-picture.ts';

/** The folder of stand-ins until the real picture is drawn; the file names are the same. */
export const quickDir = (outDir: string) => join(outDir, 'quick');

/** Draws a stand-in (the face on a two-colour sheet, about 15 ms) unless the picture or a stand-in is there. */
export async function drawQuickPicture(
  person: DemoPerson,
  index: number,
  outDir: string,
): Promise<PictureFiles> {
  const files = pictureFiles(person, index);
  const dir = quickDir(outDir);
  if ((await isDrawn(outDir, files)) || (await isDrawn(dir, files))) return files;
  await renderPicture({ svg: composeQuickPicture(person, index), dir, files, quick: true });
  return files;
}
