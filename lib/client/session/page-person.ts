export const pagePersonMeta = 'page-person';

let madeFor: string | null = null;

/** Id of the person whom the document was made for; null: no one. It never changes, whoever signs in later. */
export function pagePerson(): string | null {
  if (typeof document === 'undefined') return null;
  madeFor ??= document.querySelector<HTMLMetaElement>(`meta[name="${pagePersonMeta}"]`)?.content ?? null;
  return madeFor;
}
