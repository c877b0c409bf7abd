import fc from 'fast-check';
import { checkIds } from '@/lib/domain/journal/checks';
import { batchField, daysCondition, normalConditions } from '@/lib/domain/journal/conditions-list';
import { journalFields, type JournalField } from '@/lib/domain/journal/fields';
import type { FilterValue } from '@/lib/domain/journal/filter-value';
import { syntaxFault } from '@/lib/domain/journal/field-filter';
import { operatorsOf, type FilterOperator } from '@/lib/domain/journal/operators';
import type { FieldComparison, FieldFilter, JournalQuery } from '@/lib/domain/journal/query';
import { writeBatch } from '@/lib/domain/journal/batch-name';

const names = journalFields.map(({ name }) => name);
const filterable = journalFields.filter(({ kind }) => kind !== 'etag');
const sortable = filterable.map(({ name }) => name);

const whole = (longest: number, shortest = 0): fc.Arbitrary<string> =>
  fc
    .string({ unit: 'grapheme', maxLength: longest, minLength: shortest })
    .filter((text) => text.length <= longest && !/[\p{Cs}\p{Cc}]/u.test(text));
const trimmed = (longest: number): fc.Arbitrary<string> => whole(longest).map((text) => text.trim());
const named = (longest: number): fc.Arbitrary<string> => trimmed(longest).filter((text) => text !== '');

const day = fc
  .date({ min: new Date('1753-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

function valueOf({ kind }: JournalField): fc.Arbitrary<FilterValue> {
  switch (kind) {
    case 'integer':
      return fc.maxSafeInteger();
    case 'decimal':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    case 'boolean':
      return fc.boolean();
    case 'date':
      return day;
    case 'time':
      return fc.constantFrom('00:00:00', '08:30:15', '23:59:59');
    case 'guid':
      return fc.uuid();
    default:
      return whole(40, 1).filter((text) => text.trim() !== '');
  }
}

const inSyntax = fc.constantFrom('A1', '10..20', 'a|B', '<>A', '@a*', "'A|B'", '>=1&<>5', '?x*', "''");

function comparisonOf(field: JournalField, op: FilterOperator): fc.Arbitrary<FieldComparison> {
  switch (op) {
    case 'empty':
    case 'notempty':
      return fc.constant({ op });
    case 'between':
      return fc
        .tuple(valueOf(field), valueOf(field))
        .map(([one, other]) => (one <= other ? { op, from: one, to: other } : { op, from: other, to: one }));
    case 'in':
      return fc.uniqueArray(valueOf(field), { minLength: 1, maxLength: 5 }).map((values) => ({ op, values }));
    case 'matches':
      return inSyntax.map((value) => ({ op, value }));
    default:
      return valueOf(field).map((value) => ({ op, value }));
  }
}

const fieldFilter: fc.Arbitrary<FieldFilter> = fc.constantFrom(...filterable).chain((field) =>
  fc
    .constantFrom(...operatorsOf[field.kind])
    .chain((op) => comparisonOf(field, op))
    .map((comparison) => ({ field: field.name, ...comparison })),
);

const codeFilter = fc
  .oneof(fc.constant(''), inSyntax, named(30))
  .filter((text) => text === '' || syntaxFault(text, '|,') === null);

const anyParts = fc.record({
  page: fc.integer({ min: 1, max: 1_000_000 }),
  pageSize: fc.integer({ min: 1, max: 500 }),
  sort: fc.uniqueArray(fc.record({ field: fc.constantFrom(...sortable), descending: fc.boolean() }), {
    maxLength: 5,
    selector: ({ field }) => field,
  }),
  entity: fc.uniqueArray(trimmed(20), { maxLength: 5 }),
  batch: fc.uniqueArray(fc.record({ template: named(10), batch: named(10) }), {
    maxLength: 3,
    selector: (one) => JSON.stringify(one),
  }),
  from: fc.oneof(fc.constant(''), day),
  to: fc.oneof(fc.constant(''), day),
  item: codeFilter,
  location: codeFilter,
  q: trimmed(40),
  filters: fc.array(fieldFilter, { maxLength: 5 }),
  check: fc.option(fc.constantFrom(...checkIds)),
  today: fc.oneof(fc.constant(''), day),
  columns: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 167 }),
});

/** Any query the console can be asked, its conditions as an address is read. */
export const anyQuery: fc.Arbitrary<JournalQuery> = anyParts.map(
  ({ entity, batch, from, to, item, location, filters, ...query }) => {
    const days = daysCondition({ from, to });
    const short: FieldFilter[] = [
      ...(entity.length === 0 ? [] : [{ field: 'BssiEntityID', op: 'in', values: entity } as const]),
      ...(batch.length === 0
        ? []
        : [{ field: batchField, op: 'in', values: batch.map(writeBatch) } as const]),
      ...(days === null ? [] : [{ field: 'PostingDate', ...days }]),
      ...(item === '' ? [] : [{ field: 'ItemNo', op: 'matches', value: item } as const]),
      ...(location === '' ? [] : [{ field: 'LocationCode', op: 'matches', value: location } as const]),
    ];
    return { ...query, filters: normalConditions([...short, ...filters]) };
  },
);
