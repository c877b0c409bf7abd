import { writeText } from '@/components/grid/dom-order';
import type { GridCell, GridHeads, GridModel, PinnedColumn } from '@/components/grid/grid-model';
import { unevenTrack } from '@/components/grid/uneven-track';
import type { JournalRow } from '@/lib/contract/journal/journal';
import type { JournalField } from '@/lib/domain/journal/fields';
import type { SortKey } from '@/lib/domain/journal/query';
import { inDigits } from '@/lib/domain/reader-formats';
import type { TableColumn, TextParts } from '../table/table-model';
import styles from './lines-grid.module.css';
import { formatValue, isNumeric, toneOf } from '../value-format';

/** A column of a table of rows, and its width in px. */
export interface LineColumn extends TableColumn {
  width: number;
}

/** A reused cell, and what it shows at the moment, so that only changes are written. */
export interface LineCell extends GridCell {
  shown: string;
  look: string;
  title: string;
  /** How wide and how high its bar is. */
  bar: string;
}

/** What leads a row: its number as a rule, and where that leads. */
export interface RowHead {
  text: string;
  href: string;
  /** For a screen reader. */
  label: string;
  /** What a press of it does, for who points at it. */
  title: string;
  /** Whether that is what is open beside the grid. */
  isOpen?: boolean;
}

interface LinesModelParts {
  columns: readonly LineColumn[];
  /** How many of them, from the first, stay in view. */
  frozen: number;
  rowCount: number;
  rowHeight: number;
  lineAt: (row: number) => JournalRow | undefined;
  /** How rows are named: by other functions in another list, where what was selected means nothing any more. */
  rowKeys: RowKeys;
  sort: readonly SortKey[];
  /** What leads each row; another array has the grid built anew. */
  rowHeads: readonly PinnedColumn[];
  rowHead: (line: JournalRow, row: number) => RowHead;
  /** A row that adds up the others. */
  totalRow: number | null;
  /** Whether the heads have a menu. */
  hasMenus: boolean;
  /** Somebody pressed a cell by a key. */
  open: (row: number) => void;
  heads: GridHeads;
}

/** Px of a head, and of what leads each row: its number, which opens the line. */
export const headHeight = 44;
export const rowHeadWidth = 64;

/** The column that leads the rows. */
export function rowHeadsOf(label: string): readonly PinnedColumn[] {
  return [{ key: 'line', label, width: rowHeadWidth, align: 'end', namesRow: true }];
}

type RowKeys = Pick<GridModel, 'rowKey' | 'rowOfKey'>;

/** Rows are named by their place, as in a spreadsheet: lines that are posted leave, and those behind move up. */
export function rowKeysOf(version: string): RowKeys {
  return {
    rowKey: (row) => `${version} ${String(row)}`,
    rowOfKey: (key) => (key.startsWith(`${version} `) ? Number(key.slice(version.length + 1)) : -1),
  };
}

/** Makes what the grid engine draws out of lines and columns. */
export function createLinesModel(parts: LinesModelParts): GridModel<LineCell> {
  const { columns, lineAt, sort } = parts;
  const [first] = sort;
  const sorted = columns.findIndex(({ field }) => field.name === first?.field);
  return {
    rowCount: parts.rowCount,
    rowHeight: parts.rowHeight,
    headHeight,
    columns: unevenTrack(columns.map(({ width }) => width)),
    frozen: parts.frozen,
    pinned: parts.rowHeads,
    order:
      first === undefined || sorted < 0
        ? null
        : { among: 'columns', at: sorted, direction: first.descending ? 'descending' : 'ascending' },
    createCell: () => {
      const element = document.createElement('div');
      element.setAttribute('role', 'gridcell');
      element.tabIndex = -1;
      element.className = styles.cell ?? '';
      element.append(''); // its text is only ever written over
      return { element, shown: '', look: '', title: '', bar: '' };
    },
    paintCell: (cell, row, column) => {
      const [one, line] = [columns[column], lineAt(row)];
      if (one === undefined) return;
      const text = line === undefined ? '' : formatValue(one.field, line[one.field.name]);
      const isCut = isNumeric(one.field) && textWidth(text) > one.width - cellPadding;
      const look =
        line === undefined
          ? 'coming'
          : `${isNumeric(one.field) ? 'end ' : ''}${row === parts.totalRow ? 'total ' : ''}${one.barAt ? 'bar ' : ''}${toneOf(line[one.field.name])}`;
      // A number that is cut reads as another number.
      const texts: TextParts = isCut
        ? ['#'.repeat(Math.max(1, Math.floor((one.width - cellPadding) / digitWidth))), '']
        : (one.partsOf?.(text) ?? [text, '']);
      const shown = texts.join('');
      if (cell.look !== look) cell.element.dataset.look = cell.look = look;
      const bar = one.barAt ? `calc((100% - 80px) * ${one.barAt(row).toFixed(4)}) 10px` : '';
      if (cell.bar !== bar) cell.element.style.backgroundSize = cell.bar = bar;
      const title = isCut || one.isStill ? text : '';
      if (cell.shown !== shown) {
        cell.shown = shown;
        writeCell(cell.element, texts);
      }
      if (cell.title === title) return;
      cell.title = title;
      cell.element.ariaLabel = title || null; // else its signs would be read out
      if (title) cell.element.title = title;
      else cell.element.removeAttribute('title');
    },
    paintHeader: (element, column) => {
      const one = columns[column];
      if (one !== undefined) paintHead(element, one, sort, parts.hasMenus);
    },
    paintPinned: (element, row) => {
      element.toggleAttribute('data-total', row === parts.totalRow);
      paintRowHead(element, row, lineAt(row), parts.rowHead);
    },
    focusTarget: ({ element }) => element,
    press: (row, _, isByKey) => {
      if (isByKey) parts.open(row);
      return false;
    },
    heads: parts.heads,
    ...parts.rowKeys,
    columnKey: (column) => columns[column]?.field.name ?? '',
    columnOfKey: (key) => columns.findIndex(({ field }) => field.name === key),
  };
}

/** Px left and right of a cell's text together. */
const cellPadding = 16;
/** Px of a digit: they are all alike, and no text of a number is wider than so many of them. */
const digitWidth = 7.9;
/** What stands between digits, and how many px it takes. */
const [narrowSigns, narrowWidth] = [new Set(['.', ',', ' ', '\u00a0', '\u202f']), 4.5];
/** Px that a letter takes as a rule in a cell, and in a head. */
const letterWidth = 7;
export const smallLetterWidth = 6.5;

/** Each part in an element of its own, so that the second stays whole where the first is cut. */
function writeCell(element: HTMLElement, parts: TextParts): void {
  if (parts[1] === '') return writeText(element, parts[0]);
  const whole = document.createElement('div');
  whole.className = styles.named ?? '';
  for (const part of parts) whole.appendChild(document.createElement('span')).textContent = part;
  element.replaceChildren(whole);
}

/** At most so many px, of the text of a number. */
function textWidth(text: string): number {
  let marks = 0;
  for (const sign of text) if (narrowSigns.has(sign)) marks++;
  return (text.length - marks) * digitWidth + marks * narrowWidth;
}

/** Px that a column needs for its head and for what of it is in view. */
export function fittingWidth(
  one: JournalField,
  lineAt: LinesModelParts['lineAt'],
  { top, bottom }: { top: number; bottom: number },
): number {
  let longest = Math.max(...one.label.split(' ').map((word) => word.length)) * smallLetterWidth;
  for (let row = top; row <= bottom; row++) {
    const text = formatValue(one, lineAt(row)?.[one.name]);
    longest = Math.max(longest, isNumeric(one) ? textWidth(text) : text.length * letterWidth);
  }
  return Math.ceil(longest) + cellPadding;
}

/** Its label, the mark of its order, the button of its menu, and the edge that makes it wider. */
type HeadParts = [HTMLElement, HTMLElement, HTMLButtonElement, HTMLElement];

function paintHead(
  element: HTMLElement,
  { field, isFixed, isStill }: LineColumn,
  sort: readonly SortKey[],
  hasMenu: boolean,
): void {
  if (element.childElementCount === 0) {
    element.classList.add(styles.head ?? '');
    const [label, mark, menu, edge] = ['span', 'span', 'button', 'span'].map((name) =>
      document.createElement(name),
    ) as HeadParts;
    menu.type = 'button';
    menu.tabIndex = -1;
    menu.dataset.menu = '';
    edge.dataset.resize = '';
    edge.ariaHidden = 'true';
    element.append(label, mark, menu, edge);
  }
  const [label, mark, menu, edge] = element.children as unknown as HeadParts;
  if (isStill) delete element.dataset.field;
  else element.dataset.field = field.name;
  element.dataset.align = isNumeric(field) ? 'end' : 'start';
  writeText(label, field.label);
  const at = sort.findIndex((key) => key.field === field.name);
  const key = sort[at];
  writeText(mark, sortMark(sort, field.name));
  mark.ariaLabel = key === undefined ? null : sortedInWords(key, at, sort.length);
  if (key === undefined) mark.removeAttribute('role');
  else mark.setAttribute('role', 'img');
  menu.hidden = !hasMenu || isStill === true;
  edge.hidden = isFixed === true || isStill === true;
  menu.ariaLabel = `Filter, sort and arrange: ${field.label}`;
  if (isStill) element.removeAttribute('title');
  else
    element.title = hasMenu
      ? `${field.label}. Press to sort, with Shift to sort further; Alt and the arrow down for more.`
      : `${field.label}. Press to sort.`;
}

/** How a head shows that lines are ordered by it: an arrow, and its rank where there are several. */
export function sortMark(sort: readonly SortKey[], field: string): string {
  const at = sort.findIndex((key) => key.field === field);
  const key = sort[at];
  if (key === undefined) return '';
  return `${key.descending ? '↓' : '↑'}${sort.length > 1 ? String(at + 1) : ''}`;
}

function sortedInWords({ descending }: SortKey, at: number, of: number): string {
  const direction = descending ? 'sorted descending' : 'sorted ascending';
  return of > 1 ? `${direction}, key ${String(at + 1)} of ${String(of)}` : direction;
}

/** What leads a row, and where it leads. */
function paintRowHead(
  element: HTMLElement,
  row: number,
  line: JournalRow | undefined,
  rowHead: LinesModelParts['rowHead'],
): void {
  let link = element.firstElementChild;
  if (!(link instanceof HTMLAnchorElement)) {
    link = document.createElement('a');
    link.setAttribute('tabindex', '-1');
    link.className = styles.rowHead ?? '';
    element.replaceChildren(link);
  }
  if (line === undefined) {
    const number = inDigits(row + 1);
    writeText(link, number);
    link.removeAttribute('href');
    link.removeAttribute('title');
    link.ariaLabel = `${number}, not read yet`;
    element.ariaCurrent = null;
    return;
  }
  const { text, href, label, title, isOpen } = rowHead(line, row);
  writeText(link, text);
  link.setAttribute('href', href);
  link.setAttribute('title', title);
  link.ariaLabel = label;
  element.ariaCurrent = isOpen ? 'true' : null;
}
