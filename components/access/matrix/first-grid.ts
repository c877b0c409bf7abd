import gridStyles from '@/components/grid/grid.module.css';
import { classNames } from '@/components/ui/class-names';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import { historyAddress } from '@/lib/client/paths';
import type { Cell } from '@/lib/contract/access/access';
import { cellKey } from '@/lib/domain/access/cell-key';
import {
  valueOfLetter,
  type FirstView,
  type FirstViewBand,
  type FirstViewColumn,
  type FirstViewRow,
} from '@/lib/domain/access/first-view';
import { afterName, named } from '@/lib/domain/access/names/named';
import { visibleId } from '@/lib/domain/visible-id';
import { shareCounts, sharePercent, tintOf } from '@/lib/domain/access/share-words';
import { inDigits } from '@/lib/domain/reader-formats';
import tints from '@/components/ui/share-tint.module.css';
import { valueWordsOf, type CellLook } from './access-cell';
import {
  bandCellInWords,
  bandInWords,
  belowBand,
  belowRecord,
  entityCounts,
  fewCutWidth,
  figureWidth,
  headInWords,
  spokenHead,
  matrixOrder,
  pinnedColumns,
  shareOf,
  shareSize,
  columnWidths,
  firstGridId,
  headsEndId,
  layoutOf,
  headHeight,
  namesGroup,
  mostRecordWidth,
  isNamedView,
  type LayoutParts,
} from './access-layout';
import styles from './access-cell.module.css';

/*
 * The first view of the matrix as HTML: what the grid engine makes of the same rows, in normal flow, so that a page has
 * it without a script. Switches are disabled until `takeFirstGrid` (take-first-grid.ts) hears their presses. The pages'
 * policy allows no `style` in HTML, so sizes and bars stand in `data-*`, from where it sets them.
 */

interface FirstGridParts {
  isReadOnly: boolean;
  /** As `historyAddress` takes it, for where a record's name leads. */
  connection: string | undefined;
}

type RowParts = FirstGridParts & { isUnconfirmed: (cell: Cell) => boolean };

/** The first view of the matrix as the server makes it. */
export interface FirstGrid {
  /** Inside of an element with role `grid`: heads and rows. */
  html: string;
  /** What first-grid.module.css makes its sizes of. */
  css: string;
}

export function firstGrid(view: FirstView, parts: FirstGridParts): FirstGrid {
  return { html: firstGridHtml(view, parts), css: firstGridCss(view) };
}

function firstGridCss(view: FirstView): string {
  const { longestEntityId, counts } = view;
  const isNamed = isNamedView(view);
  const sizes = {
    head: headHeight(view.names.hasGroups),
    ...Object.fromEntries(pinnedColumns(layoutOf(view)).map(({ key, width }) => [key, width])),
    'id-most': mostRecordWidth,
    'few-cut': fewCutWidth,
    'figure-least': figureWidth,
    ...columnWidths({ isNarrow: false, longestEntityId, isNamed }),
    'least-narrow': columnWidths({ isNarrow: true, longestEntityId, isNamed }).least,
  };
  const inPx = Object.entries(sizes).map(([name, px]) => `--${name}:${String(px)}px`);
  // How many columns the name of a group lies over: here, so that it is whole when it is painted first.
  const spans = new Set(view.columns.map(({ groupSpan }) => String(groupSpan)));
  const overColumns = [...spans].map((span) => `#${firstGridId} [data-span="${span}"]{--span:${span}}`);
  return `#${firstGridId}{--entities:${String(counts.entities)};${inPx.join(';')}}${overColumns.join('')}`;
}

function firstGridHtml(view: FirstView, parts: FirstGridParts): string {
  const wide = layoutOf(view);
  const isNamed = isNamedView(view);
  const heads = view.columns.map((column, at) => columnHead(view, column, at, isNamed)).join('');
  const head = element(
    'div',
    { role: 'row', class: gridStyles.headRow, 'aria-rowindex': 1 },
    pinnedHeads(view, wide) + pinnedHeads(view, { ...wide, isNarrow: true }) + heads,
  );
  const unconfirmed = new Set(view.status[unconfirmedState].map(cellKey));
  const isUnconfirmed = (cell: Cell) => unconfirmed.size > 0 && unconfirmed.has(cellKey(cell));
  const rows = view.rows.map((row, at) =>
    row.kind === 'band' ? bandHtml(view, row, at) : rowHtml(view, row, at, { ...parts, isUnconfirmed }),
  );
  const headsEnd = element('span', { id: headsEndId, hidden: '' }, '');
  return (
    element('div', { role: 'rowgroup', class: gridStyles.head }, head + headsEnd) +
    element('div', { role: 'rowgroup', class: gridStyles.body }, rows.join(''))
  );
}

function pinnedHeads(view: FirstView, parts: LayoutParts): string {
  const order = matrixOrder({ ...view, isNarrow: parts.isNarrow }, () => view.sortedColumn);
  const heads = pinnedColumns(parts).map(({ key, label, width, align }, at) =>
    element(
      'div',
      {
        role: 'columnheader',
        class: gridStyles.pinnedHead,
        'data-col': key,
        'data-align': align,
        'data-width': width,
        'aria-sort': order?.among === 'pinned' && order.at === at ? order.direction : undefined,
      },
      escaped(label),
    ),
  );
  return pinned(parts.isNarrow, heads.join(''));
}

function columnHead(view: FirstView, column: FirstViewColumn, at: number, isNamed: boolean): string {
  const { entityId, name, isFirstOfGroup, groupSpan } = column;
  const order = matrixOrder({ ...view, isNarrow: false }, () => view.sortedColumn);
  return element(
    'div',
    {
      role: 'columnheader',
      class: classNames(gridStyles.headCell, styles.head, styles.share, isNamed && styles.namedHead),
      title: headInWords(column, column),
      'aria-label': spokenHead(column, column),
      'data-share': shareSize(shareOf(column)),
      'data-group': isFirstOfGroup ? '' : undefined,
      'data-above': namesGroup(column, isNamed) ? column.group : undefined,
      'data-span': groupSpan,
      'data-entity': JSON.stringify(entityId),
      'aria-sort': order?.among === 'columns' && order.at === at ? order.direction : undefined,
    },
    element('span', {}, escaped(visibleId(entityId))) +
      element('small', {}, escaped(sharePercent(column))) +
      (isNamed ? element('span', {}, escaped(name)) : ''),
  );
}

function rowHtml(
  view: FirstView,
  row: FirstViewRow,
  at: number,
  { isReadOnly, connection, isUnconfirmed }: RowParts,
): string {
  const { recordType, recordId, name } = row;
  const who = `${recordType} ${visibleId(recordId)}`;
  const cells = view.columns.map(({ entityId }, column) => {
    const value = valueOfLetter[row.values[column] ?? ''] ?? 'none';
    const mark = isUnconfirmed({ recordType, recordId, entityId }) ? 'unconfirmed' : 'none';
    return cellHtml({ value, mark }, `${who}, entity ${visibleId(entityId)}`, isReadOnly);
  });
  const link = element(
    'a',
    {
      class: styles.record,
      tabindex: '-1',
      href: historyAddress(connection, { recordType, recordId, entityId: '' }),
    },
    escaped(name === '' ? visibleId(recordId) : name),
  );
  const beside = name === '' ? '' : ` ${element('span', { class: styles.id }, escaped(afterName(recordId)))}`;
  const isNamed = name !== '' && styles.named;
  const title = named(recordId, name);
  const contents: Record<string, string> = {
    id: link + beside,
    count: escaped(entityCounts(row)),
  };
  const pinnedCells = pinnedColumns(layoutOf(view)).map(({ key, align, namesRow }) =>
    element(
      'div',
      {
        role: namesRow ? 'rowheader' : 'gridcell',
        class: classNames(gridStyles.pinnedCell, key === 'count' && styles.share, key === 'id' && isNamed),
        'data-col': key,
        'data-align': align,
        'data-share': key === 'count' ? shareSize(shareOf(row)) : undefined,
        title: key === 'id' ? title : entityCounts(row),
      },
      contents[key] ?? '',
    ),
  );
  const combined = element(
    'div',
    {
      role: 'rowheader',
      class: `${gridStyles.pinnedCell ?? ''} ${styles.combined ?? ''}`,
      'data-width': pinnedColumns({ ...layoutOf(view), isNarrow: true })[0]?.width,
      title: `${recordType} ${title}`,
    },
    element('span', {}, link) + element('small', {}, escaped(belowRecord(row, shareCounts(row)))),
  );
  const key = JSON.stringify([recordType, recordId]);
  return element(
    'div',
    { role: 'row', class: gridStyles.row, 'aria-rowindex': at + 2, 'data-record': key },
    pinned(false, pinnedCells.join('')) + pinned(true, combined) + cells.join(''),
  );
}

/** A band's head, whose presses fold and unfold it. */
function bandHtml(view: FirstView, band: FirstViewBand, at: number): string {
  const { recordType, records, isOpen, all, shares } = band;
  const isExpanded = String(isOpen);
  const title = bandInWords(recordType, records);
  const type = element('span', {}, escaped(recordType));
  const contents = (more: string) => `${type} ${element('small', {}, escaped(more))}`;
  const pinnedCells = pinnedColumns(layoutOf(view)).map(({ key, align, namesRow }) =>
    element(
      'div',
      {
        role: namesRow ? 'rowheader' : 'gridcell',
        class: `${gridStyles.pinnedCell ?? ''} ${styles.band ?? ''}`,
        'data-col': key,
        'data-align': align,
        'aria-expanded': namesRow ? isExpanded : undefined,
        title: namesRow ? title : undefined,
      },
      namesRow ? contents(inDigits(records)) : element('small', {}, escaped(sharePercent(all))),
    ),
  );
  const combined = element(
    'div',
    {
      role: 'rowheader',
      class: `${gridStyles.pinnedCell ?? ''} ${styles.band ?? ''} ${styles.combined ?? ''}`,
      'data-width': pinnedColumns({ ...layoutOf(view), isNarrow: true })[0]?.width,
      'aria-expanded': isExpanded,
      title,
    },
    contents(belowBand(records, all)),
  );
  const cells = shares.map((share, column) => {
    const words = bandCellInWords(recordType, view.columns[column]?.entityId ?? '', share);
    return element(
      'div',
      {
        role: 'gridcell',
        class: `${styles.cell ?? ''} ${gridStyles.cell ?? ''} ${tints.cell ?? ''}`,
        tabindex: '-1',
        'data-empty': 'band',
        'data-tint': tintOf(share),
        'aria-expanded': isExpanded,
        'aria-label': words,
      },
      escaped(sharePercent(share)),
    );
  });
  const key = JSON.stringify([recordType]);
  return element(
    'div',
    { role: 'row', class: gridStyles.row, 'aria-rowindex': at + 2, 'data-record': key, 'data-band': '' },
    pinned(false, pinnedCells.join('')) + pinned(true, combined) + cells.join(''),
  );
}

function cellHtml(look: CellLook, name: string, isReadOnly: boolean): string {
  const isSwitch = look.value === 'denied' || look.value === 'granted';
  const label = `${name}, ${valueWordsOf(look)}`;
  const control = {
    type: 'button',
    role: 'switch',
    tabindex: '-1',
    class: styles.switch,
    disabled: '',
    'aria-readonly': isReadOnly ? 'true' : undefined,
    'aria-checked': isSwitch ? String(look.value === 'granted') : undefined,
    'aria-label': isSwitch ? label : undefined,
  };
  return element(
    'div',
    {
      role: 'gridcell',
      class: `${styles.cell ?? ''} ${gridStyles.cell ?? ''}`,
      tabindex: '-1',
      'data-empty': isSwitch ? undefined : look.value,
      'data-mark': look.mark === 'none' ? undefined : look.mark,
      'aria-label': isSwitch ? undefined : label,
    },
    element('button', control, ''),
  );
}

/** The columns that stay at the left, as wide and as narrow screens have them; CSS shows one of the two. */
function pinned(isNarrow: boolean, content: string): string {
  return element(
    'div',
    { role: 'presentation', class: gridStyles.pinned, 'data-for': isNarrow ? 'narrow' : 'wide' },
    content,
  );
}

/** @param content HTML. Attributes that are undefined are left out, the others are written as text. */
function element(
  name: string,
  attributes: Record<string, string | number | undefined>,
  content: string,
): string {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === undefined ? '' : ` ${attribute}="${escaped(String(value))}"`,
  );
  return `<${name}${written.join('')}>${content}</${name}>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
