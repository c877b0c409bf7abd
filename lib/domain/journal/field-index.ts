import { journalFields, type JournalField } from './fields';

const byName = new Map(journalFields.map((field) => [field.name, field]));

/** The catalogue entry of a field name, or undefined for a name the interface does not have. */
export function journalField(name: string): JournalField | undefined {
  return byName.get(name);
}

/** Identity of a line and Business Central's default order; sent with every row. */
export const keyFields = ['JournalTemplateName', 'JournalBatchName', 'LineNo'] as const;

/** Fields that the free text search `q` looks into: what a person would recognise a line by. */
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
