import type { Compared } from '@/lib/domain/access/change/comparison';
import { addressText, parameter } from './address-parameters';

/** Two entities are to be chosen. */
export const nothingCompared: Compared = { kind: 'entities', first: null, second: null };

/** Which two are compared: as kind and both texts between commas, "entities,100,UK01"; "…,copy" where one is to get what the other has. */
export const comparedPair = parameter<Compared>((text) => {
  const [kind, first, second, purpose] = text.split(',').map((part) => addressText(decodeURIComponent(part)));
  if (kind !== 'entities' && kind !== 'records') return null;
  const isCopy = purpose === 'copy' && { isCopy: true as const };
  return { kind, first: first || null, second: second || null, ...isCopy };
}, comparedText);

/** The same as the address has it. */
export function comparedText({ kind, first, second, isCopy }: Compared): string {
  return [kind, first ?? '', second ?? '', ...(isCopy ? ['copy'] : [])].map(encodeURIComponent).join(',');
}
