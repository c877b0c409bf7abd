/** What an entry may hold: no fractions, for two programs need not write them alike. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [name: string]: CanonicalValue | undefined };

/**
 * The one JSON text of a value (RFC 8785 for texts, whole numbers, lists and objects): names sorted by UTF-16 code
 * units, no spaces, absent members left out.
 * @throws RangeError for a number that is not a safe whole one.
 */
export function canonicalJson(value: CanonicalValue): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new RangeError(
      `${String(value)} has no place in a canonical text: only whole numbers have one spelling.`,
    );
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map((one) => canonicalJson(one)).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .flatMap((name) => {
      const member = value[name];
      return member === undefined ? [] : [`${JSON.stringify(name)}:${canonicalJson(member)}`];
    });
  return `{${members.join(',')}}`;
}

function isList(value: object): value is readonly CanonicalValue[] {
  return Array.isArray(value);
}
