/**
 * Draws one of several variants by their weights. `random` is from 0 (inclusive) to 1 (exclusive). Undefined without any
 * weight.
 */
export function drawVariant<Variant extends { weight: number }>(
  variants: readonly Variant[],
  random: number,
): Variant | undefined {
  let left = random * variants.reduce((sum, { weight }) => sum + weight, 0);
  return variants.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
}
