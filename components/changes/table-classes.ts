/** A header cell of a table of assignments, which stays in sight. */
export const headClasses =
  'sticky top-0 h-8 border-b border-line bg-surface-sunken px-3 text-left text-xs font-medium whitespace-nowrap text-text-muted';

/** A row of such a table. */
export const rowClasses = '[&>*]:border-b [&>*]:border-line [&>*]:px-3 [&>*]:py-1.5 [&>*]:align-top';
