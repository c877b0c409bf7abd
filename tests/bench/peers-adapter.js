// Tells a measuring driver where things are on the access page: it injects this before the page's own scripts.
window.__adapter = {
  v: '[role=grid]',
  h: '[role=grid]',
  head: 48,
  inset: 292,
  // Pinned cells too: the driver looks for blank places from the left edge on where a page has a navigation there.
  cell: '[role=grid] :is([role=gridcell], [role=rowheader])',
  toggle: '[role=grid] [role=switch]',
  // Not the heads of bands, nor rows that are not shown.
  ids: '[role=row]:not([hidden]) [role=rowheader][data-col=id]:not([aria-expanded])',
  filter: '[data-search]',
};

// The time that only the data takes: from asking for the whole matrix until its last byte is here.
Object.defineProperty(window, '__bench', {
  get: () => ({
    dataMs: Math.max(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/api/access/matrix'))
        .map(({ duration }) => duration),
    ),
  }),
});
