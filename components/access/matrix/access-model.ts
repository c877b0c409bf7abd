import { writeText } from '@/components/grid/dom-order';
import type { GridModel, GridOrder, PinnedColumn } from '@/components/grid/grid-model';
import { stagedInWords } from '@/lib/client/matrix/annotated-cells';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { Cell } from '@/lib/contract/access';
import { recordInWords } from '@/lib/domain/access/access-words';
import type { ColumnCounts } from '@/lib/domain/access/column-counts';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { RowOrder } from '@/lib/domain/access/filter/matrix-sort';
import type { MatrixNames } from '@/lib/domain/access/matrix-names';
import {
  createAccessCell,
  focusTargetOf,
  paintAccessCell,
  type AccessCell,
  type CellLook,
} from './access-cell';
import styles from './access-cell.module.css';

export interface AccessModelParts {
  matrix: AccessMatrix;
  /** Record and entity indices in the order shown. */
  records: Uint32Array;
  entities: Uint32Array;
  /** What the records are ordered by, and whether the other way round. */
  sort: RowOrder;
  isReversed: boolean;
  /** Whether the matrix is the whole answer of the service; until then a missing assignment is only not loaded. */
  isComplete: boolean;
  isReadOnly: boolean;
  /** One pinned column instead of three, and taller rows. */
  isNarrow: boolean;
  /** Height of a row, in CSS px; a narrow one is higher anyway. */
  rowHeight: number;
  /** What is known beyond the matrix, read while painting, and where presses go. */
  store: MatrixStore;
  names: MatrixNames;
  /** What lies below each entity among the shown records, by entity index. */
  counts: ColumnCounts;
  /** Whether a press stages instead of switching at once. */
  isStaging: boolean;
  /** The address where a record's name leads. */
  recordHref: (record: Pick<Cell, 'recordType' | 'recordId'>) => string;
  /** Somebody wants to know more of a cell. */
  askDetails: (cell: Cell) => void;
  /** Says why a press did nothing. */
  announce: (words: string) => void;
}

/** The grid of the access matrix and the way from a cell to its place in it. */
export interface AccessModel extends GridModel<AccessCell> {
  /** Row and column of a cell in what is shown, -1 where it is not. */
  placeOf: (cell: Cell) => { row: number; column: number };
}

const type: PinnedColumn = { key: 'type', label: 'Type', width: 128, namesRow: true };
const id: PinnedColumn = { key: 'id', label: 'Record ID', width: 176, namesRow: true };
const count: PinnedColumn = { key: 'count', label: 'Entities', width: 116, align: 'end', namesRow: false };
const countSoFar: PinnedColumn = { ...count, label: 'Entities so far' };
const combined: PinnedColumn = { key: 'id', label: 'Record', width: 132, namesRow: true };
const named: PinnedColumn = { ...id, label: 'Record', width: 264 };
/** One array a layout: the engine rebuilds its cells when the array is another. */
const layouts = {
  wide: [type, id, count],
  soFar: [type, id, countSoFar],
  named: [type, named, count],
  namedSoFar: [type, named, countSoFar],
  narrow: [combined],
};

function layoutFor({ isNarrow, isComplete, names }: AccessModelParts): readonly PinnedColumn[] {
  if (isNarrow) return layouts.narrow;
  if (names.hasRecords) return isComplete ? layouts.named : layouts.namedSoFar;
  return isComplete ? layouts.wide : layouts.soFar;
}

/** Pixels for an entity's column: as narrow as its switch and the longest code allow, so that many are seen at once. */
function columnWidth({ matrix, isNarrow, names }: AccessModelParts): number {
  const longest = matrix.entityIds.reduce((length, id) => Math.max(length, id.length), 0);
  return Math.min(isNarrow ? 96 : 152, Math.max(names.hasEntities ? 88 : 64, 24 + longest * 8));
}

/** Makes what the grid engine draws out of a matrix, a filter's result and what is known of single cells. */
export function createAccessModel(parts: AccessModelParts): AccessModel {
  const { matrix, records, entities, isComplete, isReadOnly, isNarrow, names } = parts;
  const { cells, staged, edits } = parts.store;
  const rowOfRecord = inverse(records, matrix.recordCount);
  const columnOfEntity = inverse(entities, matrix.entityCount);
  const recordAt = (row: number) => records[row] ?? -1;
  const entityAt = (column: number) => entities[column] ?? -1;
  const keyOf = (record: number): Cell => ({
    recordType: matrix.recordType(record),
    recordId: matrix.recordId(record),
    entityId: '',
  });
  const valueAt = (record: number, entity: number): CellLook['value'] => {
    const state = cells.stateAt(record, entity);
    return state === 'none' && !isComplete ? 'loading' : state;
  };
  const countsAt = (record: number) => {
    const { granted, existing } = matrix.countsOfRecord(record);
    return { granted: granted + cells.grantedMore(record), existing };
  };
  const countAt = (record: number): string => {
    const { granted, existing } = countsAt(record);
    return `${granted.toLocaleString()} of ${existing.toLocaleString()}`;
  };
  const look: CellLook = { value: 'none', mark: 'none' };

  return {
    rowCount: records.length,
    columnCount: entities.length,
    rowHeight: isNarrow ? 44 : parts.rowHeight,
    headHeight: (isNarrow ? 44 : 48) + (names.hasEntities ? 14 : 0),
    columnWidth: columnWidth(parts),
    pinned: layoutFor(parts),
    order: orderOf(parts, columnOfEntity),
    createCell: () => createAccessCell(isReadOnly),
    paintCell: (cell, row, column) => {
      const record = recordAt(row);
      const entity = entityAt(column);
      const annotation = cells.annotationAt(record, entity);
      const wanted = cells.stagedAt(record, entity);
      const isUnderWay = annotation?.mark === 'pending' || annotation?.mark === 'unconfirmed';
      const isStaged = wanted !== undefined && !isUnderWay;
      look.value = isStaged ? (wanted ? 'granted' : 'denied') : valueAt(record, entity);
      look.mark = isStaged ? 'staged' : (annotation?.mark ?? 'none');
      const name = `${matrix.recordType(record)} ${matrix.recordId(record)}, entity ${matrix.entityId(entity)}`;
      paintAccessCell(cell, look, name, isStaged ? stagedInWords(wanted) : (annotation?.words ?? ''));
    },
    paintHeader: (element, column) => {
      const entity = entityAt(column);
      paintHead(element, matrix.entityId(entity), names.hasEntities ? names.entity(entity) : null, {
        granted:
          (parts.counts.granted[entity] ?? 0) +
          cells.grantedMoreTo(entity, (record) => rowOfRecord(record) >= 0),
        existing: parts.counts.existing[entity] ?? 0,
      });
    },
    paintPinned: (element, row, pinned) => {
      const record = recordAt(row);
      if (isNarrow) paintCombined(element, parts, record, countAt(record));
      else if (pinned === 0) writeText(element, matrix.recordType(record));
      else if (pinned === 1) {
        paintRecord(element, matrix.recordId(record), parts.recordHref(keyOf(record)), names.record(record));
      } else {
        const { granted, existing } = countsAt(record);
        writeText(element, countAt(record));
        paintShare(element, granted, existing);
      }
    },
    focusTarget: focusTargetOf,
    press: (row, column) => {
      const record = recordAt(row);
      const entity = entityAt(column);
      const cell = { ...keyOf(record), entityId: matrix.entityId(entity) };
      const value = valueAt(record, entity);
      if (value === 'none')
        parts.announce(`${recordInWords(cell)} is not set up in entity ${cell.entityId}.`);
      else if (value === 'loading') parts.announce('This assignment has not been loaded yet.');
      else if (isReadOnly) parts.announce('Your role may read access, but not change it.');
      // A switch that shows what is staged takes that back, however presses are meant now.
      else if (parts.isStaging || cells.stagedAt(record, entity) !== undefined) {
        const now = value === 'granted';
        const wanted = !(cells.stagedAt(record, entity) ?? now);
        if (staged.stage([{ cell, wanted, now }]) > 0)
          parts.announce('No more can be staged: apply what is there first.');
      } else void edits.switch(cell, value === 'granted');
    },
    letter: (letter, row, column) => {
      if (letter !== 'h' && letter !== 'H') return false;
      parts.askDetails({ ...keyOf(recordAt(row)), entityId: matrix.entityId(entityAt(column)) });
      return true;
    },
    rowKey: (row) => JSON.stringify([matrix.recordType(recordAt(row)), matrix.recordId(recordAt(row))]),
    rowOfKey: (key) => {
      // Written by `rowKey` above: always an array of two texts.
      const [recordType, recordId] = JSON.parse(key) as [string, string];
      return rowOfRecord(matrix.recordIndex(recordType, recordId));
    },
    columnKey: (column) => matrix.entityId(entityAt(column)),
    columnOfKey: (key) => columnOfEntity(matrix.entityIndex(key)),
    placeOf: (cell) => ({
      row: rowOfRecord(matrix.recordIndex(cell.recordType, cell.recordId)),
      column: columnOfEntity(matrix.entityIndex(cell.entityId)),
    }),
  };
}

/** The head that stands for the order; null where it is not shown, as a small screen's for the number of entities. */
function orderOf(
  { sort, isReversed, isNarrow }: AccessModelParts,
  columnOf: (entity: number) => number,
): GridOrder | null {
  if (sort.by === 'id') return { among: 'pinned', at: 0, direction: isReversed ? 'descending' : 'ascending' };
  const direction = isReversed ? 'ascending' : 'descending'; // the most first, and access before none
  const among = sort.by === 'entity' ? 'columns' : 'pinned';
  const at = sort.by === 'entity' ? columnOf(sort.entity) : isNarrow ? -1 : 2;
  return at < 0 ? null : { among, at, direction };
}

/**
 * An entity's ID, its name where entities have names (null: none has), and how many of the shown records it may use,
 * that as a bar as well.
 */
function paintHead(
  element: HTMLElement,
  entityId: string,
  name: string | null,
  { granted, existing }: { granted: number; existing: number },
): void {
  const parts = name === null ? ['span', 'small'] : ['span', 'i', 'small'];
  if (element.childElementCount !== parts.length) {
    element.classList.add(styles.head ?? '');
    element.replaceChildren(...parts.map((part) => document.createElement(part)));
  }
  const texts = [entityId, ...(name === null ? [] : [name]), granted.toLocaleString()];
  texts.forEach((text, index) => {
    const line = element.children[index];
    if (line !== undefined) writeText(line, text);
  });
  const who = name === null || name === '' ? `Entity ${entityId}` : `Entity ${entityId}, ${name}`;
  element.title = `${who}: ${granted.toLocaleString()} of ${existing.toLocaleString()} assignments shown have access`;
  paintShare(element, granted, existing);
}

/**
 * How much of it has access, as the length of the bar that CSS draws along the lower edge. Written as it is, for a
 * custom property would be looked up again in every frame of scrolling.
 */
function paintShare(element: HTMLElement, granted: number, existing: number): void {
  const share = existing === 0 ? '0' : (granted / existing).toFixed(3);
  if (element.dataset.share === share) return;
  element.dataset.share = share;
  element.style.backgroundSize = `calc((100% - 16px) * ${share}) 2px, calc(100% - 16px) 2px`;
  element.classList.add(styles.share ?? '');
}

/** A link that the keyboard does not stop at: the grid is one stop, and its cells lead to the same by a key. */
function paintLink(element: HTMLElement, text: string, href: string): void {
  let link = element.firstElementChild;
  if (!(link instanceof HTMLAnchorElement)) {
    link = document.createElement('a');
    link.className = styles.record ?? '';
    link.setAttribute('tabindex', '-1');
    element.replaceChildren(link);
  }
  writeText(link, text);
  if (link.getAttribute('href') !== href) link.setAttribute('href', href);
}

/** A record's ID as a link and its name beside it. */
function paintRecord(element: HTMLElement, recordId: string, href: string, name: string): void {
  paintLink(element, recordId, href);
  let beside = element.children[1];
  if (beside === undefined && name !== '') {
    beside = document.createElement('span');
    beside.className = styles.name ?? '';
    element.append(' ', beside); // read aloud, the two are two words
  }
  if (beside !== undefined) writeText(beside, name);
  element.title = name === '' ? recordId : `${recordId}, ${name}`;
}

function paintCombined(
  element: HTMLElement,
  { matrix, names, recordHref }: AccessModelParts,
  record: number,
  counts: string,
): void {
  const [recordType, recordId] = [matrix.recordType(record), matrix.recordId(record)];
  if (element.childElementCount === 0) {
    element.classList.add(styles.combined ?? '');
    element.append(document.createElement('span'), document.createElement('small'));
  }
  const [first, second] = element.children;
  if (first instanceof HTMLElement)
    paintRecord(first, recordId, recordHref({ recordType, recordId }), names.record(record));
  if (second !== undefined) writeText(second, `${counts}, ${recordType}`);
  element.title = [`${recordType} ${recordId}`, names.record(record)].filter(Boolean).join(', ');
}

/** Where each index lies in a list, -1 for those that do not; made when first asked for. */
function inverse(list: Uint32Array, size: number): (index: number) => number {
  let at: Int32Array | null = null;
  return (index) => {
    at ??= list.reduce((places, value, place) => {
      places[value] = place;
      return places;
    }, new Int32Array(size).fill(-1));
    return at[index] ?? -1;
  };
}
