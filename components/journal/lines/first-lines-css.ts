import { leastView } from '@/components/grid/grid-track';
import { tallestScroll } from '@/components/grid/grid-window';

interface FirstLinesSizes {
  /** Px of each column, that of the rows' numbers first. */
  widths: readonly number[];
  /** How many columns stay in view beside the rows' numbers, where there is room. */
  frozen: number;
  /** Rows that are not in the page. */
  rowsBefore: number;
  rowsAfter: number;
}

/**
 * What the first view of the lines needs of CSS that only its own sizes tell: columns that stay where the view has room
 * for them, by the grid's own rule, and the height of rows that are not there, so that its bars are the grid's.
 * @param id of the element that scrolls.
 */
export function firstLinesCss(
  id: string,
  { widths, frozen, rowsBefore, rowsAfter }: FirstLinesSizes,
): string {
  const view = `#${id}`;
  const inColumn = (at: number) => `${view} :is(td,th):nth-child(${String(at + 1)})`;
  let stuck = widths[0] ?? 0;
  const staying = widths.slice(1, frozen + 1).map((width, at) => {
    const left = stuck;
    stuck += width;
    return `@container (min-width:${String(leastView(stuck))}px){${inColumn(at)}{box-shadow:none}${inColumn(at + 1)}{position:sticky;left:${String(left)}px;box-shadow:inset -1px 0 var(--color-line-strong)}${view} thead ${inColumn(at + 1).slice(view.length)}{z-index:2}}`;
  });
  const tall = (rows: number) => `min(${String(rows)}*var(--row-height),${String(tallestScroll)}px)`;
  return [
    `${view}{container-type:inline-size}`,
    `${view} thead th:first-child{z-index:2}`,
    `${view} [data-after] td{height:${tall(rowsAfter)}}`,
    `${view}:not([data-placed]) [data-before]{display:none}`,
    `${view} [data-before] td{height:${tall(rowsBefore)}}`,
    ...staying,
  ].join('');
}
