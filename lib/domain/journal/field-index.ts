import { journalFields, type JournalField } from './fields';

const byName = new Map(journalFields.map((field) => [field.name, field]));

/** The field of a name; undefined: the interface has no such field. */
export function journalField(name: string): JournalField | undefined {
  return byName.get(name);
}

/** The fields that identify a line, in Business Central's usual order. Every row has them. */
export const keyFields = ['JournalTemplateName', 'JournalBatchName', 'LineNo'] as const;

/** Fields that the search `q` reads: a person recognises a line by them. */
export const searchedFields: readonly string[] = [
  'DocumentNo',
  'ExternalDocumentNo',
  'ItemNo',
  'Description',
  'VariantCode',
  'LocationCode',
  'BinCode',
  'NewLocationCode',
  'SourceNo',
  'OrderNo',
  'JobNo',
  'InvoiceNo',
  'ItemReferenceNo',
  'SerialNo',
  'LotNo',
  'PackageNo',
  'ReasonCode',
  'BssiEntityID',
];

/** Fields of a line that name a master record, with the names of its type, the service's own name first. */
export const recordFields = {
  item: { types: ['Item', 'Items'], fields: ['ItemNo'] },
  location: { types: ['Location', 'Locations'], fields: ['LocationCode', 'NewLocationCode'] },
} as const satisfies Record<string, { types: readonly string[]; fields: readonly string[] }>;

/** The type of the master record that a field names, by its first name; undefined: the field names none. */
export function recordTypeNamedBy(field: string): string | undefined {
  return Object.values(recordFields).find(({ fields }) => fields.some((one) => one === field))?.types[0];
}
