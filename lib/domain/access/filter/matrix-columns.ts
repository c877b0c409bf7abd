import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { placesAmong } from './bands';
import { entityBits } from './row-state';

/** Neighbouring entities of one group, or of none, and where their columns lie: from `left`, before `end`. */
export interface LaidGroup {
  /** '' for entities of no group. */
  name: string;
  /** Entity indices in the order shown. */
  entities: Uint32Array;
  /** A folded group has one column. */
  isFolded: boolean;
  left: number;
  end: number;
  /** Of a folded group: a bit for each of its entities, as `countsWithin` takes them. */
  bits: Uint32Array;
}

const noBits = new Uint32Array();

/** The columns of a matrix: one for each entity, and one for each folded group of entities. */
export class MatrixColumns {
  readonly count: number;
  readonly #matrix: AccessMatrix;
  readonly #entities: Uint32Array;
  readonly #groupOf: MatrixNames['group'];
  readonly #groups: readonly LaidGroup[];
  /** The groups that are folded. */
  readonly folded: readonly LaidGroup[];
  /** By column: the entity, -1 for a folded group. */
  readonly #entityAt: Int32Array;
  /** By column: the place of its group among all. */
  readonly #groupAt: Uint32Array;
  /** By entity index: the column of its own or of its folded group, -1 for none. */
  readonly #placeOf: Int32Array;

  /**
   * @param entities indices in the order shown, those of a group side by side.
   * @param folded names of groups. A group with one shown entity does not fold.
   */
  constructor(
    matrix: AccessMatrix,
    entities: Uint32Array,
    groupOf: MatrixNames['group'],
    folded: readonly string[] = [],
  ) {
    this.#matrix = matrix;
    this.#entities = entities;
    this.#groupOf = groupOf;
    const groups: LaidGroup[] = [];
    let left = 0;
    for (let start = 0; start < entities.length;) {
      const name = groupOf(entities[start] ?? -1);
      let end = start + 1;
      while (end < entities.length && groupOf(entities[end] ?? -1) === name) end++;
      const own = entities.subarray(start, end);
      const isFolded = name !== '' && own.length > 1 && folded.includes(name);
      const bits = isFolded ? entityBits(matrix, own) : noBits;
      const laid = { name, entities: own, isFolded, left, end: left + (isFolded ? 1 : own.length), bits };
      groups.push(laid);
      left = laid.end;
      start = end;
    }
    this.#groups = groups;
    this.folded = groups.filter(({ isFolded }) => isFolded);
    this.count = left;
    this.#entityAt = new Int32Array(left).fill(-1);
    this.#groupAt = new Uint32Array(left);
    this.#placeOf = new Int32Array(matrix.entityCount).fill(-1);
    groups.forEach((group, place) => {
      this.#groupAt.fill(place, group.left, group.end);
      if (!group.isFolded) this.#entityAt.set(group.entities, group.left);
      group.entities.forEach(
        (entity, at) => (this.#placeOf[entity] = group.left + (group.isFolded ? 0 : at)),
      );
    });
  }

  /** The same entities with these groups folded, and no others. */
  withGroupsFolded(folded: readonly string[]): MatrixColumns {
    const isSame = folded.length === 0 && this.folded.length === 0;
    return isSame ? this : new MatrixColumns(this.#matrix, this.#entities, this.#groupOf, folded);
  }

  /** The entity of a column; -1: it is a folded group, or there is no such column. */
  entityAt(column: number): number {
    return this.#entityAt[column] ?? -1;
  }

  /** The entities that a column stands for: one, or those of a folded group. */
  entitiesOf(column: number): Iterable<number> {
    const entity = this.entityAt(column);
    return entity < 0 ? (this.groupAt(column)?.entities ?? []) : [entity];
  }

  /** The group that a column belongs to, or stands for; undefined: there is no such column. */
  groupAt(column: number): LaidGroup | undefined {
    return this.#groups[this.#groupAt[column] ?? -1];
  }

  /** The column of an entity; -1: it is folded away, or not shown. */
  columnOf(entity: number): number {
    const column = this.columnOrGroupOf(entity);
    return this.entityAt(column) === entity ? column : -1;
  }

  /** The first column of a group; -1: none of it is shown. */
  columnOfGroup(name: string): number {
    return this.#groups.find((group) => group.name === name)?.left ?? -1;
  }

  /** The column of an entity, or else of the group that it is folded into; -1: it is not shown. */
  columnOrGroupOf(entity: number): number {
    return this.#placeOf[entity] ?? -1;
  }

  /** The entities that have a column of their own among some columns, and those of folded groups where these are meant too. */
  entitiesIn(left: number, right: number, isFoldedToo = false): Uint32Array {
    const own = this.#entityAt.subarray(Math.max(0, left), right + 1);
    if (!isFoldedToo) return Uint32Array.from(own.filter((entity) => entity >= 0));
    return Uint32Array.from([...own.keys()].flatMap((at) => [...this.entitiesOf(Math.max(0, left) + at)]));
  }

  /** The folded groups among some columns. */
  foldedIn(runs: readonly { left: number; right: number }[]): readonly LaidGroup[] {
    return this.folded.filter(({ left: at }) => runs.some(({ left, right }) => at >= left && at <= right));
  }

  /** First and last of the entities that have their own among some columns, by their places among all; the last before the first: none. */
  placesIn(left: number, right: number): { left: number; right: number } {
    const parts = this.#groups.map(({ entities, isFolded, left: start, end }) => ({
      ...{ start, end: isFolded ? start : end },
      places: entities.length,
    }));
    const [first, last] = placesAmong(parts, left, right);
    return { left: first, right: last };
  }
}

/** What the head of a column shows. */
export interface ColumnHead {
  /** '' for a folded group. */
  entityId: string;
  /** '': the entity has none, and likewise below. */
  name: string;
  group: string;
  /** Whether a group begins here: the column before is of another. */
  isFirstOfGroup: boolean;
  /** How many columns of its group begin here; 0: the one before is of the same. */
  groupSpan: number;
  /** How many entities of its group are shown. */
  groupSize: number;
  isFolded: boolean;
}

/** The head of a column. */
export function columnHead(
  matrix: AccessMatrix,
  names: MatrixNames,
  columns: MatrixColumns,
  column: number,
): ColumnHead {
  const entity = columns.entityAt(column);
  const { name = '', left = 0, end = 0, entities = [], isFolded = false } = columns.groupAt(column) ?? {};
  const groupSpan = column === left ? end - left : 0;
  return {
    entityId: matrix.entityId(entity),
    name: names.entity(entity),
    group: name,
    isFirstOfGroup: groupSpan > 0 && column > 0,
    groupSpan,
    groupSize: entities.length,
    isFolded,
  };
}
