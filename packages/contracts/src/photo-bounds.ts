import type { Refusal } from './errors.ts';

/** What a picture must be like to be taken in. */
export interface PhotoBounds {
  /** Fewest pixels of the short side. */
  leastSide: number;
  /** How many times as long as the short side the long one may be. */
  ratio: number;
}

/**
 * Bounds by purpose. A profile photo fills a card of 320 by 400 pixels, and what the server keeps of it (2,048 pixels
 * long) must do so too. A chat photo may be a long screenshot or a panorama. A report has no picture of its own.
 */
export const PHOTO_BOUNDS = {
  profile: { leastSide: 400, ratio: 4 },
  chat: { leastSide: 32, ratio: 10 },
} as const satisfies Record<string, PhotoBounds>;

export type BoundsFault = 'too-small' | 'too-narrow';

/** What is wrong with a picture of this size, in pixels, either way up; undefined when it may be taken. */
export function boundsFault(
  { width, height }: { width: number; height: number },
  { leastSide, ratio }: PhotoBounds,
): BoundsFault | undefined {
  const [short, long] = width < height ? [width, height] : [height, width];
  if (long > short * ratio) return 'too-narrow';
  return short < leastSide ? 'too-small' : undefined;
}

/** The same as a member reads it. */
export function boundsRefusal(fault: BoundsFault, { leastSide, ratio }: PhotoBounds): Refusal {
  return fault === 'too-small'
    ? { code: 'PHOTO_TOO_SMALL', values: { pixels: leastSide } }
    : { code: 'PHOTO_TOO_NARROW', values: { ratio } };
}
