import type { JournalFieldKind } from '@/lib/domain/journal/fields';

/** OData types that carry a kind of value as the console reads it. */
const carriers: Record<JournalFieldKind, readonly string[]> = {
  guid: ['Edm.Guid'],
  etag: [],
  integer: ['Edm.Int32', 'Edm.Int64', 'Edm.Int16', 'Edm.Byte', 'Edm.SByte'],
  decimal: ['Edm.Decimal', 'Edm.Double', 'Edm.Single'],
  boolean: ['Edm.Boolean'],
  date: ['Edm.Date'],
  time: ['Edm.TimeOfDay'],
  string: ['Edm.String'],
};

const kindWords: Record<JournalFieldKind, string> = {
  guid: 'a GUID',
  etag: 'a record tag',
  integer: 'a whole number',
  decimal: 'a decimal number',
  boolean: 'yes or no',
  date: 'a date',
  time: 'a time',
  string: 'text',
};

const otherTypes: Record<string, string> = {
  'Edm.DateTimeOffset': 'a date with time',
  'Edm.Duration': 'a duration',
  'Edm.Binary': 'binary data',
  'Edm.Stream': 'a stream',
};

/** Kinds that a JSON number or boolean carries: a page of rows is refused when one arrives as something else. */
const strict: readonly JournalFieldKind[] = ['integer', 'decimal', 'boolean'];

/**
 * Whether a declared type carries the kind of value the console expects. Newer services declare option fields with an
 * enumeration type of their own, whose values arrive as text.
 */
export function carries(kind: JournalFieldKind, declaredType: string): boolean {
  if (carriers[kind].includes(declaredType)) return true;
  return kind === 'string' && !declaredType.startsWith('Edm.') && !declaredType.startsWith('Collection(');
}

/** Whether rows cannot be read any more when a field of this kind is declared with that type. */
export function stopsReading(kind: JournalFieldKind, declaredType: string): boolean {
  const isNumber = (one: JournalFieldKind) => one === 'integer' || one === 'decimal';
  const declaredKind = kindOfType(declaredType);
  if (declaredKind !== undefined && isNumber(kind) && isNumber(declaredKind)) return false;
  return strict.includes(kind);
}

/** "a decimal number" for a kind. */
export function wordsOfKind(kind: JournalFieldKind): string {
  return kindWords[kind];
}

/** "text (Edm.String)" for a declared type. */
export function wordsOfType(declaredType: string): string {
  const kind = kindOfType(declaredType);
  const words = kind === undefined ? otherTypes[declaredType] : kindWords[kind];
  return words === undefined ? declaredType : `${words} (${declaredType})`;
}

function kindOfType(declaredType: string): JournalFieldKind | undefined {
  // Object.keys of a Record with a closed key set gives exactly these keys.
  const kinds = Object.keys(carriers) as JournalFieldKind[];
  return kinds.find((kind) => carriers[kind].includes(declaredType));
}
