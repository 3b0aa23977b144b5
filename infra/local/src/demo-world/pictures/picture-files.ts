import { createHash } from 'node:crypto';
import type { DemoPerson } from '../demo-person.ts';

/** Raise when the drawing changes, so that pictures of an older hand are drawn again. */
const HAND = 1;

/**
 * The files of one picture: `full` 960 × 1200, `card` 480 × 600, `thumb` 96 × 120, and `locked`, a tiny blur without
 * a recognisable face.
 */
export type PictureFiles = { full: string; card: string; thumb: string; locked: string };

/**
 * Names by content: what goes into a drawing decides its name, so a file that exists is the right one. Each
 * variant has a name of its own, so that the name of a locked picture does not give away the open one.
 */
export function pictureFiles(person: DemoPerson, index: number): PictureFiles {
  const { key, gender, age, hairColor, bodyType, interests } = person;
  const name = (variant: string) =>
    `${createHash('sha256')
      .update(JSON.stringify([HAND, variant, key, index, gender, age, hairColor, bodyType, interests]))
      .digest('hex')
      .slice(0, 24)}.webp`;
  return { full: name('full'), card: name('card'), thumb: name('thumb'), locked: name('locked') };
}
