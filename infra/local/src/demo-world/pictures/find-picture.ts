import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { quickDir } from './draw-quick-picture.ts';

/**
 * The best there is of a picture file: the drawing, or its stand-in, which must not be cached for long.
 * Nothing if neither is there yet.
 */
export async function findPicture(
  outDir: string,
  name: string,
): Promise<{ path: string; standIn: boolean } | undefined> {
  for (const [dir, standIn] of [
    [outDir, false],
    [quickDir(outDir), true],
  ] as const) {
    const path = join(dir, name);
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return { path, standIn };
  }
  return undefined;
}
