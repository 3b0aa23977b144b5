import type { Refusal } from './errors.ts';

/** Bounds of an accepted picture. */
export interface PhotoBounds {
  /** Fewest pixels of the short side. */
  leastSide: number;
  /** The largest ratio of the long side to the short side. */
  ratio: number;
}

/**
 * Bounds by purpose: a profile photo fills a card of 320 by 400 pixels, also after the server shrank it to 2,048 pixels. A
 * chat photo may be a long screenshot or a panorama. A report has no picture of its own.
 */
export const PHOTO_BOUNDS = {
  profile: { leastSide: 400, ratio: 4 },
  chat: { leastSide: 32, ratio: 10 },
} as const satisfies Record<string, PhotoBounds>;

export type BoundsFault = 'too-small' | 'too-narrow';

/** The fault of a picture of this size in pixels, in either orientation; undefined if it is accepted. */
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
