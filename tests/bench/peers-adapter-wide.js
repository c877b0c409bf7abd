// Tells a measuring driver where things are on the journal page: it injects this before the page's own scripts.
window.__adapter = {
  v: '[role=grid]',
  h: '[role=grid]',
  head: 44,
  inset: 424,
  // A cell whose line has not come is blank; one whose value is not set is not.
  cell: '[role=grid] :is([role=gridcell]:not([data-look=coming]), [role=rowheader])',
};
