/** A decimal number as it is written, without binary rounding: `units` of 10 to the power of minus `places`. */
export interface ExactDecimal {
  units: bigint;
  places: number;
}

export const exactZero: ExactDecimal = { units: 0n, places: 0 };

/**
 * The decimal that a number of the service was written as: the shortest that reads back as the same number, which is
 * the one sent as long as it had at most 15 digits. A text is taken as it is.
 * @throws RangeError for what is no finite number.
 */
export function exactDecimal(value: number | string): ExactDecimal {
  if (!Number.isFinite(Number(value))) throw new RangeError(`${value} is no finite number.`);
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction);
  return places >= 0 ? { units, places } : { units: units * 10n ** BigInt(-places), places: 0 };
}

/** Whether a text is a decimal as the console writes it. */
export function isDecimal(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

/** Whether a text is a decimal of more digits than a number is sure to hold. */
export function isLongDecimal(text: string): boolean {
  return text.length > 15 && isDecimal(text);
}

/** The exact sum of two decimals. */
export function exactSum(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  const places = Math.max(a.places, b.places);
  return { units: unitsAt(a, places) + unitsAt(b, places), places };
}

/** A decimal as text with a point and without idle zeros: `-1250.5`, `0`. */
export function decimalText({ units, places }: ExactDecimal): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function unitsAt({ units, places }: ExactDecimal, wanted: number): bigint {
  return wanted === places ? units : units * 10n ** BigInt(wanted - places);
}
