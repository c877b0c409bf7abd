import type { Cell } from '@/lib/contract/access/access';
import type { GridModel, GridOrder, PinnedColumn } from '@/components/grid/grid-model';
import type { Share } from '@/lib/domain/access/column-counts';
import type { ColumnHead, LaidGroup } from '@/lib/domain/access/filter/matrix-columns';
import type { RowOrder } from '@/lib/domain/access/filter/matrix-sort';
import { named } from '@/lib/domain/access/names/named';
import { visibleId } from '@/lib/domain/visible-id';
import { shareCounts, sharePercent } from '@/lib/domain/access/share-words';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';

const record: PinnedColumn = { key: 'id', label: 'Record', width: 158, most: 320, namesRow: true };
const count: PinnedColumn = {
  key: 'count',
  label: 'Share',
  width: 50,
  most: 84,
  align: 'end',
  namesRow: false,
};
const combined: PinnedColumn = { ...record, width: 132, most: 132 };
const countSoFar: PinnedColumn = { ...count, label: 'So far' };
/** Few entities leave room for a name beside the ID. */
const namedRecord: PinnedColumn = { ...record, most: 480 };
/** One array a layout: the engine rebuilds its cells when the array is another. */
const layouts = {
  usual: [record, count],
  soFar: [record, countSoFar],
  named: [namedRecord, count],
  namedSoFar: [namedRecord, countSoFar],
  narrow: [combined],
};

/** What the grid is called. */
export const matrixLabel = 'Access of master records to entities';

/** At most so many entities have their names in their heads. */
const fewEntities = 6;

/** What columns and measures depend on. */
export interface LayoutParts {
  /** One pinned column instead of two, and taller rows. */
  isNarrow: boolean;
  /** Whether the matrix is the whole answer of the service. */
  isComplete: boolean;
  /** Whether any record has a name. */
  hasNames: boolean;
}

/** The columns that stay at the left. */
export function pinnedColumns({ isNarrow, isComplete, hasNames }: LayoutParts): readonly PinnedColumn[] {
  if (isNarrow) return layouts.narrow;
  if (hasNames) return isComplete ? layouts.named : layouts.namedSoFar;
  return isComplete ? layouts.usual : layouts.soFar;
}

/** CSS px of the heads. @param hasGroups whether groups are named above them: where there are any, but not on a phone. */
export function headHeight(hasGroups: boolean): number {
  return hasGroups ? 60 : 48;
}

/** Whether a head has the rule of its group, across the columns of it: over one entity alone where that is named. */
export function hasGroupRule({ group, groupSpan, isFolded }: ColumnHead, isNamed: boolean): boolean {
  return group !== '' && (isFolded || groupSpan > (isNamed ? 0 : 1));
}

/** Whether the heads name their entities: few that are shown, of which one has a name at least. */
export function hasNamedHeads(shown: number, nameAt: (at: number) => string): boolean {
  return shown <= fewEntities && Array.from({ length: shown }).some((_, at) => nameAt(at) !== '');
}

/** What the widths of the columns depend on. */
interface EntityWidthParts {
  isNarrow: boolean;
  /** Characters of the longest ID of an entity. */
  longestEntityId: number;
  /** Whether the heads name their entities. */
  isNamed: boolean;
  /** How many are shown, those of folded groups too. */
  entities: number;
  folded: readonly Pick<LaidGroup, 'name' | 'entities'>[];
}

/**
 * CSS px of a column, at least and at most. At least as narrow as its switch and the longest ID allow, so that a window of
 * 1440 px shows 24 of them; wider where its head names the entity. Where groups are folded, columns get room for "12 / 24",
 * and for the longest of their names as far as folding leaves room.
 */
export function entityWidths(parts: EntityWidthParts): Omit<GridModel['columns'], 'count'> {
  const { isNarrow, longestEntityId, isNamed, entities, folded } = parts;
  const ofId = 4 + longestEntityId * 8;
  if (isNarrow) {
    const least = Math.min(96, Math.max(44, ofId));
    return { least, most: least };
  }
  const least = Math.min(152, Math.max(isNamed ? 96 : 36, ofId));
  const unfolded = { least, most: Math.max(isNamed ? 176 : 56, least) };
  if (folded.length === 0) return unfolded;
  const ofShare = folded.some((group) => group.entities.length > 9) ? 46 : 36;
  const ofName = Math.max(...folded.map(({ name }) => 8 + name.length * 8));
  return { ...unfolded, folds: { from: entities, least: ofShare, most: Math.min(ofName, 152) } };
}

/** CSS px of a row, by density; on narrow screens a row has two lines. */
export const rowHeights = { compact: 32, comfortable: 40 };
export const narrowRowHeight = 44;

/** The head that stands for the order; null where it is not shown, as a small screen's for the number of entities. */
export function matrixOrder(
  { sort, isReversed, isNarrow }: { sort: RowOrder; isReversed: boolean; isNarrow: boolean },
  columnOf: (entity: number) => number,
): GridOrder | null {
  if (sort.by === 'id') return { among: 'pinned', at: 0, direction: isReversed ? 'descending' : 'ascending' };
  const direction = isReversed ? 'ascending' : 'descending'; // the most first, and access before none
  const among = sort.by === 'entity' ? 'columns' : 'pinned';
  const at = sort.by === 'entity' ? columnOf(sort.entity) : isNarrow ? -1 : 1;
  return at < 0 ? null : { among, at, direction };
}

/** What a column's head says of its entity, or of its folded group. */
export function headInWords(head: ColumnHead, { granted, existing }: Share): string {
  const { entityId, name, group, isFolded } = head;
  const of = group === '' ? '' : ` (${group})`;
  const what = isFolded ? `Group ${groupInWords(head)}` : `Entity ${named(entityId, name)}${of}`;
  return `${what}: ${inDigits(granted)} of ${inDigits(existing)} assignments shown have access`;
}

/**
 * "100 Cronus UK Ltd, 54%", "DACH, 4 entities, 54%": what a column's head is called, which begins with the code or the name
 * that is seen there.
 */
export function spokenHead(head: ColumnHead, share: Share): string {
  const { entityId, name, isFolded } = head;
  const called = isFolded ? groupInWords(head) : spokenId(entityId, name);
  return `${called}, ${sharePercent(share)}`;
}

/** "100 Cronus UK Ltd": an ID with its name, in accessible names, which begin with the code that is seen. */
export function spokenId(id: string, name: string): string {
  return name === '' ? visibleId(id) : `${visibleId(id)} ${name}`;
}

/** "DACH, 4 entities" */
export function groupInWords({ group, groupSize }: ColumnHead): string {
  return `${group}, ${counted(groupSize, 'entity', 'entities')}`;
}

/** What the cell of a folded group is called: "Customer 40000, group DACH: 3 of 4 have access". */
export function groupCellInWords(what: string, group: string, share: Share): string {
  return `${what}, group ${group}: ${bandShareInWords(share)}`;
}

/** "Customer, 433 records": what a band's head says. */
export function bandInWords(recordType: string, records: number): string {
  return `${recordType}, ${counted(records, 'record')}`;
}

/** Where there is one pinned column, below the type of a band: "433, 54%". */
export function belowBand(records: number, share: Share): string {
  return `${inDigits(records)}, ${sharePercent(share)}`;
}

/** What a band's cell is called: "Customer, entity 100 Cronus UK: 208 of 433 have access". @param entity ID and name. */
export function bandCellInWords(recordType: string, entity: string, share: Share): string {
  return `${recordType}, entity ${entity}: ${bandShareInWords(share)}`;
}

/** "208 of 433 have access". */
export function bandShareInWords(share: Share): string {
  return share.existing === 0 ? 'not set up' : `${shareCounts(share)} have access`;
}

/** The length of the bar that stands for how much has access: "0.523". */
export function shareOf({ granted, existing }: Share): string {
  return existing === 0 ? '0' : (granted / existing).toFixed(3);
}

/** `background-size` of the bar and of the line that it lies on. */
export function shareSize(share: string): string {
  return `calc((100% - 8px) * ${share}) 2px, calc(100% - 8px) 2px`;
}

/** How many entities may use a record: "2 of 24". It breaks behind the 2, which stays in sight. */
export function entityCounts(counts: Share): string {
  return shareCounts(counts).replace('of ', 'of\u00a0');
}

/** Where there is one pinned column, below what a record is called: its ID, and how many entities may use it. */
export function belowRecord(
  { recordId, name }: Pick<Cell, 'recordId'> & { name: string },
  counts: string,
): string {
  return name === '' ? counts : `${visibleId(recordId)}, ${counts}`;
}
