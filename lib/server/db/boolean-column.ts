import 'server-only';

/** A yes or no as a column holds it; null and undefined: not known. */
export function columnOf(value: boolean | null | undefined): number | null {
  return value === undefined || value === null ? null : Number(value);
}

/** A column as a yes or no; null where it holds neither. */
export function booleanOf(column: number | null): boolean | null {
  return column === 0 || column === 1 ? column === 1 : null;
}
