/** Parameters of an address that are no part of a view: the connection, how presses are meant, what is open over the page. */
const notSaved = ['connection', 'stage', 'history', 'compare', 'review', 'files', 'overview', 'page', 'line'];
/** Those of them that stay as they are when a view is opened. */
const kept = ['connection', 'stage'];

/** The part of an address that a view saves: how the place is shown, with order, widths and pins of columns. */
export function savedSearch(search: string): string {
  const parameters = new URLSearchParams(search);
  for (const name of notSaved) parameters.delete(name);
  return parameters.toString();
}

/** The search that opens a view from a page: whatever was saved, a press goes on meaning what it means there. */
export function openedSearch(saved: string, current: string): string {
  const parameters = new URLSearchParams(savedSearch(saved));
  const now = new URLSearchParams(current);
  for (const name of kept) {
    const value = now.get(name);
    if (value !== null) parameters.set(name, value);
  }
  return parameters.toString();
}
