import { type ItemCard, makeItemCards } from './journal-items';
import { idsOfType } from './record-list';
import type { SecurityData } from './security-data';

/** The masters that journal lines refer to; never an empty list. */
export interface JournalSources {
  seed: number;
  items: readonly ItemCard[];
  customers: readonly string[];
  vendors: readonly string[];
  locations: readonly Location[];
  /** What an entity may use before anybody changed access; empty where it may use none. */
  itemsOf: (entity: string) => readonly ItemCard[];
  locationsOf: (entity: string) => readonly Location[];
}

interface Location {
  code: string;
  /** The entity that most of its lines belong to, which may use it. */
  entity: string;
  /** The others that may use it. */
  guests: readonly string[];
  /** Those that may not. */
  strangers: readonly string[];
}

const fitting = (ids: readonly string[], most: number, otherwise: readonly string[]): readonly string[] => {
  const fits = ids.filter((id) => id.length <= most);
  return fits.length > 0 ? fits : otherwise;
};

/** Takes the masters out of the security data, so that journal and access tell of the same company. */
export function makeSources(seed: number, security: SecurityData): JournalSources {
  const { records, entities, pattern } = security;
  const start = records.starts[records.types.indexOf('Location')] ?? 0;
  const codes = fitting(idsOfType(records, 'Location'), 10, ['EAST', 'MAIN', 'WEST']);
  const items = makeItemCards(idsOfType(records, 'Item').slice(0, 2500), seed);
  const users = usersOf(security, 'Location');
  const locations = codes.map((code, index): Location => {
    const owner = entities.codes[pattern.ownerOf(start + index)] ?? '';
    const all = users.get(code) ?? [];
    const strangers = users.has(code) ? entities.codes.filter((one) => !all.includes(one)) : [];
    const entity = all.includes(owner) ? owner : (all[0] ?? owner);
    return { code, entity, guests: all.filter((one) => one !== entity), strangers };
  });
  // Nobody has anything in a location that no entity may use.
  const inUse = locations.filter(({ code }) => users.get(code)?.length !== 0);
  const locationsByEntity = byEntity(inUse, ({ entity, guests }) => [entity, ...guests]);
  let usable: Map<string, ItemCard[]> | null = null;
  return {
    seed,
    items,
    customers: fitting(idsOfType(records, 'Customer'), 20, ['10000', '20000', '30000']),
    vendors: fitting(idsOfType(records, 'Vendor'), 20, ['10000', '20000', '30000']),
    locations: inUse.length > 0 ? inUse : locations,
    itemsOf: (entity) => {
      usable ??= usableItems(items, security); // for whoever reads lines, not for the start
      return usable.get(entity) ?? [];
    },
    locationsOf: (entity) => locationsByEntity.get(entity) ?? [],
  };
}

/** The entities that may use each record of a type, by its number. */
function usersOf({ records, entities, pattern }: SecurityData, name: string): Map<string, string[]> {
  const start = records.starts[records.types.indexOf(name)] ?? 0;
  const row = new Uint8Array(entities.codes.length);
  return new Map(
    idsOfType(records, name).map((id, index) => {
      pattern.fill(start + index, row);
      return [id, entities.codes.filter((_code, entity) => row[entity] === 1)];
    }),
  );
}

function usableItems(items: readonly ItemCard[], security: SecurityData): Map<string, ItemCard[]> {
  const users = usersOf(security, 'Item');
  return byEntity(items, ({ no }) => users.get(no) ?? []);
}

function byEntity<T>(all: readonly T[], usersOf: (one: T) => readonly string[]): Map<string, T[]> {
  const usable = new Map<string, T[]>();
  for (const one of all)
    for (const entity of usersOf(one)) {
      const known = usable.get(entity);
      if (known === undefined) usable.set(entity, [one]);
      else known.push(one);
    }
  return usable;
}
