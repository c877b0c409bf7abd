/** How a field's values are compared and described; `code` is text that Business Central keeps in capitals. */
export type FieldKind =
  'tag' | 'guid' | 'code' | 'text' | 'option' | 'integer' | 'decimal' | 'boolean' | 'date' | 'time';

/** One field of a resource, in the order in which it is written. */
export interface Field {
  name: string;
  kind: FieldKind;
  /** Longest text in characters; 0 where the metadata states none. */
  maxLength: number;
}

/** A value as it stands in a row: dates and times are texts. */
export type FieldValue = string | number | boolean;

/** Fields of `bssiMEMMasterRecordSecurity` (interface section 2.2); the lengths are this service's own. */
export const SECURITY_FIELDS: readonly Field[] = [
  { name: '@odata.etag', kind: 'tag', maxLength: 0 },
  { name: 'SystemId', kind: 'guid', maxLength: 0 },
  { name: 'BssiMasterRecordType', kind: 'code', maxLength: 50 },
  { name: 'BssiMasterRecordID', kind: 'code', maxLength: 250 },
  { name: 'BssiEntityID', kind: 'code', maxLength: 20 },
  { name: 'BssiAccessible', kind: 'boolean', maxLength: 0 },
];

/**
 * Writes an option caption as the newer encoding does: each character that a name may not hold becomes _xHHHH_,
 * e.g. `Positive Adjmt.` -> `Positive_x0020_Adjmt_x002E_`, a blank -> `_x0020_`.
 */
export function encodeName(caption: string): string {
  return caption.replace(
    /[^A-Za-z0-9]/g,
    (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}

/** The caption behind an encoded name; text without such a code stays as it is. */
export function decodeName(name: string): string {
  return name.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
