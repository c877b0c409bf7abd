import 'server-only';
import { journalFields } from '@/lib/domain/journal/fields';

const mostPlaces = 5; // those of Business Central's quantities
const largestSum = 10 ** 15; // what doubles hold to the last digit, and SQLite writes so

/**
 * Finds out, while lines pass, in how many decimal places a field's values are whole numbers small enough for doubles
 * to add up exactly, in any order; adding up the values themselves would drift.
 */
export class DecimalPlaces {
  readonly #fields = new Map(
    journalFields
      .filter(({ kind }) => kind === 'decimal')
      .map(({ name }) => [name, { places: 0, sum: 0, isLong: false }]),
  );

  /** Looks at a decimal's value; a text has more digits than a double. */
  see(name: string, value: number | string): void {
    const field = this.#fields.get(name);
    if (!field) return;
    if (typeof value === 'string') {
      field.isLong = true;
      field.places = mostPlaces + 1;
      return;
    }
    field.sum += Math.abs(value);
    // Dividing gives the double next to the decimal of so many units: the same one, unless the value is finer.
    while (field.places <= mostPlaces && unitsOf(value, field.places) / 10 ** field.places !== value)
      field.places++;
  }

  /** The places of each field whose sums are exact that way; the others need exact arithmetic of our own. */
  known(): ReadonlyMap<string, number> {
    const known = [...this.#fields].filter(
      ([, { places, sum }]) => places <= mostPlaces && sum * 10 ** places < largestSum,
    );
    return new Map(known.map(([name, { places }]) => [name, places]));
  }

  /** The fields that hold a value of more digits than a double. */
  long(): ReadonlySet<string> {
    return new Set([...this.#fields].filter(([, { isLong }]) => isLong).map(([name]) => name));
  }
}

/** A value in units of so many decimal places, as a whole number. */
export function unitsOf(value: number, places: number): number {
  return Math.round(value * 10 ** places);
}
