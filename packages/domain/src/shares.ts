/** A share with its 95 % interval, each from 0 to 1. */
export interface Share {
  share: number;
  low: number;
  high: number;
}

/** Fewer than these say nothing: the interval would be wider than what it measures. */
export const FEWEST_FOR_SHARE = 30;
/** Standard deviations of a 95 % interval. */
const Z = 1.959_964;

/**
 * The share of `part` in `whole` with its 95 % interval by Wilson, which holds for few and for rare events as well.
 * `too few` below 30. `unknown` if the part is larger than the whole: some of the whole was not counted.
 */
export function shareOf(part: number, whole: number): Share | 'too few' | 'unknown' {
  if (part > whole) return 'unknown';
  if (whole < FEWEST_FOR_SHARE) return 'too few';
  const share = part / whole;
  const spread = Z ** 2 / whole;
  const centre = (share + spread / 2) / (1 + spread);
  const half = (Z * Math.sqrt((share * (1 - share)) / whole + spread / (4 * whole))) / (1 + spread);
  return { share, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}
