/** A task's columns, as Business Central's own page for it shows them first. */
export interface JournalPreset {
  id: string;
  label: string;
  columns: readonly string[];
}

/** Columns that stand at the left of every preset and stay in view: whose line it is and where it lies. */
export const leadingColumns = ['BssiEntityID', 'JournalTemplateName', 'JournalBatchName', 'LineNo'] as const;

// prettier-ignore
const itemJournal = [
  'PostingDate', 'EntryType', 'DocumentNo', 'ItemNo', 'Description', 'LocationCode', 'BinCode', 'Quantity',
  'UnitofMeasureCode', 'UnitAmount', 'Amount', 'DiscountAmount', 'UnitCost', 'AppliestoEntry',
] as const;

/** The presets, the default first. */
// prettier-ignore
export const journalPresets: readonly [JournalPreset, ...JournalPreset[]] = [
  { id: 'item', label: 'Item journal', columns: itemJournal },
  { id: 'physical-inventory', label: 'Physical inventory', columns: [
    'PostingDate', 'EntryType', 'DocumentNo', 'ItemNo', 'Description', 'LocationCode', 'QtyCalculated',
    'QtyPhysInventory', 'Quantity', 'UnitAmount', 'Amount', 'UnitCost', 'AppliestoEntry',
  ] },
  { id: 'revaluation', label: 'Revaluation', columns: [
    'PostingDate', 'DocumentNo', 'ItemNo', 'Description', 'LocationCode', 'Quantity', 'Amount', 'UnitCostCalculated',
    'InventoryValueCalculated', 'UnitCostRevalued', 'InventoryValueRevalued', 'AppliestoEntry',
  ] },
  { id: 'reclassification', label: 'Reclassification', columns: [
    'PostingDate', 'DocumentNo', 'ItemNo', 'Description', 'LocationCode', 'NewLocationCode', 'Quantity',
    'UnitofMeasureCode', 'NewShortcutDimension1Code', 'NewShortcutDimension2Code', 'AppliestoEntry',
  ] },
  { id: 'output', label: 'Output', columns: [
    'PostingDate', 'OrderNo', 'DocumentNo', 'ItemNo', 'OperationNo', 'OrderLineNo', 'Type', 'No', 'Description',
    'RunTime', 'CapUnitofMeasureCode', 'OutputQuantity', 'ScrapQuantity', 'UnitofMeasureCode', 'Finished',
    'AppliestoEntry',
  ] },
  { id: 'consumption', label: 'Consumption', columns: [
    'PostingDate', 'OrderNo', 'OrderLineNo', 'ProdOrderCompLineNo', 'DocumentNo', 'ItemNo', 'Description', 'Quantity',
    'UnitofMeasureCode', 'UnitAmount', 'AppliestoEntry', 'AppliesfromEntry',
  ] },
  { id: 'recurring', label: 'Recurring', columns: [
    'RecurringMethod', 'RecurringFrequency', ...itemJournal, 'ExpirationDate',
  ] },
];

/** The preset of that id, or the default one. */
export function journalPreset(id: string): JournalPreset {
  return journalPresets.find((preset) => preset.id === id) ?? journalPresets[0];
}

/** All columns of a preset with the leading ones, in order. */
export function presetColumns(id: string): readonly string[] {
  return [...leadingColumns, ...journalPreset(id).columns];
}
