import 'server-only';
import { checksWithin, type CheckId, type SingleCheckId } from '@/lib/domain/journal/checks';
import { dayAfter } from '@/lib/domain/calendar-day';
import type { OptionField, OptionMeaning } from '@/lib/domain/journal/option-meanings';
import { monthDays } from '@/lib/domain/journal/posting-period';
import { dayOf } from '@/lib/domain/reader-formats';
import { joined, quoted, unitsOfOne, unsetValue, type SqlPart } from './snapshot-columns';

const unsetDate = `'${String(unsetValue.date)}'`;

const isBlank = (name: string): string => `trim(${quoted(name)}) = ''`;
const isSet = (name: string): string => `trim(${quoted(name)}) <> ''`;

/** Temporary table with values for checks: options by meaning, and the rounding. */
export const checkValues = 'temp.check_values';
/** Its name for the values with a meaning; null: the unknown values. */
export const optionValues = (field: OptionField, meaning: string | null): string =>
  `${field} ${meaning ?? '(unknown)'}`;
export const halfAmount = 'half an amount';

const isOneOf = (field: OptionField, meaning: string | null): string =>
  `coalesce(${quoted(field)}, '') IN (SELECT value FROM ${checkValues} WHERE name = '${optionValues(field, meaning)}')`;
const isUnknown = (field: OptionField): string => isOneOf(field, null);
/** NULL for an unknown value, which makes the check NULL where it matters. */
const has = <Field extends OptionField>(field: Field, meaning: OptionMeaning<Field>): string =>
  `CASE WHEN ${isUnknown(field)} THEN NULL ELSE ${isOneOf(field, meaning)} END`;
const isDated = `"PostingDate" <> ${unsetDate}`;

const decimal = (name: string): string => `(${quoted(name)} / ${String(unitsOfOne)}.0)`;
const amount = decimal('Amount');

/** Rounding may add half the smallest amount; the rest is the error of sums of binary fractions. */
const moreThanRounding = `> (SELECT value FROM ${checkValues} WHERE name = '${halfAmount}') + 1e-7 + 1e-14 * abs(${amount})`;
const product = `${decimal('Quantity')} * ${decimal('UnitAmount')}`;
const isRevaluation = has('ValueEntryType', 'Revaluation');
const differsFromValues = `abs(${amount} - (${decimal('InventoryValueRevalued')} - ${decimal('InventoryValueCalculated')})) ${moreThanRounding}`;
const differsFromProduct = `min(abs(${amount} - ${product}), abs(${amount} - (${product} - ${decimal('DiscountAmount')}))) ${moreThanRounding}`;
const amountDiffers = `((${isRevaluation}) AND ${differsFromValues}) OR (NOT (${isRevaluation}) AND ${differsFromProduct})`;

const quantityNotPositive = `(
  ("Quantity" < 0 AND "Correction" = 0 AND NOT (${has('EntryType', 'Transfer')}))
  OR ("Quantity" = 0 AND "PhysInventory" = 0 AND NOT (${has('EntryType', 'Output')})
    AND NOT (${isRevaluation}) AND NOT (${has('RecurringMethod', 'Variable')})))`;

/** A transfer line without a destination; a move between dimensions alone needs none. */
const namesNoTarget = `(${isBlank('NewLocationCode')} AND ${isBlank('NewBinCode')} AND (${isSet('LocationCode')}
  OR (${isBlank('NewShortcutDimension1Code')} AND ${isBlank('NewShortcutDimension2Code')})))`;
const moved = `CASE WHEN "QuantityBase" <> 0 THEN "QuantityBase" ELSE "Quantity" END`;
const ofOneDocument = `"JournalTemplateName" COLLATE NOCASE, "JournalBatchName" COLLATE NOCASE, "DocumentNo" COLLATE NOCASE`;
const postedAmounts = 'Quantity Amount OutputQuantity ScrapQuantity SetupTime RunTime StopTime'
  .split(' ')
  .map(quoted);
/** Lines that agree in all of these fields post the same entry twice. */
const ofOneEntry =
  `DocumentNo ItemNo VariantCode UnitofMeasureCode BssiEntityID EntryType LocationCode BinCode
  NewLocationCode NewBinCode ShortcutDimension1Code ShortcutDimension2Code NewShortcutDimension1Code
  NewShortcutDimension2Code LotNo SerialNo OrderNo OperationNo Type No`
    .split(/\s+/)
    .map((name) => `${quoted(name)} COLLATE NOCASE`)
    .concat(['"PostingDate"', '"OrderLineNo"'], postedAmounts)
    .join(', ');
const postsSomething = postedAmounts.map((name) => `${name} <> 0`).join(' OR ');

/** `doubt`: one may be no transfer. */
const halves = `SELECT rowid AS id, total(${moved}) OVER same AS off, max(${isUnknown('EntryType')}) OVER same AS doubt
  FROM lines WHERE (${has('EntryType', 'Transfer')}) IS NOT FALSE AND ${namesNoTarget}
  WINDOW same AS (PARTITION BY ${ofOneDocument}, "ItemNo" COLLATE NOCASE, "VariantCode" COLLATE NOCASE)`;

/** Row numbers that checks find by comparing lines. */
export const comparedLines: Partial<Record<SingleCheckId, string>> = {
  'date-before-document': `SELECT id FROM (
    SELECT rowid AS id, "PostingDate" AS day, max("PostingDate") OVER (PARTITION BY ${ofOneDocument}) AS latest
    FROM lines WHERE ${isSet('DocumentNo')} AND ${isDated}) WHERE day < latest`,
  'duplicate-line': `SELECT id FROM (
    SELECT rowid AS id, count(*) OVER (PARTITION BY ${ofOneEntry}) AS alike
    FROM lines WHERE ${isSet('DocumentNo')} AND ${isSet('ItemNo')} AND (${postsSomething})
    ) WHERE alike > 1`,
  'transfer-halves': `SELECT id FROM (${halves}) WHERE NOT doubt AND abs(off) > 0.5
    UNION SELECT rowid FROM lines WHERE (${has('EntryType', 'Transfer')}) AND "Amount" <> 0`,
};

/** Lines that such a check cannot judge because of an unknown option. */
export const doubtfulLines: Partial<Record<SingleCheckId, string>> = {
  'transfer-halves': `SELECT id FROM (${halves}) WHERE doubt
    UNION SELECT rowid FROM lines WHERE ${isUnknown('EntryType')} AND "Amount" <> 0`,
};

export const optionsRead: Partial<Record<SingleCheckId, readonly OptionField[]>> = {
  'amount-differs': ['ValueEntryType'],
  'quantity-not-positive': ['EntryType', 'ValueEntryType', 'RecurringMethod'],
  'transfer-halves': ['EntryType'],
};

/** Temporary table with the results of checks that need more than one line. */
export const foundRows = 'temp.check_rows';

/** Its name for the lines that a check cannot judge. */
export function undecidedRows(check: SingleCheckId): string {
  return `${check} undecided`;
}

export type UndecidedBy = 'access' | 'options';

/** The condition for lines that a check cannot judge and does not find. @param today as in `checkSql`. */
export function undecidedSql(check: CheckId, today: string, by: UndecidedBy): SqlPart {
  const undecided = joined(
    'OR',
    checksWithin(check)
      .filter((single) => (optionsRead[single] !== undefined) === (by === 'options'))
      .map((single) => (by === 'access' ? found(undecidedRows(single)) : unknownOptionSql(single))),
  );
  const certain = checkSql(check, today);
  return {
    sql: `${undecided.sql} AND (${certain.sql}) IS NOT TRUE`,
    values: [...undecided.values, ...certain.values],
  };
}

function unknownOptionSql(check: SingleCheckId): SqlPart {
  if (doubtfulLines[check] !== undefined) return found(undecidedRows(check));
  const { sql, values } = singleSql(check, '');
  const unknown = (optionsRead[check] ?? []).map(isUnknown).join(' OR ');
  return { sql: `(${sql}) IS NULL AND (${unknown})`, values };
}

function found(rows: string): SqlPart {
  return { sql: `rowid IN (SELECT id FROM ${foundRows} WHERE "check" = ?)`, values: [rows] };
}

/** The condition of a check on one line. @param today `YYYY-MM-DD`; empty: the server's day. */
export function checkSql(check: CheckId, today: string): SqlPart {
  const day = today === '' ? dayOf(Date.now()) : today;
  return joined(
    'OR',
    checksWithin(check).map((single) => singleSql(single, day)),
  );
}

/** One bit for each part of the check that finds the line, first in bit 0. @param today as in `checkSql`. */
export function foundBitsSql(check: CheckId, today: string): SqlPart {
  const parts = checksWithin(check).map((single) => checkSql(single, today));
  return {
    sql: parts.map(({ sql }, bit) => `(${sql} IS TRUE) * ${String(2 ** bit)}`).join(' + '),
    values: parts.flatMap(({ values }) => values),
  };
}

function singleSql(check: SingleCheckId, day: string): SqlPart {
  switch (check) {
    case 'no-entity':
      return { sql: isBlank('BssiEntityID'), values: [] };
    case 'amount-differs':
      return { sql: amountDiffers, values: [] };
    case 'quantity-not-positive':
      return { sql: quantityNotPositive, values: [] };
    case 'no-date':
      return { sql: `coalesce("PostingDate", ${unsetDate}) = ${unsetDate}`, values: [] };
    case 'future-date':
      return { sql: `"PostingDate" > ?`, values: [lastOfMonth(day)] };
    case 'past-year':
      return { sql: `${isDated} AND "PostingDate" < ?`, values: [`${day.slice(0, 4)}-01-01`] };
    case 'older-than-30-days':
      return { sql: `${isDated} AND "PostingDate" < ?`, values: [dayAfter(day, -30)] };
    case 'item-access':
    case 'location-access':
    case 'date-before-document':
    case 'duplicate-line':
    case 'transfer-halves':
      return found(check);
  }
}

function lastOfMonth(day: string): string {
  return monthDays(Number(day.slice(0, 4)), Number(day.slice(5, 7))).to;
}
