/** Name of the `<meta>` that says in the document whom the page was made for. */
export const pagePersonMeta = 'page-person';

let madeFor: string | null = null;

/**
 * Id of the person this document was made for, also before React runs; null on pages for nobody in particular. It stays
 * the first one for as long as the document lives, whoever signs in meanwhile.
 */
export function pagePerson(): string | null {
  if (typeof document === 'undefined') return null;
  madeFor ??= document.querySelector<HTMLMetaElement>(`meta[name="${pagePersonMeta}"]`)?.content ?? null;
  return madeFor;
}
