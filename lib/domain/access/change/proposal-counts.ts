import { counted, plural } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import type { KeyNames } from '@/lib/domain/access/names/named';
import { recordInWords } from '@/lib/domain/access/access-words';
import type { ProposedCell } from './change-proposal';
import type { AccessMatrix } from '@/lib/domain/access/matrix';

/** What a proposal comes to; all are numbers of assignments but the last three. */
export interface ProposalCounts {
  give: number;
  remove: number;
  /** They have the wanted value already. */
  already: number;
  /** There is no such assignment. */
  absent: number;
  records: number;
  entities: number;
  /** Records that some entity may use now, and none afterwards. */
  closed: readonly number[];
}

/**
 * What these changes come to together.
 * @param grantedTo how many entities may use a record now, of all there are.
 */
export function countProposal(
  grantedTo: (record: number) => number,
  cells: readonly ProposedCell[],
  left: { already: number; absent: number },
): ProposalCounts {
  const give = cells.reduce((count, { wanted }) => count + Number(wanted), 0);
  return {
    give,
    remove: cells.length - give,
    ...left,
    records: new Set(cells.map(({ record }) => record)).size,
    entities: new Set(cells.map(({ entity }) => entity)).size,
    closed: recordsClosed(grantedTo, cells),
  };
}

/** The records that some entity may use now and none could afterwards. @param grantedTo as of `countProposal`. */
export function recordsClosed(
  grantedTo: (record: number) => number,
  cells: readonly Pick<ProposedCell, 'record' | 'wanted'>[],
): number[] {
  const gained = new Map<number, number>();
  for (const { record, wanted } of cells) gained.set(record, (gained.get(record) ?? 0) + (wanted ? 1 : -1));
  return [...gained].flatMap(([record, more]) => {
    const granted = grantedTo(record);
    return granted > 0 && granted + more <= 0 ? [record] : [];
  });
}

/** "Give 38, remove 4": so many are to be changed, and which way. */
export function sumInWords(give: number, remove: number): string {
  if (give === 0) return `Remove ${inDigits(remove)}`;
  return `Give ${inDigits(give)}${remove > 0 ? `, remove ${inDigits(remove)}` : ''}`;
}

/** What a button that asks for these changes says: "Give 34", "Remove 34", and where both are among them "Change 34". */
export function actInWords(give: number, remove: number): string {
  const isMixed = (give > 0 && remove > 0) || give + remove === 0;
  const verb = isMixed ? 'Change' : give > 0 ? 'Give' : 'Remove';
  return `${verb} ${inDigits(give + remove)}`;
}

/** What a proposal will do, sentence by sentence: "Give 38, remove 4, across 3 entities and 20 records." */
export function proposalInWords(counts: ProposalCounts): string[] {
  const { give, remove, already, absent, records, entities } = counts;
  const where = `across ${counted(entities, 'entity', 'entities')} and ${counted(records, 'record')}`;
  const sentences = [
    give + remove === 0 ? 'Nothing is left to change.' : `${sumInWords(give, remove)}, ${where}.`,
  ];
  if (already > 0)
    sentences.push(
      `${inDigits(already)} ${plural(already, 'needs no change and is', 'need no change and are')} skipped.`,
    );
  if (absent > 0)
    sentences.push(
      `${inDigits(absent)} ${plural(absent, 'is not set up and is', 'are not set up and are')} skipped.`,
    );
  return sentences;
}

/** Most records without any entity that are named. */
const mostNamed = 3;

/** "2 records would be left without any entity.", the first of which are named, and how many more there are. */
export function closedInWords(
  matrix: AccessMatrix,
  closed: readonly number[],
  names?: KeyNames,
): { risk: string; named: { record: number; words: string }[]; more: number } {
  const named = closed
    .slice(0, mostNamed)
    .map((record) => ({ record, words: recordInWords(matrix.cell(record, -1), names) }));
  return {
    risk: `${counted(closed.length, 'record')} would be left without any entity.`,
    named,
    more: closed.length - named.length,
  };
}
