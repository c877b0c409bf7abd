import { writeText } from '@/components/grid/dom-order';
import type { GridModel, GridPosition } from '@/components/grid/grid-model';
import { historyAddress } from '@/lib/client/paths';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { announce } from '@/components/access/edit/change-messages';
import type { Cell } from '@/lib/contract/access/access';
import { recordInWords } from '@/lib/domain/access/access-words';
import { shareBelow, shareOfAll, type ColumnCounts, type Share } from '@/lib/domain/access/column-counts';
import type { MatrixRow, MatrixRows } from '@/lib/domain/access/filter/bands';
import { shareCounts, sharePercent } from '@/lib/domain/access/share-words';
import { knownValue, type AccessMatrix, type KnownValue } from '@/lib/domain/access/matrix';
import type { RowOrder } from '@/lib/domain/access/filter/matrix-sort';
import { entityHead, type EntityHead, type MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { afterName, named } from '@/lib/domain/access/names/named';
import { visibleId } from '@/lib/domain/visible-id';
import { inDigits } from '@/lib/domain/reader-formats';
import {
  createAccessCell,
  focusTargetOf,
  lookOf,
  paintAccessCell,
  paintBandCell,
  type AccessCell,
  type CellLook,
} from './access-cell';
import {
  bandCellInWords,
  bandInWords,
  bandShareInWords,
  belowBand,
  belowRecord,
  entityCounts,
  hasNamedHeads,
  headHeight,
  namesGroup,
  headInWords,
  spokenHead,
  matrixOrder,
  narrowRowHeight,
  pinnedColumns,
  shareOf,
  shareSize,
  entityWidths,
} from './access-layout';
import styles from './access-cell.module.css';

export interface AccessModelParts {
  matrix: AccessMatrix;
  /** What each row is. */
  rows: MatrixRows;
  /** Entity indices in the order shown. */
  entities: Uint32Array;
  /** What the records are ordered by, and whether the other way round. */
  sort: RowOrder;
  isReversed: boolean;
  /** Whether the whole matrix is loaded; until then a missing assignment may only not be loaded yet. */
  isComplete: boolean;
  isReadOnly: boolean;
  /** One pinned column instead of two, and taller rows. */
  isNarrow: boolean;
  /** Height of a row, in CSS px; a narrow one is higher anyway. */
  rowHeight: number;
  /** Values and marks to paint; a press changes it. */
  store: MatrixStore;
  names: MatrixNames;
  /** Shares of the shown records, by entity index. */
  counts: ColumnCounts;
  /** Whether a press stages instead of switching at once. */
  isStaging: boolean;
  /** As `historyAddress` takes it, for where a record's name leads. */
  connection: string | undefined;
  /** Opens the details of a cell or an entity. */
  askDetails: (cell: Cell) => void;
  /** Folds a band, or unfolds it. */
  onBand: (recordType: string) => void;
}

/** The model of the matrix, and the places of a cell in it. */
export interface AccessModel extends GridModel<AccessCell> {
  /** Row and column of a cell in what is shown, -1 where it is not. */
  placeOf: (cell: Cell) => GridPosition;
  /** Place of the band's cell that counts it. */
  placeInBand: (cell: Cell) => GridPosition;
}

const rowKeys = new WeakMap<AccessModelParts['rows'], GridModel['rowKey']>();

/** One function for all models of a list, so that the grid need not compare the names of 100,000 rows. */
function rowKeyOf({ rows, matrix }: AccessModelParts): GridModel['rowKey'] {
  const known = rowKeys.get(rows);
  if (known) return known;
  const rowKey = (row: number): string => {
    const record = rows.recordAt(row);
    if (record < 0) return JSON.stringify([rows.at(row)?.band.recordType ?? '']);
    return JSON.stringify([matrix.recordType(record), matrix.recordId(record)]);
  };
  rowKeys.set(rows, rowKey);
  return rowKey;
}

/** Makes the grid's model from a matrix, a filter's result and the store. */
export function createAccessModel(parts: AccessModelParts): AccessModel {
  const { matrix, rows, entities, isComplete, isReadOnly, isNarrow, names } = parts;
  const { cells } = parts.store;
  const columnOfEntity = inverse(entities, matrix.entityCount);
  const entityAt = (column: number) => entities[column] ?? -1;
  const valueAt = (record: number, entity: number) => knownValue(cells.stateAt(record, entity), isComplete);
  /** Folds or unfolds the band that a row is the head of. @returns whether it is one. */
  const toggle = (row: number): boolean => {
    const head = rows.at(row);
    if (head === undefined || head.record >= 0) return false;
    parts.onBand(head.band.recordType);
    return true;
  };
  const look: CellLook = { value: 'none', mark: 'none' };
  const isNamed = !isNarrow && hasNamedHeads(entities.length, (column) => names.entity(entityAt(column)));

  return {
    rowCount: rows.count,
    rowHeight: isNarrow ? narrowRowHeight : parts.rowHeight,
    headHeight: headHeight(names.hasGroups && !isNarrow),
    columns: {
      count: entities.length,
      ...entityWidths({ isNarrow, isNamed, longestEntityId: matrix.longestEntityId }),
    },
    pinned: pinnedColumns(parts),
    order: matrixOrder(parts, columnOfEntity),
    createCell: () => createAccessCell(isReadOnly),
    paintCell: (cell, row, column) => {
      const record = rows.recordAt(row);
      const entity = entityAt(column);
      if (record < 0) {
        const head = rows.at(row);
        if (head === undefined) return;
        const { recordType, counts } = head.band;
        const share = shareBelow(counts, entity);
        const words = bandCellInWords(recordType, matrix.entityId(entity), share);
        return paintBandCell(cell, share, words, head.isOpen);
      }
      const annotation = cells.annotationAt(record, entity);
      const wanted = cells.stagedAt(record, entity);
      const words = lookOf(look, valueAt(record, entity), annotation, wanted);
      const recordId = visibleId(matrix.recordId(record));
      const name = `${matrix.recordType(record)} ${recordId}, entity ${visibleId(matrix.entityId(entity))}`;
      paintAccessCell(cell, look, name, words);
    },
    paintHeader: (element, column) => {
      const entity = entityAt(column);
      const share = shareBelow(parts.counts, entity);
      paintHead(element, entityHead(matrix, names, entities, column), share, isNamed);
    },
    paintPinned: (element, row, pinned) => {
      const record = rows.recordAt(row);
      const head = record < 0 ? rows.at(row) : undefined;
      if (head !== undefined) return paintBand(element, parts, head, pinned);
      leaveBandHead(element);
      if (isNarrow) paintCombined(element, parts, record, shareCounts(matrix.countsOfRecord(record)));
      else if (pinned === 0)
        paintRecord(element, matrix.recordId(record), hrefOf(parts, record), names.record(record));
      else {
        const counts = matrix.countsOfRecord(record);
        element.title = entityCounts(counts);
        writeText(element, element.title);
        paintShare(element, counts);
      }
    },
    pressRow: toggle,
    headingOf: (row) => rows.headOfRow(row),
    focusTarget: focusTargetOf,
    press: (row, column, isByKey) => {
      // A click selects the cell of an open band, so that the bar can change all of it. Its head folds it.
      if (!isByKey && rows.at(row)?.isOpen === true && rows.recordAt(row) < 0) return true;
      if (toggle(row)) return !isByKey;
      const record = rows.recordAt(row);
      const entity = entityAt(column);
      pressCell(matrix.cell(record, entity), valueAt(record, entity), parts);
      return false;
    },
    letter: (letter, row, column) => {
      if (letter !== 'h') return false;
      parts.askDetails(matrix.cell(rows.recordAt(row), entityAt(column)));
      return true;
    },
    rowKey: rowKeyOf(parts),
    rowOfKey: (key) => {
      // Written by `rowKey` above: an array of the type, or of the type and the ID.
      const [recordType, recordId] = JSON.parse(key) as [string, string?];
      if (recordId === undefined) return rows.headOf(recordType);
      return rows.rowOf(matrix.recordIndex(recordType, recordId));
    },
    columnKey: (column) => matrix.entityId(entityAt(column)),
    columnOfKey: (key) => columnOfEntity(matrix.entityIndex(key)),
    placeOf: (cell) => ({
      row: rows.rowOf(matrix.recordIndex(cell.recordType, cell.recordId)),
      column: columnOfEntity(matrix.entityIndex(cell.entityId)),
    }),
    placeInBand: (cell) => ({
      row: rows.headOf(cell.recordType),
      column: columnOfEntity(matrix.entityIndex(cell.entityId)),
    }),
  };
}

/** Carries out a press of a cell, or says why it does nothing. @param value the value that the person saw. */
function pressCell(cell: Cell, value: KnownValue, parts: AccessModelParts): void {
  const { store, isReadOnly, isStaging } = parts;
  if (value === 'none') announce(`${recordInWords(cell)} is not set up in entity ${cell.entityId}.`);
  else if (value === 'loading') announce('This assignment has not been loaded yet.');
  else if (isReadOnly) announce('Your role may read access, but not change it.');
  else if (isStaging) {
    const [wanted, now] = [store.cells.staged(cell), value === 'granted'];
    if (store.staged.stage([{ cell, wanted: !(wanted ?? now), now }]) > 0)
      announce('No more can be staged: apply what is there first.');
  } else void store.edits.switch(cell, value === 'granted');
}

/** Writes an entity's ID, its share as a figure and a bar, and its name above where there is room. */
function paintHead(element: HTMLElement, head: EntityHead, share: Share, isNamed: boolean): void {
  if (element.childElementCount === 0) {
    element.classList.add(styles.head ?? '');
    element.append(document.createElement('span'), document.createElement('small'));
  }
  if (isNamed && element.childElementCount < 3) element.append(document.createElement('span'));
  const [code, count, name] = element.children;
  element.classList.toggle(styles.namedHead ?? '', isNamed);
  if (isNamed && name) writeText(name, head.name);
  else name?.remove();
  if (code) writeText(code, visibleId(head.entityId));
  if (count) writeText(count, sharePercent(share));
  element.title = headInWords(head, share);
  element.ariaLabel = spokenHead(head, share);
  element.toggleAttribute('data-group', head.isFirstOfGroup);
  if (namesGroup(head, isNamed)) element.dataset.above = head.group;
  else delete element.dataset.above;
  element.style.setProperty('--span', String(head.groupSpan));
  paintShare(element, share);
}

/** Sets the length of the bar along the lower edge. Not by a custom property: styles would look it up in each frame. */
function paintShare(element: HTMLElement, share: Share): void {
  const length = shareOf(share);
  if (element.dataset.share === length) return;
  element.dataset.share = length;
  element.style.backgroundSize = shareSize(length);
  element.classList.add(styles.share ?? '');
}

/** Where a record's name leads. */
function hrefOf({ matrix, connection }: AccessModelParts, record: number): string {
  return historyAddress(connection, matrix.cell(record, -1));
}

/** Writes a link that is no tab stop: the grid is one stop, and the key H opens the same details. */
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

/** Writes a record's name as a link and its ID beside it, or the ID as the link where it has no name. */
function paintRecord(element: HTMLElement, recordId: string, href: string, name: string): void {
  paintLink(element, name === '' ? visibleId(recordId) : name, href);
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

/** Writes the head of a band: its type and number of records, and in the second column its share. */
function paintBand(
  element: HTMLElement,
  { entities, isNarrow }: AccessModelParts,
  { band, isOpen }: MatrixRow,
  pinned: number,
): void {
  const share = shareOfAll(band.counts, entities);
  if (!element.classList.contains(styles.band ?? '')) {
    element.classList.add(styles.band ?? '');
    element.classList.remove(styles.named ?? '', styles.share ?? '');
    element.classList.toggle(styles.combined ?? '', isNarrow);
    element.replaceChildren(document.createElement('span'), ' ', document.createElement('small')); // two words, read aloud
    delete element.dataset.share;
    element.style.backgroundSize = '';
  }
  const [type, more] = element.children;
  const { recordType, records } = band;
  if (pinned === 0) {
    element.ariaExpanded = String(isOpen);
    element.title = bandInWords(recordType, records.length);
    if (type) writeText(type, recordType);
    if (more) writeText(more, isNarrow ? belowBand(records.length, share) : inDigits(records.length));
  } else {
    element.title = `${recordType}: ${bandShareInWords(share)}`;
    if (more) writeText(more, sharePercent(share));
  }
}

/** Empties a cell that was the head of a band. */
function leaveBandHead(element: HTMLElement): void {
  if (!element.classList.contains(styles.band ?? '')) return;
  element.classList.remove(styles.band ?? '');
  element.ariaExpanded = null;
  element.replaceChildren();
}

function paintCombined(element: HTMLElement, parts: AccessModelParts, record: number, counts: string): void {
  const { matrix, names } = parts;
  const [recordType, recordId] = [matrix.recordType(record), matrix.recordId(record)];
  if (element.childElementCount === 0) {
    element.classList.add(styles.combined ?? '');
    element.append(document.createElement('span'), document.createElement('small'));
  }
  const name = names.record(record);
  const [first, second] = element.children;
  if (first instanceof HTMLElement)
    paintLink(first, name === '' ? visibleId(recordId) : name, hrefOf(parts, record));
  if (second !== undefined) writeText(second, belowRecord({ recordId, name }, counts));
  element.title = `${recordType} ${named(recordId, name)}`;
}

/** @returns the place of an index in a list, or -1; the table is made at the first call. */
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
