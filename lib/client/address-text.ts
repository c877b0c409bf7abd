import { createParser } from 'nuqs';
import { hiddenCharacters } from '@/lib/contract/hidden-characters';

/**
 * A text of a page's address as it is; null with control characters: a browser reads those from HTML as other ones, so
 * that its page would not be the server's.
 */
export function addressText(text: string): string | null {
  return /[\p{Cc}\p{Cs}]/u.test(text) ? null : text;
}

/** Text in a page's address that means something exactly as it is, such as an ID. */
export const parseAsText = createParser({ parse: addressText, serialize: (text: string) => text });

/** What somebody looks for: characters that nobody sees, or that turn the words around them, are left out. */
export const parseAsSearch = createParser({
  parse: (text) => addressText(text)?.replaceAll(hiddenCharacters, '') ?? null,
  serialize: (text: string) => text,
});
