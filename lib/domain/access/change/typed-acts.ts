import { entityOrder, visibleEntities } from '@/lib/domain/access/filter/matrix-filter';
import { isPlainText, wholeIds } from '@/lib/domain/access/filter/text-filter';
import { findRecords } from '@/lib/domain/access/filter/find-targets';
import { propose, type Proposal, type ReadCell } from './change-proposal';
import type { Compared } from './comparison';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { recordText } from '@/lib/domain/access/names/record-text';

/** The records that a sentence is about: all of a type, or one. */
export type NamedRecords =
  { kind: 'type'; recordType: string } | { kind: 'record'; record: number; recordType: string };

/** What a typed sentence asks of the matrix. */
export type TypedAct =
  | { kind: 'compare'; compared: Compared }
  /** Given and removed are entity indices; `isAsked`: a change is meant, not a look. */
  | {
      kind: 'records';
      about: NamedRecords;
      given: readonly number[];
      removed: readonly number[];
      isAsked: boolean;
    };

/** Most records that one sentence is taken to be about, each by itself. */
const mostRecords = 3;

/**
 * What a sentence such as "copy 200 to 999", "compare 200 210", "vendors out of 420", "vendors 420" or "customer 30000 in
 * 200..230 not in 100" may mean, the likeliest first; nothing where it names what the matrix does not have.
 */
export function typedActs(text: string, matrix: AccessMatrix, names: MatrixNames): TypedAct[] {
  const sentence = text.trim().replace(/\s+/g, ' ');
  const compared = comparedIn(sentence, matrix, names);
  if (compared !== null) return [{ kind: 'compare', compared }];
  const clauses = clausesOf(sentence) ?? unlinkedIn(sentence);
  if (clauses === null) return [];
  const given = entitiesIn(clauses.given, matrix, names);
  const removed = entitiesIn(clauses.removed, matrix, names);
  if (given === null || removed === null || given.length + removed.length === 0) return [];
  const both = new Set(removed);
  if (given.some((entity) => both.has(entity))) return []; // it contradicts itself
  const isAsked = clauses.isAsked || removed.length > 0;
  const records = recordsIn(clauses.subject, matrix, names);
  if (clauses.isUnlinked && records.length > 1) return []; // the words are no more than a search
  return records.map((about) => ({
    kind: 'records',
    about,
    given,
    removed,
    isAsked,
  }));
}

/** The changes that an act comes to. @param most how many one change set takes. */
export function changesOfAct(
  { about, given, removed }: Extract<TypedAct, { kind: 'records' }>,
  matrix: AccessMatrix,
  seen: ReadCell,
  most: number,
): Proposal {
  const records = about.kind === 'record' ? [about.record] : [...recordsOfType(matrix, about.recordType)];
  const gifts = propose(seen, records, given, 'give', most);
  const removals = propose(seen, records, removed, 'remove', most - gifts.cells.length);
  return {
    changes: [...gifts.cells, ...removals.cells].map(({ record, entity, wanted }) => ({
      cell: matrix.cell(record, entity),
      wanted,
    })),
    already: gifts.already + removals.already,
    absent: gifts.absent + removals.absent,
    isCut: gifts.isCut || removals.isCut,
  };
}

function* recordsOfType(matrix: AccessMatrix, recordType: string): Generator<number> {
  const wanted = matrix.recordTypes.indexOf(recordType);
  for (let record = 0; record < matrix.recordCount; record++)
    if (matrix.recordTypeIndex(record) === wanted) yield record;
}

/** The first that names what the matrix has is meant. */
const comparing = [
  /^(?<copy>copy|mirror)(?: access)?(?: of| from)? (?<from>.+?)(?: (?:to|into|onto)(?: (?<to>.+))?)?$/i,
  /^(?<copy>give|make) (?<to>\S+) (?:what|like) (?<from>\S+)(?: has)?$/i,
  /^compare (?<from>.+?) (?:with|and|to|,) ?(?<to>.+)$/i,
  /^compare (?<from>.+)$/i,
  /^(?:(?<copy>copy|mirror)|compare) (?<from>\S+) (?<to>\S+)$/i,
];

/** Two entities, or two records, that are to be compared, or copied from one to the other; the second may be missing. */
function comparedIn(sentence: string, matrix: AccessMatrix, names: MatrixNames): Compared | null {
  for (const pattern of comparing) {
    const { copy, from, to } = pattern.exec(sentence)?.groups ?? {};
    if (from === undefined) continue;
    for (const [kind, named] of [
      ['entities', entityNamed],
      ['records', recordNamed],
    ] as const) {
      const first = named(from, matrix, names);
      const second = to === undefined ? null : named(to, matrix, names);
      if (first !== null && (to === undefined || second !== null))
        return { kind, first, second, ...(copy !== undefined && { isCopy: true }) };
    }
  }
  return null;
}

function entityNamed(text: string, matrix: AccessMatrix, names: MatrixNames): string | null {
  const [entity, other] = entitiesIn(text.replace(/^entity /i, ''), matrix, names) ?? [];
  return entity === undefined || other !== undefined ? null : matrix.entityId(entity);
}

function recordNamed(text: string, matrix: AccessMatrix, names: MatrixNames): string | null {
  const { found, isMore } = findRecords(matrix, names, text, 1);
  const [record] = found;
  if (record === undefined || (isMore && matrix.recordId(record).toLowerCase() !== lastWord(text)))
    return null;
  return recordText({ recordType: matrix.recordType(record), recordId: matrix.recordId(record) });
}

function lastWord(text: string): string {
  return (text.split(' ').at(-1) ?? '').toLowerCase();
}

interface Clauses {
  subject: string;
  /** Entities as they are named; '' for none. */
  given: string;
  removed: string;
  isAsked: boolean;
  /** No word stands between the records and the entity. */
  isUnlinked?: true;
}

const linking = / (?:(?:and|but) )?(not in|not|out of|from|into|in|to) /gi;

/** "give vendors to 420", "vendors out of 420", "customer 30000 in 200 to 230 and not in 100"; null: no such sentence. */
function clausesOf(sentence: string): Clauses | null {
  const verb = /^(?:(give|add|let)|(remove|take))(?: access(?: of| to| for)?)?(?: all)? /i.exec(sentence);
  const rest = sentence.slice(verb?.[0].length ?? 0).replace(/^all /i, '');
  const [subject = '', ...parts] = rest.split(linking);
  const lists: Record<'given' | 'removed', string[]> = { given: [], removed: [] };
  let last: string[] | null = null;
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [link = '', named = ''] = [
      parts[at]?.toLowerCase(),
      parts[at + 1]?.replace(/^entit(?:y|ies) /i, ''),
    ];
    // "200 to 230": the end of what has begun.
    if (link === 'to' && last !== null) last.push(`${last.pop() ?? ''}..${named}`);
    else {
      const isRemoved = verb?.[2] !== undefined || /not|out of|from/.test(link);
      last = lists[isRemoved ? 'removed' : 'given'];
      last.push(named);
    }
  }
  if (subject === '' || last === null) return null;
  return {
    subject: subject.replace(/ access$/i, ''),
    given: lists.given.join('|'),
    removed: lists.removed.join('|'),
    isAsked: verb !== null,
  };
}

/** "vendors 420", "customer 30000 420". */
function unlinkedIn(sentence: string): Clauses | null {
  const { subject, given } = /^(?<subject>.+) (?<given>\S+)$/.exec(sentence)?.groups ?? {};
  if (subject === undefined || given === undefined) return null;
  return { subject, given, removed: '', isAsked: false, isUnlinked: true };
}

/**
 * Entities by whole ID, name or group, or by Business Central's filter syntax; unlike in a filter, a part of an ID names
 * nobody: what is changed is to be named. Null where a part of the list names nobody.
 */
function entitiesIn(text: string, matrix: AccessMatrix, names: MatrixNames): number[] | null {
  const order = entityOrder(matrix, names);
  const found = new Set<number>();
  for (const part of text.split(/ ?(?:[|,]| and ) ?/i)) {
    const named = part.trim().toLowerCase();
    if (named === '') continue;
    const isNamed = (entity: number) =>
      [matrix.entityId(entity), names.entity(entity), names.group(entity)].some(
        (own) => own.toLowerCase() === named,
      );
    const isSyntax = !isPlainText(named) && wholeIds(named) === null;
    const entities = isSyntax ? visibleEntities(matrix, order, named) : order.filter(isNamed);
    if (entities.length === 0) return null;
    for (const entity of entities) found.add(entity);
  }
  return [...found];
}

/** A type in one or many ("vendors"), or else the records that the text finds. */
function recordsIn(text: string, matrix: AccessMatrix, names: MatrixNames): NamedRecords[] {
  const wanted = text.toLowerCase();
  const recordType = matrix.recordTypes.find((type) => {
    const one = type.toLowerCase();
    return [one, `${one}s`, one.replace(/y$/, 'ies')].includes(wanted);
  });
  if (recordType !== undefined) return [{ kind: 'type', recordType }];
  return findRecords(matrix, names, text, mostRecords).found.map((record) => ({
    kind: 'record',
    record,
    recordType: matrix.recordType(record),
  }));
}
