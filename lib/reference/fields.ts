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
