/** Median of a list: the mean of the middle two if its length is even; NaN if it is empty. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const [below, above] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return below === undefined || above === undefined ? Number.NaN : (below + above) / 2;
}

/** The quantile of a list by nearest rank: `share` of the values are at or below it. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

/** `min / median / max`, rounded for a table. */
export function spread(values: readonly number[], digits = 2): string {
  const round = (value: number) => value.toFixed(digits);
  return `${round(Math.min(...values))} / ${round(median(values))} / ${round(Math.max(...values))}`;
}
