/** Rounds to two decimals, halves away from zero, without floating noise in the result's text. */
export function cents(value: number): number {
  return roundTo(value, 100);
}

/** Rounds to the five decimals of a Business Central quantity. */
export function fiveDecimals(value: number): number {
  return roundTo(value, 100_000);
}

function roundTo(value: number, scale: number): number {
  const size = Math.abs(value) * scale;
  // The nudge lifts products such as 1.005 * 100 = 100.49999… back to the half they stand for.
  const rounded = Math.round(size + size * Number.EPSILON * 4) / scale;
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}
