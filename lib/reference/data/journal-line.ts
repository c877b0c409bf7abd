import type { FieldValue } from '@/lib/reference/odata/fields';
import { JOURNAL_FIELDS } from './journal-fields';

/** The day on which this service's little world stands still; posting dates run up to it. */
const REFERENCE_DAY = '2026-11-15';

const DAY = 86_400_000;
const LAST = Date.parse(`${REFERENCE_DAY}T00:00:00Z`);
const SPAN = 800;

// Dates repeat endlessly over the lines, so each text is made once.
const BACK: readonly string[] = Array.from({ length: SPAN }, (_none, days) =>
  new Date(LAST - days * DAY).toISOString().slice(0, 10),
);

/** The date (YYYY-MM-DD) `days` before the reference day; at most about two years back. */
export function daysBack(days: number): string {
  return BACK[Math.min(SPAN - 1, Math.max(0, Math.floor(days)))] ?? REFERENCE_DAY;
}

/** The date (YYYY-MM-DD) `days` after the reference day. */
export function daysAhead(days: number): string {
  return new Date(LAST + days * DAY).toISOString().slice(0, 10);
}

const UNSET_TEXT: ReadonlySet<string> = new Set([
  'SourceType',
  'DocumentType',
  'OrderType',
  'Type',
  'ItemReferenceType',
  'VarianceType',
  'InventoryValuePer',
  'PriceCalculationMethod',
  'PhysInvtCountingPeriodType',
]);

const STANDARD: Readonly<Record<string, FieldValue>> = {
  EntryType: 'Positive Adjmt.',
  ValueEntryType: 'Direct Cost',
  FlushingMethod: 'Manual',
  UnitCostCalculation: 'Time',
  QtyperUnitofMeasure: 1,
  QtyperCapUnitofMeasure: 1,
};

function unsetValue(name: string, kind: string): FieldValue {
  switch (kind) {
    case 'guid':
      return '00000000-0000-0000-0000-000000000000';
    case 'integer':
    case 'decimal':
      return 0;
    case 'boolean':
      return false;
    case 'date':
      return '0001-01-01';
    case 'time':
      return '00:00:00';
    default:
      return UNSET_TEXT.has(name) ? ' ' : '';
  }
}

/** What each field of a line holds when nobody filled it in. */
export const UNSET: ReadonlyMap<string, FieldValue> = new Map(
  JOURNAL_FIELDS.map(({ name, kind }) => [name, STANDARD[name] ?? unsetValue(name, kind)]),
);

/**
 * A fresh line: the fields that differ from line to line, unset. All lines share this shape, and every field
 * not named here is unset in every line.
 */
export function blankLine() {
  return {
    '@odata.etag': '',
    SystemId: '',
    JournalTemplateName: '',
    JournalBatchName: '',
    LineNo: 0,
    ItemNo: '',
    PostingDate: '0001-01-01',
    EntryType: 'Positive Adjmt.',
    SourceNo: '',
    DocumentNo: '',
    Description: '',
    LocationCode: '',
    InventoryPostingGroup: '',
    SourcePostingGroup: '',
    Quantity: 0,
    InvoicedQuantity: 0,
    UnitAmount: 0,
    UnitCost: 0,
    Amount: 0,
    DiscountAmount: 0,
    SalespersPurchCode: '',
    SourceCode: '',
    AppliestoEntry: 0,
    ShortcutDimension1Code: '',
    ShortcutDimension2Code: '',
    IndirectCost: 0,
    SourceType: ' ',
    ReasonCode: '',
    RecurringMethod: '',
    ExpirationDate: '0001-01-01',
    RecurringFrequency: '',
    DropShipment: false,
    CountryRegionCode: '',
    NewLocationCode: '',
    NewShortcutDimension1Code: '',
    QtyCalculated: 0,
    QtyPhysInventory: 0,
    LastItemLedgerEntryNo: 0,
    PhysInventory: false,
    GenBusPostingGroup: '',
    GenProdPostingGroup: '',
    DocumentDate: '0001-01-01',
    VATReportingDate: '0001-01-01',
    ExternalDocumentNo: '',
    OrderType: ' ',
    OrderNo: '',
    OrderLineNo: 0,
    DimensionSetID: 0,
    NewDimensionSetID: 0,
    BinCode: '',
    QtyperUnitofMeasure: 1,
    NewBinCode: '',
    UnitofMeasureCode: '',
    QuantityBase: 0,
    InvoicedQtyBase: 0,
    FlushingMethod: 'Manual',
    ItemCategoryCode: '',
    ValueEntryType: 'Direct Cost',
    InventoryValueCalculated: 0,
    InventoryValueRevalued: 0,
    InventoryValuePer: ' ',
    UnitCostCalculated: 0,
    UnitCostRevalued: 0,
    Type: ' ',
    No: '',
    OperationNo: '',
    WorkCenterNo: '',
    SetupTime: 0,
    RunTime: 0,
    StopTime: 0,
    OutputQuantity: 0,
    ScrapQuantity: 0,
    SetupTimeBase: 0,
    RunTimeBase: 0,
    StopTimeBase: 0,
    OutputQuantityBase: 0,
    ScrapQuantityBase: 0,
    CapUnitofMeasureCode: '',
    StartingTime: '00:00:00',
    EndingTime: '00:00:00',
    RoutingNo: '',
    RoutingReferenceNo: 0,
    ProdOrderCompLineNo: 0,
    Finished: false,
    StopCode: '',
    ScrapCode: '',
    WorkCenterGroupCode: '',
    WorkShiftCode: '',
    LotNo: '',
    PhysInvtCountingPeriodCode: '',
    PhysInvtCountingPeriodType: ' ',
    BssiEntityID: '',
  };
}

/** A line as far as it differs from an unset one. */
export type JournalLine = ReturnType<typeof blankLine>;

/** Reads values for fields that differ from line to line. Throws RangeError for any other field or kind of value. */
export function readEdit(given: unknown): Partial<JournalLine> {
  if (typeof given !== 'object' || given === null) throw new RangeError('The body needs "values".');
  const fields = new Map<string, unknown>(Object.entries(blankLine()));
  for (const [name, value] of Object.entries(given))
    if (!fields.has(name) || typeof fields.get(name) !== typeof value)
      throw new RangeError(`"${name}" is no field that can be edited, or not of its kind.`);
  return given; // Guarantee: the loop saw that each name is a field and each value of its kind.
}

/** Names of the fields that differ from line to line. */
export const VARYING_FIELDS: ReadonlySet<string> = new Set(Object.keys(blankLine()));
