/** The middle of the values, or the mean of the two in the middle; undefined when there are none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const below = sorted[(sorted.length - 1) >> 1];
  const above = sorted[sorted.length >> 1];
  return below === undefined || above === undefined ? undefined : (below + above) / 2;
}
