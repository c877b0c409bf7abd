import type { GridModel, GridPosition, PinnedColumn } from '@/components/grid/grid-model';
import type { GridSelection } from '@/components/grid/grid-selection';
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

/** The value of an assignment; null: not known. */
export type KnownState = (recordType: string, recordId: string, entityId: string) => CellState | null;

interface BlockModelParts<C extends WantedChange> {
  block: ChangeBlock<C>;
  names: KeyNames;
  isNarrow: boolean;
  isOn: (change: C) => boolean;
  onTick: (changes: readonly C[], isOn: boolean) => void;
  stateOf: KnownState;
  /** More words about a change, such as its row in a file; '' for none. */
  moreOf: (change: C) => string;
  /** A key ticks all selected cells together. */
  selection: GridSelection | null;
}

const restWords = { granted: 'has access', denied: 'no access', none: 'not set up' } as const;

const restSigns = [
  ['granted', '●'],
  ['denied', '○'],
  ['none', '–'],
] as const;

/** Beyond this many assignments between the changes the legend names all signs: 20 million take seconds. */
const mostLooks = 400_000;

/** "● has access, ○ no access": a legend of the unchanged assignments between the changes; '' for none. */
export function restInWords(block: ChangeBlock, stateOf: KnownState): string {
  const drawn = valuesBetween(block, stateOf);
  const signs = restSigns.filter(([value]) => drawn.has(value));
  return signs.map(([value, sign]) => `${sign} ${restWords[value]}`).join(', ');
}

function valuesBetween(block: ChangeBlock, stateOf: KnownState): ReadonlySet<CellState> {
  const all = new Set(restSigns.map(([value]) => value));
  const values = new Set<CellState>();
  const records = block.rows.filter(({ recordId }) => recordId !== null).length;
  if (block.at(-1, 0).length === records * block.entityIds.length) return values;
  let looks = 0;
  for (const [row, { recordType, recordId }] of block.rows.entries()) {
    if (recordId === null) continue;
    for (const [at, entityId] of block.entityIds.entries())
      if (block.one(row, at + 1) === undefined) {
        const value = stateOf(recordType, recordId, entityId);
        if (value !== null) values.add(value);
        if (values.size === all.size) return all;
        if (++looks === mostLooks) return values.size === 0 ? values : all;
      }
  }
  return values;
}

/** Most entities whose names fit into their heads. */
const mostNamed = 6;

/** CSS px of an entity's column: fits its box, its ID, and its name where heads have names. */
function columnWidth(
  ids: readonly string[],
  isNarrow: boolean,
  isNamed: boolean,
): { least: number; most: number } {
  const ofId = 8 + ids.reduce((longest, { length }) => Math.max(longest, length), 0) * 8;
  const least = Math.max(isNamed ? 96 : isNarrow ? 44 : 40, Math.min(152, ofId));
  return { least, most: least };
}

/** The head of a row takes all remaining width. */
const wideRecord: PinnedColumn = {
  ...{ key: 'record', label: 'Record', namesRow: true },
  width: 216,
  most: Infinity,
};
const narrowRecord: PinnedColumn = { ...wideRecord, width: 116 };
/** Constant arrays: the grid compares them by identity. */
const [wideRecords, narrowRecords] = [[wideRecord], [narrowRecord]];

export interface BlockModel extends GridModel<BlockCell> {
  /** Words about a cell, a column head or a row head; '' for a blank cell. */
  wordsAt: (at: GridPosition) => string;
}

/** The grid's model of a block: each cell, head and sum has a tick box for its changes. */
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
    const skipped =
      now === 'none'
        ? 'not set up, skipped'
        : `already has ${change.wanted ? 'access' : 'no access'}, skipped`;
    return {
      kind: isGone ? 'gone' : change.wanted ? 'give' : 'remove',
      ticked: isOn(change),
      words: `${cellInWords(change.cell, names)}, ${isGone ? skipped : what}${parts.moreOf(change)}`,
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
  const isNamed =
    !isNarrow && entityIds.length <= mostNamed && entityIds.some((id) => names.entity(id) !== '');
  const hasRecordNames = rows.some(
    ({ recordType, recordId }) => recordId !== null && names.record({ recordType, recordId }) !== '',
  );
  return {
    rowCount: rows.length,
    rowHeight: isNarrow ? (hasRecordNames ? 56 : 40) : 32,
    headHeight: isNamed ? 76 : 48,
    columns: { count: entityIds.length + 1, ...columnWidth(entityIds, isNarrow, isNamed) },
    pinned: isNarrow ? narrowRecords : wideRecords,
    order: null,
    createCell: createBlockCell,
    paintCell: (cell, row, column) => paintBlockCell(cell, lookAt(row, column)),
    paintHeader: (element, column) => {
      const entityId = entityIds[column - 1];
      paintBlockHead(element, {
        code: entityId ?? 'All',
        name: entityId === undefined || !isNamed ? '' : names.entity(entityId),
        ticked: tickedOf(block.at(-1, column)),
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
    pressHead: (column) => {
      tick(block.at(-1, column));
      return true;
    },
    rowKey: (row) => JSON.stringify([rows[row]?.recordType ?? '', rows[row]?.recordId ?? null]),
    rowOfKey: (key) => block.rowOf(...(JSON.parse(key) as [string, string | null])), // written by `rowKey`
    columnKey: (column) => entityIds[column - 1] ?? '',
    columnOfKey: (key) => (key === '' ? 0 : entityIds.indexOf(key) + 1 || -1),
  };
}

function selected<C extends WantedChange>(block: ChangeBlock<C>, selection: GridSelection): C[] {
  const changes = new Set<C>();
  for (const { top, bottom, runs } of selection.strips())
    for (let row = top; row <= bottom; row++)
      for (const { left, right } of runs)
        for (let column = left; column <= right; column++)
          for (const change of block.at(row, column)) changes.add(change);
  return [...changes];
}
