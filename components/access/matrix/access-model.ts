import { writeText } from '@/components/grid/dom-order';
import type { GridModel, GridPosition } from '@/components/grid/grid-model';
import { historyAddress } from '@/lib/client/paths';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { announce } from '@/components/access/edit/change-messages';
import type { Cell } from '@/lib/contract/access/access';
import { cellInWords } from '@/lib/domain/access/access-words';
import { shareBelow, shareOfAll, type ColumnCounts, type Share } from '@/lib/domain/access/column-counts';
import type { MatrixRow, MatrixRows } from '@/lib/domain/access/filter/bands';
import { shareCounts, shareDigits, sharePercent } from '@/lib/domain/access/share-words';
import { knownValue, type AccessMatrix, type KnownValue } from '@/lib/domain/access/matrix';
import {
  columnHead,
  type ColumnHead,
  type LaidGroup,
  type MatrixColumns,
} from '@/lib/domain/access/filter/matrix-columns';
import type { RowOrder } from '@/lib/domain/access/filter/matrix-sort';
import { countsWithin } from '@/lib/domain/access/filter/row-state';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { afterName, named } from '@/lib/domain/access/names/named';
import { visibleId } from '@/lib/domain/visible-id';
import { inDigits } from '@/lib/domain/reader-formats';
import {
  createAccessCell,
  focusTargetOf,
  lookOf,
  paintAccessCell,
  paintShareCell,
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
  groupCellInWords,
  groupInWords,
  hasGroupRule,
  hasNamedHeads,
  headHeight,
  headInWords,
  spokenHead,
  spokenId,
  matrixOrder,
  narrowRowHeight,
  pinnedColumns,
  shareOf,
  shareSize,
  entityWidths,
} from './access-layout';
import { foldedMarks } from './folded-marks';
import styles from './access-cell.module.css';

export interface AccessModelParts {
  matrix: AccessMatrix;
  /** What each row is. */
  rows: MatrixRows;
  /** All entities that are shown, those of folded groups too. */
  entities: Uint32Array;
  /** What each column is. */
  columns: MatrixColumns;
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
  /** Folds a group of entities, or unfolds it. */
  onGroup: (group: string) => void;
}

/** The model of the matrix, and the places of a cell in it. */
export interface AccessModel extends GridModel<AccessCell> {
  /** Row and column of a cell in what is shown, -1 where it is not. */
  placeOf: (cell: Cell) => GridPosition;
  /** Where a cell is painted or counted: in its own row, and in its band's head; -1 where there is no such row or column. */
  placesOf: (cell: Cell) => GridPosition[];
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
  const { matrix, rows, columns, isComplete, isReadOnly, isNarrow, names } = parts;
  const { cells } = parts.store;
  const entityAt = (column: number) => columns.entityAt(column);
  const spokenEntity = (entity: number) => spokenId(matrix.entityId(entity), names.entity(entity));
  const valueAt = (record: number, entity: number) => knownValue(cells.stateAt(record, entity), isComplete);
  /** Folds or unfolds the band that a row is the head of. @returns whether it is one. */
  const toggle = (row: number): boolean => {
    const head = rows.at(row);
    if (head === undefined || head.record >= 0) return false;
    parts.onBand(head.band.recordType);
    return true;
  };
  /** Folds the group of a column, or unfolds it. @returns whether it has one that folds. */
  const toggleGroup = (column: number): boolean => {
    const group = columns.groupAt(column);
    if (group === undefined || group.name === '' || group.entities.length === 1) return false;
    parts.onGroup(group.name);
    return true;
  };
  const look: CellLook = { value: 'none', mark: 'none' };
  const isNamed =
    !isNarrow && hasNamedHeads(parts.entities.length, (at) => names.entity(parts.entities[at] ?? -1));

  return {
    rowCount: rows.count,
    rowHeight: isNarrow ? narrowRowHeight : parts.rowHeight,
    headHeight: headHeight(names.hasGroups && !isNarrow),
    columns: {
      count: columns.count,
      ...entityWidths({
        ...{ isNarrow, isNamed },
        longestEntityId: matrix.longestEntityId,
        folded: columns.folded,
        entities: parts.entities.length,
      }),
    },
    pinned: pinnedColumns({ isNarrow, isComplete, hasNames: names.hasRecords }),
    order: matrixOrder(parts, (entity) => columns.columnOf(entity)),
    createCell: () => createAccessCell(isReadOnly),
    paintCell: (cell, row, column) => {
      const record = rows.recordAt(row);
      const entity = entityAt(column);
      if (entity < 0) return paintGroupCell(cell, parts, row, columns.groupAt(column));
      if (record < 0) {
        const head = rows.at(row);
        if (head === undefined) return;
        const { recordType, counts } = head.band;
        const share = shareBelow(counts, entity);
        const words = bandCellInWords(recordType, spokenEntity(entity), share);
        return paintShareCell(cell, share, sharePercent(share), words, head.isOpen);
      }
      const annotation = cells.annotationAt(record, entity);
      const wanted = cells.stagedAt(record, entity);
      const words = lookOf(look, valueAt(record, entity), annotation, wanted);
      const called = `${recordInSpokenWords(parts, record)}, entity ${spokenEntity(entity)}`;
      paintAccessCell(cell, look, called, words);
    },
    paintHeader: (element, column) => {
      const share = shareOfAll(parts.counts, columns.entitiesOf(column));
      paintHead(element, columnHead(matrix, names, columns, column), share, isNamed);
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
    lastUnder: (row) => rows.lastUnder(row),
    isLeftOut: (column) => entityAt(column) < 0,
    focusTarget: focusTargetOf,
    ...(names.hasGroups && {
      pressHead: (column: number, { target, type }: Event) => {
        const isRule = target instanceof Element && target.closest(`.${styles.rule ?? ''}`) !== null;
        // A click on the head of an entity selects its column.
        return (type === 'keydown' || isRule || entityAt(column) < 0) && toggleGroup(column);
      },
      isByHead: (column: number) => entityAt(column) < 0,
    }),
    press: (row, column, isByKey) => {
      // A click selects what a count is of, so that the bar can change it; heads and keys fold and unfold.
      if (!isByKey && (entityAt(column) < 0 || rows.recordAt(row) < 0)) return true;
      if (entityAt(column) < 0 || toggle(row)) return false;
      const record = rows.recordAt(row);
      const entity = entityAt(column);
      pressCell(matrix.cell(record, entity), valueAt(record, entity), parts);
      return false;
    },
    letter: (letter, row, column) => {
      if (letter !== 'h' || (entityAt(column) < 0 && rows.recordAt(row) < 0)) return false;
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
    columnKey: (column) => {
      const entity = entityAt(column);
      return JSON.stringify(
        entity < 0 ? { group: columns.groupAt(column)?.name } : { entity: matrix.entityId(entity) },
      );
    },
    columnOfKey: (key) => {
      const { group, entity = '' } = JSON.parse(key) as { group?: string; entity?: string }; // as `columnKey` wrote it
      if (group !== undefined) return columns.columnOfGroup(group);
      return columns.columnOrGroupOf(matrix.entityIndex(entity));
    },
    placeOf: (cell) => ({
      row: rows.rowOf(matrix.recordIndex(cell.recordType, cell.recordId)),
      column: columns.columnOf(matrix.entityIndex(cell.entityId)),
    }),
    placesOf: (cell) => {
      const column = columns.columnOrGroupOf(matrix.entityIndex(cell.entityId));
      const row = rows.rowOf(matrix.recordIndex(cell.recordType, cell.recordId));
      return [
        { row, column },
        { row: rows.headOf(cell.recordType), column },
      ];
    },
  };
}

/** Carries out a press of a cell, or says why it does nothing. @param value the value that the person saw. */
function pressCell(cell: Cell, value: KnownValue, parts: AccessModelParts): void {
  const { store, isReadOnly, isStaging } = parts;
  if (value === 'none') announce(`${cellInWords(cell, store.names)} is not set up.`);
  else if (value === 'loading') announce('This assignment has not been loaded yet.');
  else if (isReadOnly) announce('Your role may read access, but not change it.');
  else if (isStaging) {
    const [wanted, now] = [store.cells.staged(cell), value === 'granted'];
    if (store.staged.stage([{ cell, wanted: !(wanted ?? now), now }]) > 0)
      announce('No more can be staged: apply what is there first.');
  } else void store.edits.switch(cell, value === 'granted');
}

/** "Customer 10000 Adatum". */
function recordInSpokenWords({ matrix, names }: AccessModelParts, record: number): string {
  return `${matrix.recordType(record)} ${spokenId(matrix.recordId(record), names.record(record))}`;
}

/** Shows how many entities of a folded group may use a record, or which share of a band they may use. */
function paintGroupCell(
  cell: AccessCell,
  parts: AccessModelParts,
  row: number,
  group: LaidGroup | undefined,
): void {
  const { matrix, rows, store } = parts;
  const at = rows.at(row);
  if (at === undefined || group === undefined) return;
  const { record, band } = at;
  if (record < 0) {
    const share = shareOfAll(band.counts, group.entities);
    const words = groupCellInWords(band.recordType, group.name, share);
    return paintShareCell(cell, share, sharePercent(share), words, false);
  }
  const share = countsWithin(matrix, record, group.bits);
  const what = recordInSpokenWords(parts, record);
  const marks = foldedMarks(store, record, group);
  const words = groupCellInWords(what, group.name, share) + marks.words;
  paintShareCell(cell, share, shareDigits(share), words, false, marks.mark);
}

/** Writes an entity's ID, its share as a figure and a bar, and above them its name where there is room, and the rule of its group. */
function paintHead(element: HTMLElement, head: ColumnHead, share: Share, isNamed: boolean): void {
  if (element.childElementCount === 0) {
    element.classList.add(styles.head ?? '');
    element.append(...['span', 'small', 'span', 'span'].map((tag) => document.createElement(tag)));
    element.children[2]?.classList.add(styles.rule ?? '');
  }
  const [code, count, rule, name] = element.children;
  const { isFolded } = head;
  element.classList.toggle(styles.namedHead ?? '', isNamed);
  if (name) writeText(name, isNamed ? head.name : '');
  if (code) writeText(code, isFolded ? head.group : visibleId(head.entityId));
  if (count) writeText(count, sharePercent(share));
  element.title = headInWords(head, share);
  element.ariaLabel = spokenHead(head, share);
  const isFoldable = head.group !== '' && head.groupSize > 1;
  element.ariaExpanded = isFoldable ? String(!isFolded) : null;
  element.toggleAttribute('data-group', head.isFirstOfGroup);
  if (rule instanceof HTMLElement) paintRule(rule, head, isFoldable, hasGroupRule(head, isNamed));
  paintShare(element, share);
}

/** Writes the name of a group across its columns, or the number of its entities where it is folded; a press folds it. */
function paintRule(rule: HTMLElement, head: ColumnHead, isFoldable: boolean, isShown: boolean): void {
  rule.hidden = !isShown;
  rule.parentElement?.toggleAttribute('data-ruled', isShown);
  if (!isShown) return;
  writeText(rule, head.isFolded ? inDigits(head.groupSize) : head.group);
  rule.role = isFoldable ? 'button' : null;
  rule.ariaLabel = isFoldable ? groupInWords(head) : null;
  rule.ariaExpanded = isFoldable ? String(!head.isFolded) : null;
  rule.style.setProperty('--span', String(head.groupSpan));
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
