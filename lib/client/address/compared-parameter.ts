import type { Compared } from '@/lib/domain/access/change/comparison';
import { addressText, parameter } from './parameters';

export const nothingCompared: Compared = { kind: 'entities', first: null, second: null };

/** Kind and both texts between commas, "entities,100,UK01"; "…,copy" for copying. */
export const comparedPair = parameter<Compared>((text) => {
  const [kind, first, second, purpose] = text.split(',').map((part) => addressText(decodeURIComponent(part)));
  if (kind !== 'entities' && kind !== 'records') return null;
  const isCopy = purpose === 'copy' && { isCopy: true as const };
  return { kind, first: first || null, second: second || null, ...isCopy };
}, comparedText);

export function comparedText({ kind, first, second, isCopy }: Compared): string {
  return [kind, first ?? '', second ?? '', ...(isCopy ? ['copy'] : [])].map(encodeURIComponent).join(',');
}
