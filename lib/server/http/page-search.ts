import 'server-only';

/** The search of a page's address, of what Next hands to the page. */
export function searchOf(asked: Record<string, string | string[] | undefined>): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(asked))
    for (const value of [values ?? []].flat()) search.append(name, value);
  return search;
}
