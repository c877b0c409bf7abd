import { exactText, type Parameter } from './parameters';
import { connectionParameter } from './connection-parameter';

/** Panels beside the page, the connection, and Next's own parameter. */
const others = new Set(['line', 'history', connectionParameter, '_rsc']);

export function isOtherName(name: string): boolean {
  return others.has(name);
}

/** Parameters of the address that its page does not know. */
export function unknownParts(
  names: readonly string[],
  search: Pick<URLSearchParams, 'keys'>,
): Record<string, Parameter<string | null>> {
  const unknown = [...search.keys()].filter((name) => !names.includes(name) && !isOtherName(name));
  return Object.fromEntries(unknown.map((name) => [name, exactText]));
}

/** With a name that may be meant. */
export function unknownName(names: readonly string[], name: string): string {
  const near = names.find((known) => known.startsWith(name.toLowerCase().slice(0, 3)));
  return `is not known here${near === undefined ? '' : `; the page knows “${near}”`}.`;
}

export function writtenAs(name: string, texts: readonly string[]): string {
  return texts.map((text) => `${name}=${text}`).join(' & ');
}

export const onceOnly = 'may be given once only.';
