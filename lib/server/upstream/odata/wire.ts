import 'server-only';
import { longestKeyPart } from '@/lib/contract/limits';
import { isLongDecimal } from '@/lib/domain/exact-decimal';
import { journalFields, type JournalField } from '@/lib/domain/journal/fields';
import { recordFields } from '@/lib/domain/journal/field-index';
import { malformed } from '@/lib/server/upstream/errors/upstream-error';
import type { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';

export interface SecurityWireRow {
  BssiMasterRecordType: string;
  BssiMasterRecordID: string;
  BssiEntityID: string;
  BssiAccessible: boolean;
}

/** One journal line with decoded options; null is an empty text, an inexact decimal is a text. */
export type JournalWireRow = Record<string, string | number | boolean>;

/** Checks rows in place. @param before earlier rows of the page. @throws UpstreamError naming the first bad field. */
export function securityRows(value: readonly unknown[], before = 0): SecurityWireRow[] {
  for (let at = 0; at < value.length; at++) {
    const row = value[at] as Partial<SecurityWireRow> | null; // every member is checked on the next lines
    if (
      typeof row !== 'object' ||
      row === null ||
      typeof row.BssiMasterRecordType !== 'string' ||
      typeof row.BssiMasterRecordID !== 'string' ||
      typeof row.BssiEntityID !== 'string' ||
      typeof row.BssiAccessible !== 'boolean' ||
      row.BssiMasterRecordType.length > longestKeyPart ||
      row.BssiMasterRecordID.length > longestKeyPart ||
      row.BssiEntityID.length > longestKeyPart
    )
      throw badSecurityRow(row, before + at);
  }
  return value as SecurityWireRow[]; // the loop has looked at every row
}

function badSecurityRow(row: object | null | undefined, at: number): UpstreamError {
  if (typeof row !== 'object' || row === null) return badRow(at, null);
  const fields = row as Record<string, unknown>; // a parsed JSON object
  const texts = ['BssiMasterRecordType', 'BssiMasterRecordID', 'BssiEntityID'];
  const isBad = (value: unknown): boolean => typeof value !== 'string' || value.length > longestKeyPart;
  return badRow(at, texts.find((field) => isBad(fields[field])) ?? 'BssiAccessible');
}

function badRow(at: number, field: string | null): UpstreamError {
  return malformed(
    field === null
      ? `Row ${at + 1} of a page from the service is not a record. The page was not used.`
      : `Row ${at + 1} of a page from the service has no usable value in ${field}. The page was not used.`,
  );
}

const idFields = [
  'JournalTemplateName',
  'JournalBatchName',
  'BssiEntityID',
  ...Object.values(recordFields).flatMap(({ fields }) => fields),
];

type Wanted = 'anything' | 'integer' | 'decimal' | 'boolean' | 'option' | 'id';

const wantedByField = new Map<string, Wanted>([
  ...journalFields.map((field) => [field.name, wantedIn(field)] as const),
  ...idFields.map((name) => [name, 'id'] as const),
]);
const wantedOf = (field: string): Wanted => wantedByField.get(field) ?? 'anything';

/** Newer services encode the captions of options (`_x0020_`). */
function wantedIn({ kind, options }: JournalField): Wanted {
  if (kind === 'integer' || kind === 'decimal' || kind === 'boolean') return kind;
  return options === undefined ? 'anything' : 'option';
}

/** The fields that identify a line (interface section 2.3); an empty text is valid. */
const identityKinds = {
  JournalTemplateName: 'string',
  JournalBatchName: 'string',
  LineNo: 'number',
} as const;
type IdentityField = keyof typeof identityKinds;
const identityFields = Object.keys(identityKinds) as IdentityField[]; // the keys of the literal above

/** Checks and decodes rows in place; unknown fields may hold any plain value. @throws as `securityRows`. */
export function journalRows(value: readonly unknown[], before = 0): JournalWireRow[] {
  // Rows of a page have the same fields in the same order, so one lookup of the kinds is enough.
  const first = value[0];
  const names = typeof first === 'object' && first !== null ? Object.keys(first) : [];
  const kinds = names.map(wantedOf);
  for (let at = 0; at < value.length; at++) {
    const row = value[at] as Record<string, unknown> | null; // a parsed JSON value, checked next
    if (typeof row !== 'object' || row === null || Array.isArray(row)) throw badRow(before + at, null);
    for (const name of identityFields)
      if (typeof row[name] !== identityKinds[name]) throw badRow(before + at, name);
    let place = 0;
    for (const name in row) {
      const held = row[name];
      const wanted = names[place] === name ? kinds[place] : wantedOf(name);
      place++;
      if (typeof held === 'string') {
        if (wanted === 'anything') continue;
        if (wanted === 'option') {
          if (held.includes('_x')) row[name] = decodedCaption(held);
        } else if (wanted === 'id') {
          if (held.length > longestKeyPart) throw badRow(before + at, name);
        } else if (wanted !== 'decimal' || !isLongDecimal(held)) throw badRow(before + at, name);
      } else if (typeof held === 'number') {
        if (wanted === 'boolean') throw badRow(before + at, name);
      } else if (typeof held === 'boolean') {
        if (wanted === 'integer' || wanted === 'decimal') throw badRow(before + at, name);
      } else if (held === null) row[name] = '';
      else throw badRow(before + at, name.slice(0, 120));
    }
  }
  return value as JournalWireRow[]; // the loop has looked at every value of every row
}

const encodedCharacter = /_x([0-9A-Fa-f]{4})_/g;

/** Decodes an option's caption (`Positive_x0020_Adjmt_x002E_`). */
export function decodedCaption(name: string): string {
  return name.replace(encodedCharacter, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
