export const pagePersonMeta = 'page-person';

let madeFor: string | null = null;

/** Id of the person for whom the server made this page; null: none. A later sign-in does not change it. */
export function pagePerson(): string | null {
  if (typeof document === 'undefined') return null;
  madeFor ??= document.querySelector<HTMLMetaElement>(`meta[name="${pagePersonMeta}"]`)?.content ?? null;
  return madeFor;
}
