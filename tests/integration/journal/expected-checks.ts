import type { JournalRow } from '@/lib/contract/journal/journal';
import type { SingleCheckId } from '@/lib/domain/journal/checks';

/** Whether an entity may use a record, as the service says. */
export type MayUse = (type: string, id: string, entity: string) => boolean | null | undefined;

/** The lines each check must find, worked out in the plainest way from all lines. */
export function expectedChecks(
  lines: readonly JournalRow[],
  today: string,
  mayUse: MayUse,
): Record<SingleCheckId, JournalRow[]> {
  const is = (test: (line: Line) => boolean) => lines.filter((row) => test(new Line(row)));
  const others = (line: Line, names: readonly string[]) =>
    lines
      .map((row) => new Line(row))
      .filter((other) => names.every((name) => other.text(name) === line.text(name)));
  const document = ['JournalTemplateName', 'JournalBatchName', 'DocumentNo'];
  const sameEntry = [
    ...['DocumentNo', 'ItemNo', 'VariantCode', 'BssiEntityID', 'PostingDate', 'EntryType', 'Quantity'],
    ...['Amount', 'LocationCode', 'BinCode', 'NewLocationCode', 'NewBinCode', 'LotNo', 'SerialNo'],
    ...['OperationNo', 'UnitofMeasureCode', 'OrderNo', 'OrderLineNo', 'Type', 'No', 'SetupTime', 'StopTime'],
    ...['ShortcutDimension1Code', 'ShortcutDimension2Code', 'NewShortcutDimension1Code'],
    ...['NewShortcutDimension2Code', 'RunTime', 'OutputQuantity', 'ScrapQuantity'],
  ];
  const posted = [
    'Quantity',
    'Amount',
    'OutputQuantity',
    'ScrapQuantity',
    'SetupTime',
    'RunTime',
    'StopTime',
  ];
  const isDated = (line: Line) => line.text('PostingDate') !== '0001-01-01';
  const isHalf = (line: Line) =>
    line.text('EntryType') === 'Transfer' &&
    line.text('NewLocationCode') + line.text('NewBinCode') === '' &&
    (line.text('LocationCode') !== '' ||
      line.text('NewShortcutDimension1Code') + line.text('NewShortcutDimension2Code') === '');
  const monthAgo = new Date(Date.parse(today) - 30 * 86_400_000).toISOString().slice(0, 10);
  return {
    'no-entity': is((line) => line.text('BssiEntityID') === ''),
    'item-access': is((line) => mayUse('Item', line.text('ItemNo'), line.text('BssiEntityID')) === false),
    'location-access': is((line) =>
      ['LocationCode', 'NewLocationCode'].some(
        (name) => mayUse('Location', line.text(name), line.text('BssiEntityID')) === false,
      ),
    ),
    'amount-differs': is((line) => {
      const product = Math.round(line.number('Quantity') * line.number('UnitAmount') * 1e5);
      const revalued = Math.round(
        (line.number('InventoryValueRevalued') - line.number('InventoryValueCalculated')) * 1e5,
      );
      const discount = Math.round(line.number('DiscountAmount') * 1e5);
      const wanted =
        line.text('ValueEntryType') === 'Revaluation' ? [revalued] : [product, product - discount];
      return wanted.every((one) => Math.abs(Math.round(line.number('Amount') * 1e5) - one) > 500);
    }),
    'quantity-not-positive': is((line) =>
      line.number('Quantity') < 0
        ? line.flag('Correction') === false && line.text('EntryType') !== 'Transfer'
        : line.number('Quantity') === 0 &&
          !line.flag('PhysInventory') &&
          line.text('EntryType') !== 'Output' &&
          line.text('ValueEntryType') !== 'Revaluation' &&
          line.text('RecurringMethod') !== 'Variable',
    ),
    'no-date': is((line) => !isDated(line)),
    'future-date': is((line) => line.text('PostingDate').slice(0, 7) > today.slice(0, 7)),
    'past-year': is((line) => isDated(line) && line.text('PostingDate').slice(0, 4) < today.slice(0, 4)),
    'date-before-document': is(
      (line) =>
        isDated(line) &&
        line.text('DocumentNo') !== '' &&
        others(line, document).some((other) => other.text('PostingDate') > line.text('PostingDate')),
    ),
    'duplicate-line': is(
      (line) =>
        line.text('DocumentNo') !== '' &&
        line.text('ItemNo') !== '' &&
        posted.some((name) => line.number(name) !== 0) &&
        others(line, sameEntry).length > 1,
    ),
    'transfer-halves': is((line) => {
      const alike = others(line, [...document, 'ItemNo', 'VariantCode']).filter(isHalf);
      const off = alike.reduce(
        (sum, other) => sum + (other.number('QuantityBase') || other.number('Quantity')),
        0,
      );
      return (
        (isHalf(line) && Math.abs(off) > 1e-6) ||
        (line.text('EntryType') === 'Transfer' && line.number('Amount') !== 0)
      );
    }),
    'older-than-30-days': is((line) => isDated(line) && line.text('PostingDate') < monthAgo),
  };
}

/** A line's values by kind. */
class Line {
  readonly #row: JournalRow;

  constructor(row: JournalRow) {
    this.#row = row;
  }

  text(name: string): string {
    return String(this.#row[name] ?? '').trim();
  }

  number(name: string): number {
    return Number(this.#row[name] ?? 0);
  }

  flag(name: string): boolean {
    return this.#row[name] === true;
  }
}
