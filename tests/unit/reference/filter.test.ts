import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '@/lib/reference/http/error-body';
import { SECURITY_FIELDS } from '@/lib/reference/odata/fields';
import { compileFilter, type FilterRules } from '@/lib/reference/odata/filter-evaluate';
import { parseFilter, type FilterNode } from '@/lib/reference/odata/filter-parser';
import { JOURNAL_FIELDS } from '@/lib/reference/data/journal-fields';
import { onPushOrNightly } from '@/tests/support/run/nightly';

const RULES: FilterRules = {
  fields: new Map([...SECURITY_FIELDS, ...JOURNAL_FIELDS].map((field) => [field.name, field])),
  booleans: 'both',
  encodedEnums: false,
  filterExpressions: false,
  captions: {},
};

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 250 }),
  fc.string({
    unit: fc.constantFrom(...`'"&+#%/ (),a北ü`),
    maxLength: 60,
  }),
);

/** Whether a value of a text field passes a filter. */
function passes(filter: string, field: string, value: string | number | boolean): boolean {
  return compileFilter(parseFilter(filter), RULES)
    .filter((condition) => condition.field === field)
    .every((condition) => condition.test(value));
}

describe('the filter parser', () => {
  it('reads every quoted text back as it was', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(parseFilter(`Description eq ${quote(text)}`)).toEqual({
          kind: 'comparison',
          field: 'Description',
          operator: 'eq',
          value: { kind: 'string', text },
        });
      }),
      { numRuns: onPushOrNightly(500, 10_000) },
    );
  });

  it('reads text within longer filters, whatever the text holds', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const filter = `(BssiEntityID eq ${quote(a)} or BssiEntityID eq ${quote(b)}) and contains(Description,${quote(b)})`;
        expect(passes(filter, 'BssiEntityID', b)).toBe(true);
        expect(passes(filter, 'Description', `x${b}y`)).toBe(true);
      }),
      { numRuns: onPushOrNightly(500, 10_000) },
    );
  });

  it('either parses or refuses with 400 or 501, whatever comes', () => {
    const pieces = fc.constantFrom(
      ..."BssiEntityID eq or and not in 'x' ' ( ) , 1 true contains 2026-01-01".split(' '),
      ' ',
    );
    const noise = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.array(pieces, { maxLength: 14 }).map((list) => list.join(' ')),
    );
    fc.assert(
      fc.property(noise, (filter) => {
        try {
          compileFilter(parseFilter(filter), RULES);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
          expect([400, 501]).toContain((error as ServiceError).status);
        }
      }),
      { numRuns: onPushOrNightly(500, 10_000) },
    );
  });

  it('lets and bind tighter than or, and parentheses before both', () => {
    const shape = (node: FilterNode): unknown => {
      if (node.kind === 'and' || node.kind === 'or') return [node.kind, shape(node.left), shape(node.right)];
      return 'field' in node ? node.field : null;
    };
    expect(shape(parseFilter("A eq '1' or B eq '2' and C eq '3'"))).toEqual(['or', 'A', ['and', 'B', 'C']]);
    expect(shape(parseFilter("(A eq '1' or B eq '2') and C eq '3'"))).toEqual(['and', ['or', 'A', 'B'], 'C']);
  });

  it.each([
    [501, "BssiEntityID eq '100' or BssiAccessible eq true"],
    [501, "(BssiEntityID eq '1' and BssiMasterRecordID eq '2') or BssiEntityID eq '3'"],
    [501, "not startswith(BssiEntityID,'1')"],
    [501, "contains(tolower(BssiEntityID),'x')"],
    [400, "Nothing eq 'x'"],
    [400, "BssiEntityID eq 'x"],
    [400, 'BssiEntityID eq 100'],
    [400, "BssiEntityID = 'x'"],
    [400, "BssiEntityID eq 'x' and"],
    [400, "(BssiEntityID eq 'x'"],
    [400, "BssiEntityID eq 'x' BssiEntityID"],
    [400, "BssiAccessible eq 'maybe'"],
    [400, "contains(BssiAccessible,'t')"],
    [400, "PostingDate eq '2026-11-01'"],
    [400, "Quantity eq '1'"],
    [400, "LineNo gt 'x'"],
  ])('refuses with %i %s', (status, filter) => {
    const passed = () => compileFilter(parseFilter(filter), RULES);
    expect(passed).toThrow(expect.objectContaining({ status }) as Error);
  });

  it('refuses a filter that nests too deeply instead of running out of stack', () => {
    expect(() => parseFilter(`${'('.repeat(5000)}A eq 1${')'.repeat(5000)}`)).toThrow(/nested too deeply/);
  });
});

describe('the comparison of values', () => {
  it('orders numbers as numbers', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: -1e6, max: 1e6 }), (a, b) => {
        expect(passes(`Quantity lt ${b}`, 'Quantity', a)).toBe(a < b);
        expect(passes(`Quantity ge ${b}`, 'Quantity', a)).toBe(a >= b);
        expect(passes(`Quantity eq ${b / 1000}`, 'Quantity', a / 1000)).toBe(a === b);
      }),
    );
  });

  it('takes Code fields without regard to case, Text and options with', () => {
    expect(passes("ItemNo eq '1896-s'", 'ItemNo', '1896-S')).toBe(true);
    expect(passes("startswith(ItemNo,'abc')", 'ItemNo', 'ABCD')).toBe(true);
    expect(passes("Description eq 'lamp'", 'Description', 'Lamp')).toBe(false);
    expect(passes("EntryType eq 'sale'", 'EntryType', 'Sale')).toBe(false);
  });

  it('says not-equal as the opposite of equal', () => {
    fc.assert(
      fc.property(anyText, anyText, (wanted, value) => {
        const equal = passes(`Description eq ${quote(wanted)}`, 'Description', value);
        expect(passes(`Description ne ${quote(wanted)}`, 'Description', value)).toBe(!equal);
      }),
    );
  });

  it.each([
    ['both', [true, true]],
    ['quoted', [false, true]],
    ['bare', [true, false]],
  ] as const)('takes booleans %s', (booleans, expected) => {
    const takes = (filter: string): boolean => {
      try {
        compileFilter(parseFilter(filter), { ...RULES, booleans });
        return true;
      } catch {
        return false;
      }
    };
    expect([takes('BssiAccessible eq true'), takes("BssiAccessible eq 'true'")]).toEqual(expected);
  });
});
