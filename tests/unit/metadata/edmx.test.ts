import { describe, expect, it } from 'vitest';
import { ConsoleError } from '@/lib/server/console-error';
import { parseEdmx } from '@/lib/server/services/metadata/edmx';
import { edmx } from './sample-edmx';

const wrapped = (inside: string) =>
  `<edmx:Edmx xmlns:edmx="e"><edmx:DataServices>${inside}</edmx:DataServices></edmx:Edmx>`;

function refusal(text: string): ConsoleError {
  try {
    parseEdmx(text);
  } catch (error) {
    if (error instanceof ConsoleError) return error;
    throw error;
  }
  throw new Error('The document was accepted.');
}

describe('parseEdmx', () => {
  it('reads sets, types, lengths, keys and what may be empty', () => {
    const sets = parseEdmx(
      wrapped(`<Schema Namespace="N.A" Alias="Self">
        <EntityType Name="line"><Key><PropertyRef Name="No"/></Key>
          <Property Name="No" Type="Edm.Int32" Nullable="false"/>
          <Property Name="Text" Type="Edm.String" MaxLength="100"/>
          <Property Name="Long" Type="Edm.String" MaxLength="max"/>
          <NavigationProperty Name="other" Type="Collection(N.A.line)"/></EntityType>
        <EntityContainer Name="C"><EntitySet Name="lines" EntityType="N.A.line"/><EntitySet Name="byAlias" EntityType="Self.line"/></EntityContainer>
      </Schema>`),
    );
    expect(sets.map((set) => [set.name, set.entityType])).toEqual([
      ['lines', 'line'],
      ['byAlias', 'line'],
    ]);
    expect(sets[0]?.properties).toEqual([
      { name: 'No', type: 'Edm.Int32', maxLength: null, nullable: false, isKey: true },
      { name: 'Text', type: 'Edm.String', maxLength: 100, nullable: true, isKey: false },
      { name: 'Long', type: 'Edm.String', maxLength: null, nullable: true, isKey: false },
    ]);
    expect(sets[1]?.properties).toEqual(sets[0]?.properties);
  });

  it('follows base types across schemas, and stops at a circle', () => {
    const sets = parseEdmx(
      wrapped(`<Schema Namespace="A"><EntityType Name="base" BaseType="B.child"><Key><PropertyRef Name="id"/></Key><Property Name="id" Type="Edm.Guid"/></EntityType></Schema>
      <Schema Namespace="B"><EntityType Name="child" BaseType="A.base"><Property Name="own" Type="Edm.String"/></EntityType>
      <EntityContainer Name="C"><EntitySet Name="children" EntityType="B.child"/></EntityContainer></Schema>`),
    );
    expect(sets[0]?.properties.map(({ name, isKey }) => [name, isKey])).toEqual([
      ['id', true],
      ['own', false],
    ]);
  });

  it('lists a set whose type is not declared, without fields', () => {
    const sets = parseEdmx(
      wrapped(
        '<Schema Namespace="A"><EntityContainer Name="C"><EntitySet Name="x" EntityType="A.gone"/></EntityContainer></Schema>',
      ),
    );
    expect(sets).toEqual([{ name: 'x', entityType: 'gone', properties: [] }]);
  });

  it.each([
    [
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + edmx({ a: { b: '&x;' } }),
      /document type declaration/,
    ],
    ['<!doctype html><html></html>', /document type declaration/],
    ['', /not well-formed/],
    ['hello', /not/],
    ['{"value":[]}', /not/],
    ['<html><body>Sign in</body></html>', /not an OData metadata document/],
    [edmx({ a: { b: 'Edm.String' } }).slice(0, -40), /not well-formed/],
    [wrapped('<Schema Namespace="A"/>'), /no entity set/],
    [wrapped('<__proto__ polluted="yes"/>'), /not well-formed/],
    [wrapped('<a>'.repeat(500) + '</a>'.repeat(500)), /not well-formed/],
    [wrapped(`<!-- ${'x'.repeat(2_000_000)} -->`), /longer than/],
  ])('refuses document %# with a reason', (text, reason) => {
    const error = refusal(text);
    expect(error.code).toBe('service-malformed');
    expect(error.message).toMatch(reason);
    expect(error.message).toMatch(/other pages work/);
  });

  it.each([
    ['tags', wrapped('<a/>'.repeat(60_000)), /more than 50,000 tags/],
    [
      'fields, by many sets of one large type',
      wrapped(
        `<Schema Namespace="A"><EntityType Name="t">${'<Property Name="p"/>'.repeat(1_000)}</EntityType><EntityContainer>${'<EntitySet Name="s" EntityType="A.t"/>'.repeat(1_000)}</EntityContainer></Schema>`,
      ),
      /too many fields/,
    ],
  ])('stops before a document with too many %s fills the memory', (_what, text, reason) => {
    expect(refusal(text).message).toMatch(reason);
  });

  it('leaves entities unexpanded and prototypes alone', () => {
    const sets = parseEdmx(edmx({ things: { 'a&amp;b': 'Edm.String' } }));
    expect(sets[0]?.properties[0]?.name).toBe('a&amp;b');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
