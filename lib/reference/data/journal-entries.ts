import type { ItemCard } from './journal-items';
import { daysAhead, type JournalLine } from './journal-line';
import type { JournalSources } from './journal-sources';
import { below, choose, fraction } from './random';

/** Rounds to two decimals, halves away from zero, without floating noise in the result's text. */
function cents(value: number): number {
  return roundTo(value, 100);
}

/** Rounds to the five decimals of a Business Central quantity. */
function fiveDecimals(value: number): number {
  return roundTo(value, 100_000);
}

function roundTo(value: number, scale: number): number {
  const size = Math.abs(value) * scale;
  // The nudge lifts products such as 1.005 * 100 = 100.49999… back to the half they stand for.
  const rounded = Math.round(size + size * Number.EPSILON * 4) / scale;
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/** Everything a template needs to fill in one line. */
interface LineTask {
  line: JournalLine;
  sources: JournalSources;
  item: ItemCard;
  /** Index of the line over all batches; with the seed it decides everything. */
  index: number;
  /** Position within the batch, from 0. */
  position: number;
}

const draw = (task: LineTask, salt: number): number => fraction(task.sources.seed, task.index, salt);

function quantityOf(task: LineTask, most: number): number {
  const whole = 1 + below(most, task.sources.seed, task.index, 41);
  return task.item.divisible ? fiveDecimals(whole + draw(task, 42)) : whole;
}

function setQuantity(task: LineTask, quantity: number): void {
  const { line, item } = task;
  line.Quantity = quantity;
  line.InvoicedQuantity = quantity;
  line.QtyperUnitofMeasure = item.perUnit;
  line.QuantityBase = fiveDecimals(quantity * item.perUnit);
  line.InvoicedQtyBase = line.QuantityBase;
}

function setAmounts(task: LineTask, unitAmount: number): void {
  const { line, item } = task;
  line.UnitAmount = unitAmount;
  line.UnitCost = item.cost;
  line.Amount = cents(line.Quantity * unitAmount);
}

function fillTrade(task: LineTask): void {
  const { line, sources, index } = task;
  const kind = draw(task, 43);
  setQuantity(task, quantityOf(task, 40));
  if (kind < 0.34) {
    line.EntryType = 'Purchase';
    line.SourceType = 'Vendor';
    line.SourceNo = choose(sources.vendors, sources.seed, index, 44);
    line.SourcePostingGroup = 'DOMESTIC';
    line.GenBusPostingGroup = 'DOMESTIC';
    line.ExternalDocumentNo = `PI-${10_000 + below(89_999, sources.seed, index, 45)}`;
    line.IndirectCost = draw(task, 46) < 0.1 ? 2.5 : 0;
    setAmounts(task, task.item.cost);
  } else if (kind < 0.62) {
    line.EntryType = 'Sale';
    line.SourceType = 'Customer';
    line.SourceNo = choose(sources.customers, sources.seed, index, 47);
    line.SourcePostingGroup = draw(task, 48) < 0.8 ? 'DOMESTIC' : 'FOREIGN';
    line.GenBusPostingGroup = line.SourcePostingGroup === 'DOMESTIC' ? 'DOMESTIC' : 'EXPORT';
    line.CountryRegionCode =
      line.GenBusPostingGroup === 'EXPORT' ? choose(['DE', 'FR', 'GB'], sources.seed, index, 49) : '';
    line.SalespersPurchCode = choose(['JO', 'OF', 'PS', 'RB'], sources.seed, index, 50);
    line.DropShipment = draw(task, 51) < 0.02;
    setAmounts(task, task.item.price);
    if (draw(task, 52) < 0.1) line.DiscountAmount = cents(line.Amount * 0.05);
  } else {
    fillAdjustment(task, kind < 0.82 ? 'Positive Adjmt.' : 'Negative Adjmt.');
  }
}

function fillAdjustment(task: LineTask, entryType: string): void {
  const { line } = task;
  line.EntryType = entryType;
  setQuantity(task, quantityOf(task, 40));
  setAmounts(task, task.item.cost);
  if (draw(task, 53) < 0.15)
    line.ReasonCode = choose(['DAMAGED', 'FOUND', 'SCRAP'], task.sources.seed, task.index, 54);
  if (draw(task, 55) < 0.06)
    line.LotNo = `LOT${String(1000 + below(9000, task.sources.seed, task.index, 56))}`;
  if (entryType === 'Negative Adjmt.' && draw(task, 57) < 0.05)
    line.AppliestoEntry = 100 + below(9000, task.sources.seed, task.index, 58);
}

function fillAssembly(task: LineTask): void {
  const { line } = task;
  line.EntryType = task.position % 4 === 0 ? 'Assembly Output' : 'Assembly Consumption';
  line.OrderType = 'Assembly';
  line.OrderNo = `A${String(1001 + Math.floor(task.position / 4)).padStart(5, '0')}`;
  line.OrderLineNo = line.EntryType === 'Assembly Output' ? 0 : (task.position % 4) * 10_000;
  setQuantity(task, quantityOf(task, 12));
  setAmounts(task, task.item.cost);
}

function fillCount(task: LineTask): void {
  const { line, sources, index } = task;
  const calculated = quantityOf(task, 180);
  const off = draw(task, 60) < 0.55 ? 0 : below(13, sources.seed, index, 61) - 6;
  const counted = Math.max(0, fiveDecimals(calculated + off));
  line.PhysInventory = true;
  line.QtyCalculated = calculated;
  line.QtyPhysInventory = counted;
  line.EntryType = counted < calculated ? 'Negative Adjmt.' : 'Positive Adjmt.';
  line.LastItemLedgerEntryNo = 1000 + below(60_000, sources.seed, index, 62);
  setQuantity(task, fiveDecimals(Math.abs(counted - calculated)));
  setAmounts(task, task.item.cost);
  if (line.JournalBatchName === 'WH-CYCLE') {
    line.PhysInvtCountingPeriodCode = choose(['FAST', 'NORMAL', 'SLOW'], sources.seed, index, 63);
    line.PhysInvtCountingPeriodType = 'Item';
  }
}

/** Where a transfer may go: to another location of the line's entity, or within its only one. */
function destinationsOf({ line, sources }: LineTask): JournalSources['locations'] {
  const usable = line.BssiEntityID === '' ? sources.locations : sources.locationsOf(line.BssiEntityID);
  const others = usable.filter(({ code }) => code !== line.LocationCode);
  if (others.length > 0) return others;
  return usable.length > 0 ? usable : sources.locations;
}

function fillTransfer(task: LineTask): void {
  const { line, sources, index } = task;
  line.EntryType = 'Transfer';
  setQuantity(task, quantityOf(task, 60));
  line.NewLocationCode =
    line.JournalBatchName === 'BINS'
      ? line.LocationCode
      : choose(destinationsOf(task), sources.seed, index, 64).code;
  line.NewShortcutDimension1Code = choose(['ADM', 'PROD', 'SALES'], sources.seed, index, 65);
  line.NewDimensionSetID = 1 + below(40, sources.seed, index, 66);
  if (line.JournalBatchName === 'BINS') {
    line.BinCode = `S-0${1 + below(9, sources.seed, index, 67)}-0001`;
    line.NewBinCode = `S-0${1 + below(9, sources.seed, index, 68)}-0002`;
  }
}

function fillRevaluation(task: LineTask): void {
  const { line, item, sources, index } = task;
  line.EntryType = 'Positive Adjmt.';
  line.ValueEntryType = 'Revaluation';
  line.InventoryValuePer = line.JournalBatchName === 'YEAREND' ? 'Item' : ' ';
  setQuantity(task, 1 + below(400, sources.seed, index, 69));
  line.UnitCostCalculated = item.cost;
  line.UnitCostRevalued = cents(item.cost * (0.85 + draw(task, 70) * 0.3));
  line.InventoryValueCalculated = cents(line.Quantity * line.UnitCostCalculated);
  line.InventoryValueRevalued = cents(line.Quantity * line.UnitCostRevalued);
  line.Amount = cents(line.InventoryValueRevalued - line.InventoryValueCalculated);
  line.UnitAmount = fiveDecimals(line.Amount / line.Quantity);
  line.UnitCost = item.cost;
  line.AppliestoEntry = line.InventoryValuePer === ' ' ? 100 + below(60_000, sources.seed, index, 71) : 0;
}

function fillConsumption(task: LineTask): void {
  const { line, sources, index } = task;
  line.EntryType = 'Consumption';
  line.OrderType = 'Production';
  line.OrderNo = String(101_001 + Math.floor(task.position / 6));
  line.OrderLineNo = 10_000;
  line.ProdOrderCompLineNo = (1 + (task.position % 6)) * 10_000;
  line.FlushingMethod = choose(
    ['Manual', 'Manual', 'Forward', 'Backward', 'Pick + Manual'],
    sources.seed,
    index,
    72,
  );
  setQuantity(task, quantityOf(task, 24));
  setAmounts(task, task.item.cost);
}

function fillOutput(task: LineTask): void {
  const { line, sources, index } = task;
  const machine = draw(task, 73) < 0.4;
  const capacity = line.JournalTemplateName === 'CAPACITY';
  line.EntryType = 'Output';
  line.OrderType = 'Production';
  line.Type = machine ? 'Machine Center' : 'Work Center';
  line.No = String(
    machine ? 110 + 10 * below(3, sources.seed, index, 74) : 100 * (1 + below(4, sources.seed, index, 74)),
  );
  line.WorkCenterNo = machine ? '100' : line.No;
  line.WorkCenterGroupCode = '1';
  line.CapUnitofMeasureCode = 'MINUTES';
  line.WorkShiftCode = choose(['1', '2'], sources.seed, index, 75);
  if (capacity) {
    line.StopTime = 5 * (1 + below(24, sources.seed, index, 76));
    line.StopTimeBase = line.StopTime;
    line.StopCode = choose(['BREAK', 'MAINT', 'SETUP'], sources.seed, index, 77);
    line.StartingTime = `0${7 + below(3, sources.seed, index, 78)}:15:00`;
    line.EndingTime = `1${below(8, sources.seed, index, 79)}:45:00`;
    return;
  }
  line.OrderNo = String(101_001 + Math.floor(task.position / 3));
  line.OrderLineNo = 10_000;
  line.OperationNo = String(10 * (1 + (task.position % 3)));
  line.RoutingNo = task.item.no;
  line.RoutingReferenceNo = 10_000;
  line.SetupTime = 5 * below(8, sources.seed, index, 80);
  line.SetupTimeBase = line.SetupTime;
  line.RunTime = fiveDecimals(10 + draw(task, 81) * 200);
  line.RunTimeBase = line.RunTime;
  line.Finished = task.position % 3 === 2 && draw(task, 82) < 0.6;
  line.OutputQuantity = quantityOf(task, 30);
  line.OutputQuantityBase = fiveDecimals(line.OutputQuantity * task.item.perUnit);
  line.ScrapQuantity = draw(task, 83) < 0.12 ? 1 : 0;
  line.ScrapQuantityBase = line.ScrapQuantity;
  if (line.ScrapQuantity > 0)
    line.ScrapCode = choose(['COLOR', 'MATERIAL', 'OTHER'], sources.seed, index, 84);
  setQuantity(task, line.OutputQuantity);
  line.UnitCost = task.item.cost;
}

function fillRecurring(task: LineTask): void {
  const { line } = task;
  fillAdjustment(task, draw(task, 85) < 0.6 ? 'Negative Adjmt.' : 'Positive Adjmt.');
  line.RecurringMethod = draw(task, 86) < 0.7 ? 'Fixed' : 'Variable';
  line.RecurringFrequency = line.JournalBatchName === 'WEEKLY' ? '1W' : '1M';
  if (draw(task, 87) < 0.5)
    line.ExpirationDate = daysAhead(45 + 30 * below(12, task.sources.seed, task.index, 88));
}

/** Fills in what a template adds to a line. Amounts obey the rules of Business Central's journals. */
export function fillByTemplate(task: LineTask): void {
  switch (task.line.JournalTemplateName) {
    case 'RECLASS':
      return fillTransfer(task);
    case 'REVAL':
      return fillRevaluation(task);
    case 'PHYS. INV.':
      return fillCount(task);
    case 'CONSUMP':
      return fillConsumption(task);
    case 'OUTPUT':
    case 'CAPACITY':
      return fillOutput(task);
    case 'RECURRING':
      return fillRecurring(task);
    default:
      return task.line.JournalBatchName === 'ASSEMBLY' ? fillAssembly(task) : fillTrade(task);
  }
}
