import { isBusinessCentralDay } from '@/lib/domain/calendar-day';
import { alternativesOf, listText, quotedWhereNeeded, wholeTextOf } from '@/lib/domain/filter-syntax';
import { syntaxFault } from './field-filter';
import type { FilterValue } from './filter-value';
import { dayAfter } from '@/lib/domain/calendar-day';
import type { BatchName, FieldComparison, FieldConditions, FieldFilter } from './query';
import { mostBatches, mostEntities } from './query-parameters';

/**
 * The same conditions, those of `filters` written in the parameter that their field has of its own wherever it can say
 * exactly the same: one way to say one thing, so that a field of the page never says "any" while its own filter holds.
 */
export function inOwnParameters({ filters, ...own }: FieldConditions): FieldConditions {
  let known: FieldConditions = { ...own, ...namedBatches(own.batches, filters), filters: [] };
  const left: FieldFilter[] = [];
  for (const filter of filters) {
    const moved = withOwn(known, filter);
    if (moved === null) left.push(filter);
    else known = moved;
  }
  const { from } = known;
  const to = from === '' && left.some(isWithoutDate) ? '' : known.to; // what is up to a day may have no date
  return { ...known, to, filters: left };
}

/** The values that a text in filter syntax lists; null where it says something else. */
export function listedCodes(text: string): string[] | null {
  if (text.trim() === '') return [];
  const values = alternativesOf(text, '|,')?.map(wholeTextOf) ?? [text];
  return values.every((value) => value !== null) ? values : null;
}

/** The text in filter syntax that lists these values. */
export function codesText(values: readonly string[]): string {
  const [only = '', more] = values;
  if (values.length === 0) return '';
  return more === undefined ? quotedWhereNeeded(only) : listText(values);
}

function withOwn(known: FieldConditions, { field, ...comparison }: FieldFilter): FieldConditions | null {
  switch (field) {
    case 'BssiEntityID':
      return withEntities(known, comparison);
    case 'PostingDate':
      return withDates(known, comparison);
    case 'ItemNo':
      return withCode(known, 'item', comparison);
    case 'LocationCode':
      return withCode(known, 'location', comparison);
    case 'JournalBatchName':
      return withBatches(known, 'batch', comparison);
    case 'JournalTemplateName':
      return withBatches(known, 'template', comparison);
    default:
      return null;
  }
}

function withEntities(known: FieldConditions, comparison: FieldComparison): FieldConditions | null {
  const values = listed(comparison)?.map((value) => value.trim()) ?? [];
  if (values.length === 0 || known.entities.length > 0 || values.length > mostEntities) return null;
  return { ...known, entities: [...new Set(values)] };
}

function withDates(known: FieldConditions, comparison: FieldComparison): FieldConditions | null {
  const days = daysOf(comparison);
  if (days === null || [days.from, days.to].some((day) => day !== '' && !isBusinessCentralDay(day)))
    return null;
  const from = days.from > known.from ? days.from : known.from;
  const to = known.to !== '' && (days.to === '' || known.to < days.to) ? known.to : days.to;
  return from !== '' && to !== '' && from > to ? null : { ...known, from, to };
}

function daysOf(comparison: FieldComparison): { from: string; to: string } | null {
  switch (comparison.op) {
    case 'eq':
      return { from: String(comparison.value), to: String(comparison.value) };
    case 'ge':
      return { from: String(comparison.value), to: '' };
    case 'gt':
      return { from: dayAfter(String(comparison.value), 1), to: '' };
    case 'le':
      return { from: '', to: String(comparison.value) };
    case 'lt':
      return { from: '', to: dayAfter(String(comparison.value), -1) };
    case 'between':
      return { from: String(comparison.from), to: String(comparison.to) };
    default:
      return null;
  }
}

function withCode(
  known: FieldConditions,
  part: 'item' | 'location',
  comparison: FieldComparison,
): FieldConditions | null {
  const text = codeText(comparison);
  if (text === null || syntaxFault(text, '|,') !== null) return null;
  return known[part] === '' || known[part] === text ? { ...known, [part]: text } : null;
}

/** A comparison of a Code in filter syntax; null where that would say something else. */
function codeText(comparison: FieldComparison): string | null {
  const values = listed(comparison);
  if (values !== null) return codesText(values);
  switch (comparison.op) {
    case 'notempty':
      return "<>''";
    case 'matches':
      return String(comparison.value);
    case 'ne':
      return `<>${quotedWhereNeeded(String(comparison.value))}`;
    case 'startswith':
      return pattern(comparison.value, '', '*');
    case 'endswith':
      return pattern(comparison.value, '*', '');
    case 'contains':
      return pattern(comparison.value, '*', '*');
    default:
      return null;
  }
}

function pattern(value: FilterValue, before: string, after: string): string | null {
  const text = String(value);
  return quotedWhereNeeded(text) === text ? `${before}${text}${after}` : null;
}

/** Templates and batches that are asked for by name each, as batches; none where batches are asked for already. */
function namedBatches(
  batches: readonly BatchName[],
  filters: readonly FieldFilter[],
): Pick<FieldConditions, 'batches'> {
  const namesOf = (field: string): string[] => {
    const lists = filters.filter((filter) => filter.field === field).map(listed);
    return lists.length === 1 ? (lists[0] ?? []) : [];
  };
  const [templates, names] = [namesOf('JournalTemplateName'), namesOf('JournalBatchName')];
  const made = templates.flatMap((template) => names.map((batch) => ({ template, batch })));
  const areWhole = [...templates, ...names].every((name) => name.trim() !== '');
  return { batches: batches.length === 0 && areWhole && made.length <= mostBatches ? made : batches };
}

/** A batch is named within its template: a condition on either narrows the batches that are asked for. */
function withBatches(
  known: FieldConditions,
  part: keyof BatchName,
  comparison: FieldComparison,
): FieldConditions | null {
  const names = new Set(listed(comparison)?.map((name) => name.toUpperCase()));
  const batches = known.batches.filter((one) => names.has(one[part].toUpperCase()));
  return batches.length === 0 ? null : { ...known, batches };
}

/** The values that a comparison asks for one by one; null: it asks for something else. */
function listed(comparison: FieldComparison): string[] | null {
  switch (comparison.op) {
    case 'eq':
      return [String(comparison.value)];
    case 'in':
      return comparison.values.map(String);
    case 'empty':
      return [''];
    default:
      return null;
  }
}

function isWithoutDate({ field, op }: FieldFilter): boolean {
  return field === 'PostingDate' && op === 'empty';
}
