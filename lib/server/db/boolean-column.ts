import 'server-only';

/** 1, 0, or null for an unknown value. */
export function columnOf(value: boolean | null | undefined): number | null {
  return value === undefined || value === null ? null : Number(value);
}

export function booleanOf(column: number | null): boolean | null {
  return column === 0 || column === 1 ? column === 1 : null;
}
