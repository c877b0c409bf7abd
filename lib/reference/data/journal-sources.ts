import { type ItemCard, makeItemCards } from './journal-items';
import { idsOfType } from './record-list';
import type { SecurityData } from './security-data';

/** The masters that journal lines refer to; never an empty list. */
export interface JournalSources {
  seed: number;
  items: readonly ItemCard[];
  customers: readonly string[];
  vendors: readonly string[];
  /** Location codes with the entity that owns each. */
  locations: readonly { code: string; entity: string }[];
  entities: readonly string[];
}

const fitting = (ids: readonly string[], most: number, otherwise: readonly string[]): readonly string[] => {
  const fits = ids.filter((id) => id.length <= most);
  return fits.length > 0 ? fits : otherwise;
};

/** Takes the masters out of the security data, so that journal and access tell of the same company. */
export function makeSources(seed: number, security: SecurityData): JournalSources {
  const { records, entities, pattern } = security;
  const type = records.types.indexOf('Location');
  const start = records.starts[type] ?? 0;
  const codes = fitting(idsOfType(records, 'Location'), 10, ['EAST', 'MAIN', 'WEST']);
  return {
    seed,
    items: makeItemCards(idsOfType(records, 'Item').slice(0, 2500), seed),
    customers: fitting(idsOfType(records, 'Customer'), 20, ['10000', '20000', '30000']),
    vendors: fitting(idsOfType(records, 'Vendor'), 20, ['10000', '20000', '30000']),
    locations: codes.map((code, index) => ({
      code,
      entity: entities.codes[pattern.ownerOf(start + index)] ?? '',
    })),
    entities: entities.codes,
  };
}
