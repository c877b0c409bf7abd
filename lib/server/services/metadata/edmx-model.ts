import 'server-only';
import type { DeclaredProperty, DeclaredSet } from '@/lib/domain/metadata/declared';

type Element = Readonly<Record<string, unknown>>;

interface EntityType {
  name: string;
  baseType: string | undefined;
  keys: ReadonlySet<string>;
  properties: readonly Omit<DeclaredProperty, 'isKey'>[];
}

/** Sets may share a type, so a small document could name very many fields. */
const mostFields = 50_000;
const mostKeys = 50;
const longestLine = 20;

export function element(value: unknown): Element | undefined {
  // An object from the parser whose members are all read as unknown.
  return typeof value === 'object' && value !== null ? (value as Element) : undefined;
}

/** The entity sets with their own and inherited properties; null if there are too many. */
export function readSets(services: Element): DeclaredSet[] | null {
  const schemas = children(services, 'Schema');
  const types = readTypes(schemas);
  const sets: DeclaredSet[] = [];
  let fields = 0;
  const containers = schemas.flatMap((schema) => children(schema, 'EntityContainer'));
  for (const set of containers.flatMap((container) => children(container, 'EntitySet'))) {
    const name = attribute(set, 'Name');
    const typeName = attribute(set, 'EntityType') ?? '';
    if (name === undefined) continue;
    const properties = propertiesOf(typeName, types);
    fields += properties.length;
    if (fields > mostFields) return null;
    sets.push({ name, entityType: typeName.slice(typeName.lastIndexOf('.') + 1), properties });
  }
  return sets;
}

function readTypes(schemas: readonly Element[]): ReadonlyMap<string, EntityType> {
  const types = new Map<string, EntityType>();
  for (const schema of schemas) {
    const names = [attribute(schema, 'Namespace'), attribute(schema, 'Alias')];
    for (const type of children(schema, 'EntityType').map(readType)) {
      for (const namespace of names)
        if (namespace !== undefined) types.set(`${namespace}.${type.name}`, type);
    }
  }
  return types;
}

/** A type that is its own ancestor is read once. */
function propertiesOf(typeName: string, types: ReadonlyMap<string, EntityType>): DeclaredProperty[] {
  const line: EntityType[] = [];
  for (
    let type = types.get(typeName);
    type !== undefined && line.length < longestLine && !line.includes(type);
  ) {
    line.unshift(type);
    type = type.baseType === undefined ? undefined : types.get(type.baseType);
  }
  const keys = new Set(line.flatMap((type) => [...type.keys]));
  return line
    .flatMap((type) => type.properties)
    .map((property) => ({ ...property, isKey: keys.has(property.name) }));
}

function readType(type: Element): EntityType {
  const keys = children(type, 'Key').flatMap((key) => children(key, 'PropertyRef'));
  return {
    name: attribute(type, 'Name') ?? '',
    baseType: attribute(type, 'BaseType'),
    keys: new Set(keys.slice(0, mostKeys).map((key) => attribute(key, 'Name') ?? '')),
    properties: children(type, 'Property').flatMap((property) => {
      const name = attribute(property, 'Name');
      if (name === undefined) return [];
      const maxLength = Number(attribute(property, 'MaxLength') ?? Number.NaN);
      return {
        name,
        type: attribute(property, 'Type') ?? 'Edm.String',
        maxLength: Number.isInteger(maxLength) ? maxLength : null,
        nullable: attribute(property, 'Nullable') !== 'false',
      };
    }),
  };
}

function children(parent: Element, name: string): Element[] {
  const held = parent[name];
  return Array.isArray(held) ? held.map(element).filter((one) => one !== undefined) : [];
}

function attribute(of: Element, name: string): string | undefined {
  const value = element(of['attributes'])?.[name];
  return typeof value === 'string' && value !== '' ? value.slice(0, 500) : undefined;
}
