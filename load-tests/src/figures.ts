/** Median of a list; NaN of an empty one. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
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
