import { JOURNAL_FIELDS } from '@/lib/reference/data/journal-fields';
import { type Field, type FieldKind, SECURITY_FIELDS } from './fields';

const TYPES: Readonly<Record<FieldKind, string>> = {
  tag: '',
  guid: 'Edm.Guid',
  code: 'Edm.String',
  text: 'Edm.String',
  option: 'Edm.String',
  integer: 'Edm.Int32',
  decimal: 'Edm.Decimal',
  boolean: 'Edm.Boolean',
  date: 'Edm.Date',
  time: 'Edm.TimeOfDay',
};

const COMPANY_FIELDS: readonly Field[] = [
  { name: 'id', kind: 'guid', maxLength: 0 },
  { name: 'systemVersion', kind: 'text', maxLength: 250 },
  { name: 'name', kind: 'text', maxLength: 30 },
  { name: 'displayName', kind: 'text', maxLength: 250 },
  { name: 'businessProfileId', kind: 'text', maxLength: 250 },
];

function entityType(name: string, key: readonly string[], fields: readonly Field[], more = ''): string {
  const keys = key.map((field) => `          <PropertyRef Name="${field}" />\n`).join('');
  const properties = fields
    .filter((field) => field.kind !== 'tag')
    .map((field) => {
      const nullable = key.includes(field.name) ? ' Nullable="false"' : '';
      const length = field.maxLength > 0 ? ` MaxLength="${field.maxLength}"` : '';
      const scale = field.kind === 'decimal' ? ' Scale="Variable"' : '';
      return `        <Property Name="${field.name}" Type="${TYPES[field.kind]}"${nullable}${length}${scale} />\n`;
    })
    .join('');
  return `      <EntityType Name="${name}">\n        <Key>\n${keys}        </Key>\n${properties}${more}      </EntityType>\n`;
}

const navigation = (name: string, type: string): string =>
  `        <NavigationProperty Name="${name}" Type="Collection(Microsoft.NAV.${type})" ContainsTarget="true" />\n`;

/** The metadata document: EDMX 4.0, namespace Microsoft.NAV, all resources with types and lengths. */
export function makeEdmx(): string {
  const company = entityType(
    'company',
    ['id'],
    COMPANY_FIELDS,
    navigation('bssiMEMMasterRecordSecurity', 'bssiMEMMasterRecordSecurity') +
      navigation('bssiItemJournalLines', 'bssiItemJournalLine'),
  );
  const security = entityType(
    'bssiMEMMasterRecordSecurity',
    ['BssiMasterRecordType', 'BssiMasterRecordID', 'BssiEntityID'],
    SECURITY_FIELDS,
  );
  const journal = entityType(
    'bssiItemJournalLine',
    ['JournalTemplateName', 'JournalBatchName', 'LineNo'],
    JOURNAL_FIELDS,
  );
  const set = (name: string, type: string): string =>
    `        <EntitySet Name="${name}" EntityType="Microsoft.NAV.${type}" />\n`;
  return `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
  <edmx:DataServices>
    <Schema Namespace="Microsoft.NAV" xmlns="http://docs.oasis-open.org/odata/ns/edm">
${company}${security}${journal}      <EntityContainer Name="NAV">
${set('companies', 'company')}${set('bssiMEMMasterRecordSecurity', 'bssiMEMMasterRecordSecurity')}${set('bssiItemJournalLines', 'bssiItemJournalLine')}      </EntityContainer>
    </Schema>
  </edmx:DataServices>
</edmx:Edmx>
`;
}
