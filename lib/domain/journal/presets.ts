/** The name of a preset in an address. */
export type JournalPresetId =
  'item' | 'physical-inventory' | 'revaluation' | 'reclassification' | 'output' | 'consumption' | 'recurring';

/** The columns of a task, in order. */
export interface JournalPreset {
  id: JournalPresetId;
  label: string;
  columns: readonly string[];
}

/** The first columns of every preset, which stay in view. */
export const leadingColumns = ['PostingDate', 'ItemNo'] as const;

/** The entity and the batch of a line. */
const whose = ['BssiEntityID', 'JournalTemplateName', 'JournalBatchName'] as const;

// A phone has room for the leading columns and one more: the amount.
// prettier-ignore
const itemJournal = [
  ...leadingColumns, 'Amount', 'Quantity', 'Description', ...whose, 'DocumentNo', 'EntryType', 'LocationCode', 'BinCode',
  'UnitofMeasureCode', 'UnitAmount', 'DiscountAmount', 'UnitCost', 'AppliestoEntry', 'LineNo',
] as const;

/** The presets, the default first; most columns stand in the order of Business Central's own pages. */
// prettier-ignore
export const journalPresets: readonly [JournalPreset, ...JournalPreset[]] = [
  { id: 'item', label: 'Item journal', columns: itemJournal },
  { id: 'physical-inventory', label: 'Physical inventory', columns: [
    ...leadingColumns, 'EntryType', 'DocumentNo', 'Description', ...whose, 'LocationCode', 'QtyCalculated',
    'QtyPhysInventory', 'Quantity', 'UnitAmount', 'Amount', 'UnitCost', 'AppliestoEntry',
  ] },
  { id: 'revaluation', label: 'Revaluation', columns: [
    ...leadingColumns, 'DocumentNo', 'Description', ...whose, 'LocationCode', 'Quantity', 'Amount',
    'UnitCostCalculated', 'InventoryValueCalculated', 'UnitCostRevalued', 'InventoryValueRevalued', 'AppliestoEntry',
  ] },
  { id: 'reclassification', label: 'Reclassification', columns: [
    ...leadingColumns, 'DocumentNo', 'Description', ...whose, 'LocationCode', 'NewLocationCode', 'Quantity',
    'UnitofMeasureCode', 'NewShortcutDimension1Code', 'NewShortcutDimension2Code', 'AppliestoEntry',
  ] },
  { id: 'output', label: 'Output', columns: [
    ...leadingColumns, 'OrderNo', 'DocumentNo', 'OperationNo', 'OrderLineNo', 'Type', 'No', 'Description', ...whose,
    'RunTime', 'CapUnitofMeasureCode', 'OutputQuantity', 'ScrapQuantity', 'UnitofMeasureCode', 'Finished',
    'AppliestoEntry',
  ] },
  { id: 'consumption', label: 'Consumption', columns: [
    ...leadingColumns, 'OrderNo', 'OrderLineNo', 'ProdOrderCompLineNo', 'DocumentNo', 'Description', ...whose,
    'Quantity', 'UnitofMeasureCode', 'UnitAmount', 'AppliestoEntry', 'AppliesfromEntry',
  ] },
  { id: 'recurring', label: 'Recurring', columns: [
    ...leadingColumns, 'RecurringMethod', 'RecurringFrequency', ...itemJournal.slice(leadingColumns.length),
    'ExpirationDate',
  ] },
];

/** The preset of that id, or the default one. */
export function journalPreset(id: string): JournalPreset {
  return journalPresets.find((preset) => preset.id === id) ?? journalPresets[0];
}
