import type { GridModel, GridPosition, PinnedColumn } from '@/components/grid/grid-model';
import type { GridSelection } from '@/components/grid/grid-selection';
import { evenTrack, type GridTrack } from '@/components/grid/grid-track';
import { cellInWords, recordInWords } from '@/lib/domain/access/access-words';
import type { ChangeBlock } from '@/lib/domain/access/change/change-block';
import type { WantedChange } from '@/lib/domain/access/change/change-proposal';
import type { CellState } from '@/lib/domain/access/matrix';
import { named, type KeyNames } from '@/lib/domain/access/names/named';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import {
  createBlockCell,
  focusTargetOf,
  paintBlockCell,
  paintBlockHead,
  paintNamed,
  type BlockCell,
  type BlockLook,
} from './block-cell';
import styles from './change-block.module.css';

/** Tells the value of an assignment as far as it is known; null where it is not. */
export type KnownState = (recordType: string, recordId: string, entityId: string) => CellState | null;

interface BlockModelParts<C extends WantedChange> {
  block: ChangeBlock<C>;
  names: KeyNames;
  isNarrow: boolean;
  /** Whether there is room for long names. */
  isRoomy: boolean;
  /** Whether the window has no room for heads as high as names are long. */
  isLow: boolean;
  isOn: (change: C) => boolean;
  onTick: (changes: readonly C[], isOn: boolean) => void;
  stateOf: KnownState;
  /** What else there is to tell of a change, as its row in a file; '' for nothing. */
  moreOf: (change: C) => string;
  /** What is drawn over or extended to, which is ticked together. */
  selection: GridSelection | null;
}

const restWords = { granted: 'has access', denied: 'no access', none: 'not set up' } as const;

/** What is drawn for each of them, in the order in which they are told. */
const restSigns = [
  ['granted', '●'],
  ['denied', '○'],
  ['none', '–'],
] as const;

/** "● has access, ○ no access": what is drawn between the changes of a block; '' where nothing is. */
export function restInWords(block: ChangeBlock, stateOf: KnownState): string {
  const values = new Set<CellState | null>();
  const records = block.rows.filter(({ recordId }) => recordId !== null).length;
  if (block.at(-1, 0).length === records * block.entityIds.length) return ''; // nothing lies between them
  for (const [row, { recordType, recordId }] of block.rows.entries()) {
    if (recordId === null) continue;
    for (const [at, entityId] of block.entityIds.entries())
      if (block.one(row, at + 1) === undefined) values.add(stateOf(recordType, recordId, entityId));
  }
  const drawn = restSigns.filter(([value]) => values.has(value));
  return drawn.map(([value, sign]) => `${sign} ${restWords[value]}`).join(', ');
}

/** What the heads of entities tell: a name above the ID, that name turned as in a printed matrix, or the ID alone. */
type HeadKind = 'named' | 'turned' | 'coded';

type SizedParts = Pick<BlockModelParts<WantedChange>, 'block' | 'names' | 'isNarrow' | 'isRoomy' | 'isLow'>;

/** More entities than this would take more turned names than a sheet has room for. */
const mostTurned = 24;

function headKind({ block: { entityIds }, names, isNarrow, isRoomy, isLow }: SizedParts): HeadKind {
  if (entityIds.every((id) => names.entity(id) === '')) return 'coded';
  if (entityIds.length <= (isNarrow ? 2 : isRoomy ? 9 : 4)) return 'named';
  return entityIds.length <= mostTurned && !isLow ? 'turned' : 'coded';
}

/** CSS px of a turned name: what stands with it in its head, its padding, a letter, and two lines of a long one. */
const [aroundTurned, turnedPadding, turnedLetter, mostTurnedName] = [46, 8, 6, 108];

/** CSS px of the heads. */
function headHeightOf(kind: HeadKind, { block, names }: SizedParts): number {
  if (kind !== 'turned') return kind === 'named' ? 56 : 48;
  const longest = lengthOfLongest(block.entityIds.map((id) => names.entity(id)));
  return aroundTurned + Math.min(mostTurnedName, turnedPadding + longest * turnedLetter);
}

function lengthOfLongest(texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), 0);
}

/** CSS px of the column of all boxes of a row, and of an entity's where its ID asks for more than its head. */
const [allWidth, widestId] = [44, 152];
/** CSS px of an entity's column, at least and at most, by what its head tells; a finger needs more, and a phone has no more. */
const entityWidths = { named: [88, 176], turned: [40, 72], coded: [36, 96] } as const;
const leastOnPhone = { named: 88, turned: 44, coded: 44 } as const;

/** CSS px of an entity's column, at least and at most; where changes are scattered, of a name beside its tile. */
function entityWidth(
  kind: HeadKind,
  { block, isNarrow, isRoomy }: SizedParts,
): [least: number, most: number] {
  if (block.isScattered) return [isRoomy ? 280 : isNarrow ? 180 : 220, Infinity];
  const besideId = kind === 'named' ? 38 : 8;
  const ofId = Math.min(widestId, besideId + lengthOfLongest(block.entityIds) * 8);
  const [ofHead, most] = entityWidths[kind];
  const least = Math.max(ofId, isNarrow ? leastOnPhone[kind] : ofHead);
  return [least, isNarrow ? least : Math.max(least, most)];
}

/** What a record is called, as wide as it is at least. */
const wideRecord: PinnedColumn = { key: 'record', label: 'Record', width: 216, namesRow: true };
const narrowRecord: PinnedColumn = { ...wideRecord, width: 116 };
/** One array each, by which the grid keeps what it has drawn. */
const [wideRecords, narrowRecords] = [[wideRecord], [narrowRecord]];
/** CSS px that names of records have before columns of entities become wider than they need to be. */
const wantedForNames = 280;

/** The columns in a view of so many px, all of which they take: what the entities leave goes to the records' names. */
function columnsIn(room: number, kind: HeadKind, parts: SizedParts): Pick<GridModel, 'pinned' | 'columns'> {
  const { block, isNarrow } = parts;
  const count = block.columnCount - 1;
  const [least, most] = entityWidth(kind, parts);
  const record = isNarrow ? narrowRecord : wideRecord;
  const share = (room - allWidth - wantedForNames) / Math.max(1, count);
  // Even, so that a box in the middle lies on whole px.
  const width = Math.max(least, Math.min(most, 2 * Math.floor(share / 2)));
  const columns = blockTrack(block.columnCount, width);
  return { pinned: [{ ...record, width: Math.max(record.width, room - columns.size) }], columns };
}

/** The column for all, then the entities in columns of one width. */
function blockTrack(count: number, width: number): GridTrack {
  const rest = evenTrack(count - 1, width);
  return {
    count,
    size: allWidth + rest.size,
    start: (index) => (index === 0 ? 0 : allWidth + rest.start(index - 1)),
    width: (index) => (index === 0 ? allWidth : width),
    at: (offset) => (offset < allWidth ? Math.min(0, count - 1) : rest.at(offset - allWidth) + 1),
    mostIn: (viewport, first = 0) => Math.min(count, rest.mostIn(viewport) + (first === 0 ? 1 : 0)),
  };
}

/** How many columns lie beyond the right edge of a view that is scrolled so far, of which less than half is seen. */
export function columnsBeyond(
  { fit }: Pick<BlockModel, 'fit'>,
  { scrollLeft, clientWidth }: Pick<Element, 'scrollLeft' | 'clientWidth'>,
): number {
  const { pinned, columns } = fit(clientWidth);
  const last = columns.count - 1;
  const edge = scrollLeft + clientWidth - pinned.reduce((sum, { width }) => sum + width, 0);
  return Math.max(0, last - columns.at(edge - columns.width(last) / 2));
}

/** What the grid engine draws of a block, and its words. */
export interface BlockModel extends GridModel<BlockCell> {
  fit: NonNullable<GridModel['fit']>;
  /** What a place, the head of a column or that of a row is; '' where there is nothing to tell. */
  wordsAt: (at: GridPosition) => string;
}

/** What is drawn of a block of changes: every place has a box for all that lies there. */
export function createBlockModel<C extends WantedChange>(parts: BlockModelParts<C>): BlockModel {
  const { block, names, isNarrow, isOn, onTick, stateOf } = parts;
  const { rows, entityIds } = block;
  const tickedOf = (changes: readonly C[]): boolean | 'mixed' => {
    const first = changes[0] !== undefined && isOn(changes[0]);
    return changes.every((change) => isOn(change) === first) ? first : 'mixed';
  };
  const tick = (changes: readonly C[]): void => {
    if (changes.length > 0) onTick(changes, tickedOf(changes) !== true);
  };
  const sumLook = (changes: readonly C[], what: string): BlockLook => {
    if (changes.length === 0) return { kind: 'blank' };
    const many = changes.length === 1 ? '1 assignment' : `all ${inDigits(changes.length)} assignments`;
    return { kind: 'sum', ticked: tickedOf(changes), words: `${what}, ${many}` };
  };
  const entityInWords = (entityId: string) => `entity ${named(entityId, names.entity(entityId))}`;
  const changeLook = (change: C): BlockLook => {
    const { recordType, recordId, entityId } = change.cell;
    const now = stateOf(recordType, recordId, entityId);
    const isGone = now !== null && (now === 'none' || (now === 'granted') === change.wanted);
    const what = change.wanted ? 'give access' : 'remove access';
    const skipped = now === 'none' ? 'not set up, skipped' : 'already matches, skipped';
    return {
      kind: isGone ? 'gone' : change.wanted ? 'give' : 'remove',
      ticked: isOn(change),
      words: `${cellInWords(change.cell, names)}, ${isGone ? skipped : what}${parts.moreOf(change)}`,
      entity: block.isScattered ? { id: entityId, name: names.entity(entityId) } : null,
    };
  };
  const restLook = (recordType: string, recordId: string, entityId: string | undefined): BlockLook => {
    const value = entityId === undefined ? null : stateOf(recordType, recordId, entityId);
    if (value === null || entityId === undefined) return { kind: 'blank' };
    const cell = { recordType, recordId, entityId };
    return { kind: 'rest', value, words: `${cellInWords(cell, names)}, ${restWords[value]}, not changed` };
  };
  const lookAt = (row: number, column: number): BlockLook => {
    const { recordType = '', recordId = null } = rows[row] ?? {};
    const entityId = entityIds[column - 1];
    if (recordId !== null && column > 0) {
      const change = block.one(row, column);
      return change === undefined ? restLook(recordType, recordId, entityId) : changeLook(change);
    }
    const what = recordId === null ? recordType : recordInWords({ recordType, recordId }, names);
    const where = entityId === undefined ? '' : `, ${entityInWords(entityId)}`;
    return sumLook(block.at(row, column), what + where);
  };
  const headWords = (column: number): string => {
    const entityId = entityIds[column - 1];
    if (column > 0 && entityId === undefined) return '';
    const changes = block.at(-1, column);
    const on = changes.reduce((count, change) => count + Number(isOn(change)), 0);
    const whose = entityId === undefined ? '' : `${entityInWords(entityId)}: `;
    return `${whose}${inDigits(on)} of ${inDigits(changes.length)} ticked`;
  };
  const rowWords = (row: number): string => {
    const { recordType = '', recordId = null } = rows[row] ?? {};
    return recordId === null
      ? `${recordType}, ${counted(block.at(row, 0).length, 'assignment')}`
      : named(recordId, names.record({ recordType, recordId }));
  };
  const heads = headKind(parts);
  const fit = (room: number) => columnsIn(room, heads, parts);
  const hasRecordNames = rows.some(
    ({ recordType, recordId }) => recordId !== null && names.record({ recordType, recordId }) !== '',
  );
  return {
    rowCount: rows.length,
    rowHeight: isNarrow ? (hasRecordNames ? 56 : 40) : 32,
    headHeight: headHeightOf(heads, parts),
    columns: fit(0).columns, // as wide as they are at least
    frozen: 1,
    pinned: isNarrow ? narrowRecords : wideRecords,
    fit,
    order: null,
    createCell: createBlockCell,
    paintCell: (cell, row, column) => paintBlockCell(cell, lookAt(row, column)),
    paintHeader: (element, column) => {
      const entityId = entityIds[column - 1];
      const isTold = column === 0 || entityId !== undefined;
      const [beside, code] =
        column === 0
          ? ['', 'All'] // its box stands over those of the rows
          : entityId === undefined
            ? ['Entity', '']
            : heads === 'named'
              ? [entityId, '']
              : ['', entityId];
      paintBlockHead(element, {
        ...{ beside, code },
        name: entityId === undefined || heads === 'coded' ? '' : names.entity(entityId),
        isNameTurned: heads === 'turned',
        ticked: isTold ? tickedOf(block.at(-1, column)) : null,
        words: headWords(column),
      });
    },
    paintPinned: (element, row) => {
      const { recordType = '', recordId = null } = rows[row] ?? {};
      const isType = recordId === null;
      element.parentElement?.parentElement?.classList.toggle(styles.type ?? '', isType);
      const [id, name] = isType ? [recordType, ''] : [recordId, names.record({ recordType, recordId })];
      const title = rowWords(row);
      if (element.title === title && element.classList.contains(styles.stacked ?? '') === isNarrow) return;
      paintNamed(element, { id, name }, isNarrow);
      element.title = title;
    },
    wordsAt: ({ row, column }) => {
      if (row < 0) return column < 0 ? '' : headWords(column);
      if (column < 0) return rowWords(row);
      const look = lookAt(row, column);
      return look.kind === 'blank' ? '' : look.words;
    },
    focusTarget: focusTargetOf,
    press: (row, column, isByKey) => {
      const { selection } = parts;
      const isTogether = isByKey && selection !== null && selection.has(row, column);
      tick(isTogether ? selected(block, selection) : block.at(row, column));
      return false;
    },
    pressRow: (row) => {
      tick(block.at(row, 0));
      return true;
    },
    pressHead: (column) => tick(block.at(-1, column)),
    rowKey: (row) => JSON.stringify([rows[row]?.recordType ?? '', rows[row]?.recordId ?? null]),
    rowOfKey: (key) => block.rowOf(...(JSON.parse(key) as [string, string | null])), // as `rowKey` wrote it
    columnKey: (column) => (column === 0 ? '' : (entityIds[column - 1] ?? String(column))),
    columnOfKey: (key) =>
      key === '' ? 0 : block.isScattered ? Number(key) : entityIds.indexOf(key) + 1 || -1,
  };
}

/** The changes that lie in what is selected, each once. */
function selected<C extends WantedChange>(block: ChangeBlock<C>, selection: GridSelection): C[] {
  const changes = new Set<C>();
  for (const { top, bottom, runs } of selection.strips())
    for (let row = top; row <= bottom; row++)
      for (const { left, right } of runs)
        for (let column = left; column <= right; column++)
          for (const change of block.at(row, column)) changes.add(change);
  return [...changes];
}
