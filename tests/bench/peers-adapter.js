// Tells a measuring driver where things are on the access page: it injects this before the page's own scripts.
window.__adapter = {
  v: '[role=grid]',
  h: '[role=grid]',
  head: 48,
  inset: 424,
  // Pinned cells too: the driver looks for blank places from the left edge on where a page has a navigation there.
  cell: '[role=grid] :is([role=gridcell], [role=rowheader])',
  toggle: '[role=grid] [role=switch]',
  ids: '[role=rowheader][data-col=id]',
  filter: 'input[placeholder="Record ID"]',
};
