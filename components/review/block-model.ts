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
  isOn: (change: C) => boolean;
  onTick: (changes: readonly C[], isOn: boolean) => void;
  stateOf: KnownState;
  /** What else there is to tell of a change, as its row in a file; '' for nothing. */
  moreOf: (change: C) => string;
  /** What is drawn over or extended to, which is ticked together. */
  selection: GridSelection | null;
}

/** CSS px that a block has on the narrowest phones, and of them for what a record is called. */
const phoneWidth = 320;
const [leastRecord, mostRecord] = [116, 220];
const allWidth = 44;
const widestEntity = 152;
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

/** CSS px that a wide review has for the columns of entities, and of each that has room for most of a name. */
const [roomyWidth, leastNamed] = [840, 120];
/** CSS px of the column of an entity that is told by its ID alone, at most where it need not be wider. */
const mostNameless = 56;

type SizedParts = Pick<BlockModelParts<WantedChange>, 'block' | 'names' | 'isNarrow' | 'isRoomy'>;

/** Whether the heads tell what the entities are called, besides their IDs: where they are so few that names can be read. */
function hasEntityNames({ block, names, isNarrow, isRoomy }: SizedParts): boolean {
  const most = isNarrow ? 2 : isRoomy ? Math.floor(roomyWidth / leastNamed) : 4;
  return block.entityIds.length <= most && block.entityIds.some((id) => names.entity(id) !== '');
}

/**
 * CSS px of an entity's column: its ID beside its box and its name below, or its ID alone below its box; where changes are
 * scattered, its name and its ID.
 */
function entityWidth(parts: SizedParts): number {
  const { block, isNarrow, isRoomy } = parts;
  if (block.isScattered) return isRoomy ? 280 : isNarrow ? 180 : 220;
  const count = block.entityIds.length;
  const longest = block.entityIds.reduce((most, id) => Math.max(most, id.length), 0);
  const room = isRoomy ? Math.floor(roomyWidth / count) : 0;
  if (hasEntityNames(parts)) {
    const least = isNarrow ? (count === 1 ? 132 : 88) : Math.max(leastNamed, room);
    return Math.min(widestEntity, Math.max(least, 38 + longest * 8));
  }
  const least = isNarrow ? 44 : Math.max(36, Math.min(room, mostNameless));
  return Math.min(widestEntity, Math.max(least, 12 + longest * 8));
}

/** By their width: as long as it is the same, the grid goes on with what it has drawn. */
const pinnedColumns = new Map<number, readonly PinnedColumn[]>();

/** What a record is called: on a phone it has what the entities leave. */
function pinnedOf({ isNarrow, isRoomy }: SizedParts, columns: GridTrack): readonly PinnedColumn[] {
  const usual = isRoomy ? 280 : 216;
  const onPhone = Math.max(leastRecord, Math.min(mostRecord, phoneWidth - columns.size));
  const width = isNarrow ? onPhone : usual;
  const known = pinnedColumns.get(width);
  if (known !== undefined) return known;
  const made = [{ key: 'record', label: 'Record', width, namesRow: true }];
  pinnedColumns.set(width, made);
  return made;
}

/** CSS px of the border, and of the scroll bar of a block that is likely to be taller than its view. */
const [border, scrollBar, mostSurelyInView] = [2, 16, 8];

/** CSS px that a block takes when nothing of it is out of view. */
export function blockSize({
  rowCount,
  rowHeight,
  headHeight,
  pinned,
  columns,
}: Pick<GridModel, 'rowCount' | 'rowHeight' | 'headHeight' | 'pinned' | 'columns'>): {
  width: number;
  height: number;
} {
  const stuck = pinned.reduce((sum, { width }) => sum + width, 0);
  return {
    width: stuck + columns.size + border + (rowCount > mostSurelyInView ? scrollBar : 0),
    height: headHeight + rowCount * rowHeight + border,
  };
}

/** How many columns lie beyond the right edge of a view that is scrolled so far, of which less than half is seen. */
export function columnsBeyond(
  { pinned, columns }: Pick<GridModel, 'pinned' | 'columns'>,
  { scrollLeft, clientWidth }: Pick<Element, 'scrollLeft' | 'clientWidth'>,
): number {
  const last = columns.count - 1;
  const edge = scrollLeft + clientWidth - pinned.reduce((sum, { width }) => sum + width, 0);
  return Math.max(0, last - columns.at(edge - columns.width(last) / 2));
}

/** What the grid engine draws of a block, and its words. */
export interface BlockModel extends GridModel<BlockCell> {
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
  const columns = blockTrack(block.columnCount, entityWidth(parts));
  /** Whether a head tells its ID below its box, for there is no room beside it. */
  const isStacked = !hasEntityNames(parts);
  const hasRecordNames = rows.some(
    ({ recordType, recordId }) => recordId !== null && names.record({ recordType, recordId }) !== '',
  );
  return {
    rowCount: rows.length,
    rowHeight: isNarrow ? (hasRecordNames ? 56 : 40) : 32,
    headHeight: 48,
    columns,
    frozen: 1,
    pinned: pinnedOf(parts, columns),
    order: null,
    createCell: createBlockCell,
    paintCell: (cell, row, column) => paintBlockCell(cell, lookAt(row, column)),
    paintHeader: (element, column) => {
      const entityId = entityIds[column - 1];
      const isTold = column === 0 || entityId !== undefined;
      const [text, name] =
        column === 0
          ? ['', 'All'] // its box stands over those of the rows
          : entityId === undefined
            ? ['Entity', '']
            : isStacked
              ? ['', entityId]
              : [entityId, names.entity(entityId)];
      paintBlockHead(element, {
        ...{ text, name },
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
    heads: { press: (column) => tick(block.at(-1, column)), key: () => false },
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
