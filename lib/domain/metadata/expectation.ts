import { keyFields } from '@/lib/domain/journal/field-index';
import { journalFields, type JournalFieldKind } from '@/lib/domain/journal/fields';
import { journalPresets } from '@/lib/domain/journal/presets';

/** What the console needs of one field. */
export interface ExpectedField {
  name: string;
  label: string;
  kind: JournalFieldKind;
  /** Without it the page cannot work at all. */
  isVital: boolean;
  /** Column presets that show it. */
  presets: readonly string[];
}

/** What the console needs of one entity set (interface sections 2.2 and 2.3). */
export interface ExpectedSet {
  name: string;
  /** The set in a sentence. */
  noun: string;
  /** What stands still without it. */
  needs: string;
  fields: readonly ExpectedField[];
}

const vital = { isVital: true, presets: [] } as const;

const security: ExpectedSet = {
  name: 'bssiMEMMasterRecordSecurity',
  noun: 'master record security',
  needs: 'access can neither be shown nor changed',
  fields: [
    { name: '@odata.etag', label: 'Record tag', kind: 'etag', isVital: false, presets: [] },
    { name: 'SystemId', label: 'System ID', kind: 'guid', isVital: false, presets: [] },
    { name: 'BssiMasterRecordType', label: 'Master record type', kind: 'string', ...vital },
    { name: 'BssiMasterRecordID', label: 'Master record ID', kind: 'string', ...vital },
    { name: 'BssiEntityID', label: 'Entity ID', kind: 'string', ...vital },
    { name: 'BssiAccessible', label: 'Accessible', kind: 'boolean', ...vital },
  ],
};

const identity: readonly string[] = keyFields;

const journal: ExpectedSet = {
  name: 'bssiItemJournalLines',
  noun: 'item journal lines',
  needs: 'journal lines cannot be shown',
  fields: journalFields.map(({ name, label, kind }) => ({
    name,
    label,
    kind,
    isVital: identity.includes(name),
    presets: journalPresets.filter((preset) => preset.columns.includes(name)).map((preset) => preset.label),
  })),
};

/** The entity sets the console works with. */
export const expectedSets: readonly ExpectedSet[] = [security, journal];
