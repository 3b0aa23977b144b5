/** Median of a list, between the middle two of an even one; NaN of an empty one. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const [below, above] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return below === undefined || above === undefined ? Number.NaN : (below + above) / 2;
}

/** The value that `share` of the list lies at or below (nearest rank). */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

/** `min / median / max`, rounded for a table. */
export function spread(values: readonly number[], digits = 2): string {
  const round = (value: number) => value.toFixed(digits);
  return `${round(Math.min(...values))} / ${round(median(values))} / ${round(Math.max(...values))}`;
}
