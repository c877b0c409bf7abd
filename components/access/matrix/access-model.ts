import { writeText } from '@/components/grid/dom-order';
import type { GridModel } from '@/components/grid/grid-model';
import { evenTrack } from '@/components/grid/grid-track';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { Cell } from '@/lib/contract/access/access';
import type { ColumnCounts } from '@/lib/domain/access/column-counts';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { RowOrder } from '@/lib/domain/access/filter/matrix-sort';
import type { MatrixNames } from '@/lib/domain/access/matrix-names';
import { afterName, named } from '@/lib/domain/access/named';
import { inDigits } from '@/lib/domain/reader-formats';
import {
  createAccessCell,
  focusTargetOf,
  lookOf,
  paintAccessCell,
  type AccessCell,
  type CellLook,
} from './access-cell';
import {
  belowRecord,
  countInWords,
  headInWords,
  matrixOrder,
  matrixSizes,
  narrowRowHeight,
  pinnedColumns,
  shareOf,
  shareSize,
} from './access-layout';
import styles from './access-cell.module.css';
import { pressCell } from './press-cell';

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

/** Makes what the grid engine draws out of a matrix, a filter's result and what is known of single cells. */
export function createAccessModel(parts: AccessModelParts): AccessModel {
  const { matrix, records, entities, isComplete, isReadOnly, isNarrow, names } = parts;
  const { cells } = parts.store;
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
  const look: CellLook = { value: 'none', mark: 'none' };
  const { headHeight, columnWidth } = matrixSizes(parts, matrix.longestEntityId);

  return {
    rowCount: records.length,
    rowHeight: isNarrow ? narrowRowHeight : parts.rowHeight,
    headHeight,
    columns: evenTrack(entities.length, columnWidth),
    frozen: 0,
    pinned: pinnedColumns(parts),
    order: matrixOrder(parts, columnOfEntity),
    createCell: () => createAccessCell(isReadOnly),
    paintCell: (cell, row, column) => {
      const record = recordAt(row);
      const entity = entityAt(column);
      const annotation = cells.annotationAt(record, entity);
      const wanted = cells.stagedAt(record, entity);
      const words = lookOf(look, valueAt(record, entity), annotation, wanted);
      const name = `${matrix.recordType(record)} ${matrix.recordId(record)}, entity ${matrix.entityId(entity)}`;
      paintAccessCell(cell, look, name, words);
    },
    paintHeader: (element, column) => {
      const entity = entityAt(column);
      paintHead(element, matrix.entityId(entity), names.entity(entity), {
        granted: parts.counts.granted[entity] ?? 0,
        existing: parts.counts.existing[entity] ?? 0,
      });
    },
    paintPinned: (element, row, pinned) => {
      const record = recordAt(row);
      if (isNarrow) paintCombined(element, parts, record, countInWords(matrix.countsOfRecord(record)));
      else if (pinned === 0) writeText(element, matrix.recordType(record));
      else if (pinned === 1) {
        paintRecord(element, matrix.recordId(record), parts.recordHref(keyOf(record)), names.record(record));
      } else {
        const counts = matrix.countsOfRecord(record);
        writeText(element, countInWords(counts));
        paintShare(element, counts.granted, counts.existing);
      }
    },
    focusTarget: focusTargetOf,
    press: (row, column) => {
      const record = recordAt(row);
      const entity = entityAt(column);
      const cell = { ...keyOf(record), entityId: matrix.entityId(entity) };
      pressCell(cell, valueAt(record, entity), parts);
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

/** An entity's ID, its name in the tooltip, and how many of the shown records it may use, that as a bar as well. */
function paintHead(
  element: HTMLElement,
  entityId: string,
  name: string,
  { granted, existing }: { granted: number; existing: number },
): void {
  if (element.childElementCount === 0) {
    element.classList.add(styles.head ?? '');
    element.append(document.createElement('span'), document.createElement('small'));
  }
  const [code, count] = element.children;
  if (code) writeText(code, entityId);
  if (count) writeText(count, inDigits(granted));
  element.title = headInWords(entityId, name, granted, existing);
  paintShare(element, granted, existing);
}

/**
 * How much of it has access, as the length of the bar that CSS draws along the lower edge. Written as it is, for a
 * custom property would be looked up again in every frame of scrolling.
 */
function paintShare(element: HTMLElement, granted: number, existing: number): void {
  const share = shareOf(granted, existing);
  if (element.dataset.share === share) return;
  element.dataset.share = share;
  element.style.backgroundSize = shareSize(share);
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

/** A record's name as a link and its ID beside it; the ID as the link where nobody named it. */
function paintRecord(element: HTMLElement, recordId: string, href: string, name: string): void {
  paintLink(element, name === '' ? recordId : name, href);
  let beside = element.children[1];
  if (beside === undefined && name !== '') {
    beside = document.createElement('span');
    beside.className = styles.id ?? '';
    element.classList.add(styles.named ?? '');
    element.append(' ', beside); // read aloud, the two are two words
  }
  if (beside !== undefined) writeText(beside, name === '' ? '' : afterName(recordId));
  element.title = named(recordId, name);
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
  const name = names.record(record);
  const [first, second] = element.children;
  if (first instanceof HTMLElement)
    paintLink(first, name === '' ? recordId : name, recordHref({ recordType, recordId }));
  if (second !== undefined) writeText(second, belowRecord({ recordType, recordId, name }, counts));
  element.title = `${recordType} ${named(recordId, name)}`;
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
