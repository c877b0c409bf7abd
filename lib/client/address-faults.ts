import { exactText, type Parameter } from './address-parameters';
import { connectionParameter } from './connection-parameter';

/** Also in a page's address: what is open beside the page, the connection, and what Next adds to what it asks for. */
const others = new Set(['line', 'history', connectionParameter, '_rsc']);

/** Whether a name of an address belongs to another part of the console than its page. */
export function isOtherName(name: string): boolean {
  return others.has(name);
}

/** What stands in an address under names that its page does not know, as parameters of their own. */
export function unknownParts(
  names: readonly string[],
  search: Pick<URLSearchParams, 'keys'>,
): Record<string, Parameter<string | null>> {
  const unknown = [...search.keys()].filter((name) => !names.includes(name) && !isOtherName(name));
  return Object.fromEntries(unknown.map((name) => [name, exactText]));
}

/** Why a name is not understood, with the page's own one that may be meant. */
export function unknownName(names: readonly string[], name: string): string {
  const near = names.find((known) => known.startsWith(name.toLowerCase().slice(0, 3)));
  return `is not known here${near === undefined ? '' : `; the page knows “${near}”`}.`;
}

/** All that an address says under a name, as it stands there. */
export function writtenAs(name: string, texts: readonly string[]): string {
  return texts.map((text) => `${name}=${text}`).join(' & ');
}

/** Why a part that is said twice is not understood. */
export const onceOnly = 'may be given once only.';
