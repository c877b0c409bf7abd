import { describe, expect, it } from 'vitest';
import { coverageOf, findDrift } from '@/lib/domain/metadata/drift';
import { expectedSets } from '@/lib/domain/metadata/expectation';
import { parseEdmx } from '@/lib/server/services/metadata/edmx';
import { documentedProperties, edmx, type Properties } from './sample-edmx';

function compare(change: (sets: { security: Properties; journal: Properties }) => void = () => undefined) {
  const sets = documentedProperties();
  change(sets);
  const declared = parseEdmx(
    edmx({
      bssiMEMMasterRecordSecurity: sets.security,
      bssiItemJournalLines: sets.journal,
      companies: { id: 'Edm.Guid' },
    }),
  );
  return { drift: findDrift(declared, expectedSets), coverage: coverageOf(declared, expectedSets) };
}

describe('drift', () => {
  it('is none for what the interface document says, and covers all 166 and 5 fields that are to be declared', () => {
    const { drift, coverage } = compare();
    expect(drift).toEqual([]);
    expect(coverage.map(({ expected, asExpected }) => [expected, asExpected])).toEqual([
      [5, 5],
      [166, 166],
    ]);
  });

  it('calls a new field nothing to do', () => {
    const { drift, coverage } = compare(({ journal }) => (journal['NewField'] = 'Edm.Decimal'));
    expect(drift).toEqual([
      {
        severity: 'info',
        entitySet: 'bssiItemJournalLines',
        field: 'NewField',
        words:
          'New field NewField, a decimal number (Edm.Decimal): nothing to do. The console does not show it.',
      },
    ]);
    expect(coverage[1]?.asExpected).toBe(166);
  });

  it.each([
    ['Finished', 'warning', 'Field Finished is missing: its column stays empty. The preset Output uses it.'],
    ['QtyCalculated', 'warning', 'Field QtyCalculated is missing: its column stays empty. The preset Physical inventory uses it.'],
    ['BinCode', 'warning', 'Field BinCode is missing: its column stays empty. 2 presets use it: Item journal and Recurring.'],
    ['OverheadRate', 'info', 'Field OverheadRate is missing: it stays empty; no column preset uses it.'],
    ['LineNo', 'breaking', 'Field LineNo is missing: journal lines cannot be shown.'],
  ])('says what a missing journal field %s means', (field, severity, words) => {
    const { drift, coverage } = compare(({ journal }) => delete journal[field]);
    expect(drift).toEqual([{ severity, entitySet: 'bssiItemJournalLines', field, words }]);
    expect(coverage[1]).toMatchObject({ expected: 166, asExpected: 165 });
  }); // prettier-ignore

  it.each([
    ['Quantity', 'Edm.String', 'breaking'],
    ['Finished', 'Edm.String', 'breaking'],
    ['Quantity', 'Edm.Int32', 'warning'],
    ['PostingDate', 'Edm.DateTimeOffset', 'warning'],
    ['Description', 'Edm.Int32', 'warning'],
    ['JournalBatchName', 'Edm.Int32', 'breaking'],
  ])('says that the type of %s changed to %s (%s)', (field, type, severity) => {
    const { drift } = compare(({ journal }) => (journal[field] = type));
    expect(drift).toHaveLength(1);
    expect(drift[0]).toMatchObject({ severity, field });
    expect(drift[0]?.words).toContain(`Type of ${field} changed`);
    expect(drift[0]?.words).toContain(type);
  });

  it('takes an enumeration type for a text field and another number width as the same', () => {
    const { drift } = compare(({ journal }) => {
      journal['EntryType'] = 'Microsoft.NAV.entryType';
      journal['LineNo'] = 'Edm.Int64';
      journal['Amount'] = 'Edm.Double';
    });
    expect(drift).toEqual([]);
  });

  it('puts what matters most first', () => {
    const { drift } = compare(({ security, journal }) => {
      journal['Zebra'] = 'Edm.String';
      delete journal['BinCode'];
      security['BssiAccessible'] = 'Edm.String';
    });
    expect(drift.map((one) => one.severity)).toEqual(['breaking', 'warning', 'info']);
    expect(drift[0]?.words).toContain('access can neither be shown nor changed');
  });

  it('says that a whole resource is missing', () => {
    const drift = findDrift(parseEdmx(edmx({ companies: { id: 'Edm.Guid' } })), expectedSets);
    expect(drift.map((one) => [one.severity, one.entitySet])).toEqual([
      ['breaking', 'bssiMEMMasterRecordSecurity'],
      ['breaking', 'bssiItemJournalLines'],
    ]);
  });
});
