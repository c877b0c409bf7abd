import { journalFields, type JournalFieldKind } from '@/lib/domain/journal/fields';

const types: Record<JournalFieldKind, string> = {
  guid: 'Edm.Guid',
  etag: '',
  integer: 'Edm.Int32',
  decimal: 'Edm.Decimal',
  boolean: 'Edm.Boolean',
  date: 'Edm.Date',
  time: 'Edm.TimeOfDay',
  string: 'Edm.String',
};

/** Declared properties as name and type, for `edmx`. */
export type Properties = Record<string, string>;

/** What the interface document says of the two resources. */
export function documentedProperties(): { security: Properties; journal: Properties } {
  const journal: Properties = {};
  for (const { name, kind } of journalFields) if (kind !== 'etag') journal[name] = types[kind];
  const security = {
    SystemId: 'Edm.Guid',
    BssiMasterRecordType: 'Edm.String',
    BssiMasterRecordID: 'Edm.String',
    BssiEntityID: 'Edm.String',
    BssiAccessible: 'Edm.Boolean',
  };
  return { security, journal };
}

/** A metadata document that declares these entity sets. */
export function edmx(sets: Record<string, Properties>): string {
  const names = Object.keys(sets);
  const properties = (of: Properties) =>
    Object.entries(of)
      .map(([name, type]) => `<Property Name="${name}" Type="${type}" />`)
      .join('');
  return `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices>
<Schema Namespace="Microsoft.NAV" xmlns="http://docs.oasis-open.org/odata/ns/edm">
${names.map((name) => `<EntityType Name="${name}Row">${properties(sets[name] ?? {})}</EntityType>`).join('\n')}
<EntityContainer Name="NAV">
${names.map((name) => `<EntitySet Name="${name}" EntityType="Microsoft.NAV.${name}Row" />`).join('\n')}
</EntityContainer></Schema></edmx:DataServices></edmx:Edmx>`;
}
