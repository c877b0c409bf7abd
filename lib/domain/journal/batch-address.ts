/** Page “Item Journal Batches” of Business Central. Its action “Edit Journal” opens the batch in the page of its template. */
const batchesPage = 262;

/** What an address of the web client keeps: pages, filters and bookmarks are of the moment in which it was copied. */
const keptParameters = ['tenant', 'company'];

/**
 * The web client's address for one company, without the page that it shows.
 * @param text an address of the web client, as a browser shows it.
 * @returns null where it is not https, holds credentials, or names no company.
 */
export function webClientAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, username, password, origin, pathname, searchParams } = new URL(text);
  if (protocol !== 'https:' || username !== '' || password !== '' || !searchParams.get('company'))
    return null;
  const kept = keptParameters.flatMap((name) => {
    const value = searchParams.get(name);
    return value ? [`${name}=${encodeURIComponent(value)}`] : [];
  });
  return `${origin}${pathname.replace(/\/*$/, '/')}?${kept.join('&')}`;
}

/**
 * The address that opens the list of item journal batches in Business Central, narrowed to one batch.
 * A journal page itself cannot be opened so: which page a template uses is not in the interface.
 * @param webClient address by `webClientAddress`.
 */
export function batchAddress(
  webClient: string,
  { template, batch }: { template: string; batch: string },
): string {
  const filter = `${fieldIs('Journal Template Name', template)} AND ${fieldIs('Name', batch)}`;
  return `${webClient}&page=${String(batchesPage)}&filter=${encoded(filter)}`;
}

function fieldIs(field: string, value: string): string {
  return `'Item Journal Batch'.'${field}' IS '${doubled(literal(value))}'`;
}

/** The value is a filter of Business Central, in which signs such as `|` and `*` have a meaning unless it is quoted. */
function literal(value: string): string {
  const isPlain = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]*[\p{L}\p{N}._-])?$/u.test(value) && !value.includes('..');
  return isPlain ? value : `'${doubled(value)}'`;
}

function doubled(text: string): string {
  return text.replaceAll("'", "''");
}

/** `encodeURIComponent` leaves apostrophes; some readers of links end an address there. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27');
}
