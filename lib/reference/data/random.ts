/**
 * Mixes up to three integers into one unsigned 32-bit number. The same input always gives the same output,
 * so that every row can be computed again instead of being stored.
 */
export function mix(a: number, b: number, c = 0): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b);
  h = Math.imul((h ^ (h >>> 15)) + b, 0xc2b2ae35);
  h = Math.imul((h ^ (h >>> 13)) + c, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A number in [0, 1) from the same three integers. */
export function fraction(a: number, b: number, c = 0): number {
  return mix(a, b, c) / 4_294_967_296;
}

/** An integer in [0, below). */
export function below(limit: number, a: number, b: number, c = 0): number {
  return Math.floor(fraction(a, b, c) * limit);
}

/** One element of a non-empty list. Throws RangeError on an empty one. */
export function choose<T>(list: readonly T[], a: number, b: number, c = 0): T {
  const chosen = list[below(list.length, a, b, c)];
  if (chosen === undefined) throw new RangeError('choose needs a list with at least one element');
  return chosen;
}

/** A GUID that belongs to the two integers; the second one is spelled out in it, so GUIDs of distinct rows differ. */
export function guidOf(seed: number, index: number): string {
  const hex = (value: number): string => value.toString(16).padStart(8, '0');
  const a = hex(mix(seed, index, 1));
  const b = hex(mix(seed, index, 2));
  const c = hex(mix(seed, index, 3));
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${hex(index)}`;
}
