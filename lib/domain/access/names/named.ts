import { visibleId } from '@/lib/domain/visible-id';
import type { Cell } from '@/lib/contract/access/access';

/** What records and entities are called, by their keys, which are compared exactly; '' where nobody says. */
export interface KeyNames {
  record: (key: Pick<Cell, 'recordType' | 'recordId'>) => string;
  entity: (entityId: string) => string;
  /** The group of entities that it belongs to. */
  group: (entityId: string) => string;
}

/** What entities are called, by their IDs, which are compared exactly. */
export type EntityNames = ReadonlyMap<string, string>;

/** Where no entity has a name. */
export const noEntityNames: EntityNames = new Map();

/** Letters that run from right to left, which would pull what stands beside them to their other side. */
const runsBack = /[\u0590-\u08FF\uFB1D-\uFEFC]/;

/** An ID with its name, if it has one: "Adatum · 10000"; the name leads, for people know it, and the ID settles it. */
export function named(id: string, name = ''): string {
  if (name === '') return visibleId(id);
  return `${isolated(name)} ${afterName(id)}`;
}

/** A text of somebody's own among other words: one that runs from right to left leaves these in their places. */
export function isolated(text: string): string {
  return runsBack.test(text) ? `\u2068${text}\u2069` : text;
}

/** What stands for the entity of a line that names none. */
export const noEntity = 'No entity';

/** An entity where nothing else says that it is one: its name with its ID, or "Entity 230". */
export function entityWords(id: string, name = ''): string {
  if (id.trim() === '') return noEntity;
  return name === '' ? `Entity ${visibleId(id)}` : named(id, name);
}

/** What follows a name that is written by itself. */
export function afterName(id: string): string {
  return `· ${visibleId(id)}`;
}
