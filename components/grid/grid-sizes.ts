/** Measures in px that the style of every row and cell of a grid looks up. */
interface GridSizes {
  rowHeight: number;
  headHeight: number;
  pinnedWidth: number;
  /** With the columns that do not scroll. */
  stuckWidth: number;
}

/** Writes those that are others, for each write has all cells styled anew. */
export function writeSizes(root: HTMLElement, sizes: GridSizes): void {
  const properties = {
    '--grid-row-height': sizes.rowHeight,
    '--grid-head-height': sizes.headHeight,
    '--grid-pinned-width': sizes.pinnedWidth,
    '--grid-stuck-width': sizes.stuckWidth,
  };
  for (const [name, px] of Object.entries(properties)) {
    const value = `${String(px)}px`;
    if (root.style.getPropertyValue(name) !== value) root.style.setProperty(name, value);
  }
}
