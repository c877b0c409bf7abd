import { lowestBit, wordsPerRecord, type AccessMatrix } from './matrix';

/** How much a complete read lists, to tell whether the next one is plausible. What lists nothing is left out. */
export interface MatrixFigures {
  records: number;
  assignments: number;
  /** Records of each record type. */
  types: [recordType: string, records: number][];
  /** Assignments of each entity. */
  entities: [entityId: string, assignments: number][];
}

/** Counts a matrix; records and entities without any assignment do not count. */
export function figuresOf(matrix: AccessMatrix): MatrixFigures {
  const ofType = new Map<string, number>();
  const ofEntity = matrix.entityIds.map(() => 0);
  const words = wordsPerRecord(matrix.entityCount);
  let records = 0;
  for (let record = 0; record < matrix.recordCount; record++) {
    let isListed = false;
    for (let word = 0; word < words; word++) {
      for (let bits = matrix.existsWord(record, word); bits !== 0; bits &= bits - 1) {
        const entity = word * 32 + lowestBit(bits);
        ofEntity[entity] = (ofEntity[entity] ?? 0) + 1;
        isListed = true;
      }
    }
    if (!isListed) continue;
    records++;
    const type = matrix.recordType(record);
    ofType.set(type, (ofType.get(type) ?? 0) + 1);
  }
  return {
    records,
    assignments: ofEntity.reduce((sum, count) => sum + count, 0),
    types: [...ofType],
    entities: matrix.entityIds.flatMap((id, entity): MatrixFigures['entities'] => {
      const count = ofEntity[entity] ?? 0;
      return count === 0 ? [] : [[id, count]];
    }),
  };
}

/**
 * Why a complete read is not plausible beside the one that was believed before (null: there was none): it lists nothing,
 * a fifth fewer records or assignments, or a record type or an entity is gone whole. Null: it is plausible. The words
 * go into files and the log, so their digits are the same for every reader.
 */
export function doubtInWords(before: MatrixFigures | null, now: MatrixFigures): string | null {
  const what = before === null ? (now.records === 0 ? 'nothing' : null) : lessInWords(before, now);
  return what === null
    ? null
    : `The service lists ${what}. Perhaps the console’s user lost a permission, or the service stopped in the middle of its list.`;
}

/** Whether two reads list so much the same that neither is doubtful beside the other. */
export function areAlike(one: MatrixFigures, other: MatrixFigures): boolean {
  return doubtInWords(one, other) === null && doubtInWords(other, one) === null;
}

const mostNamed = 5;

function lessInWords(before: MatrixFigures, now: MatrixFigures): string | null {
  for (const what of ['records', 'assignments'] as const) {
    const [least, most] = [now[what], before[what]];
    if (most > 0 && least <= most * 0.8)
      return `${least === 0 ? 'no' : digits(least)} ${what} now, ${digits(most)} before`;
  }
  const types = gone(before.types, now.types);
  if (types.names !== '') return `no ${types.names} now, ${digits(types.count)} records before`;
  const entities = gone(before.entities, now.entities);
  if (entities.names === '') return null;
  return `nothing for entity ${entities.names} now, ${digits(entities.count)} assignments before`;
}

/** The names that had a count before and have none now, and their counts together. */
function gone(
  before: readonly [string, number][],
  now: readonly [string, number][],
): { names: string; count: number } {
  const left = new Set(now.map(([name]) => name));
  const missing = before.filter(([name]) => !left.has(name));
  const more = missing.length > mostNamed ? ` and ${digits(missing.length - mostNamed)} more` : '';
  const names = missing.slice(0, mostNamed).map(([name]) => name);
  return { names: names.join(', ') + more, count: missing.reduce((sum, [, count]) => sum + count, 0) };
}

function digits(count: number): string {
  return count.toLocaleString('en');
}
