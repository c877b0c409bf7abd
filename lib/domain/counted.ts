import { inDigits } from '@/lib/domain/reader-formats';
const rule = new Intl.PluralRules('en');

/** The word that goes with a count: `plural(1, 'is', 'are')`. */
export function plural(count: number, one: string, many: string): string {
  return rule.select(count) === 'one' ? one : many;
}

/** "1 change", "1,240 changes"; the digits are grouped in the reader's own way. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${inDigits(count)} ${plural(count, one, many)}`;
}

/** The first five of names, and how many more there are: "2, 3, 5, 8, 9 and 12 more". */
export function firstNamed(names: readonly (string | number)[], count = names.length): string {
  const named = names.slice(0, mostNamed).map(String);
  if (count > named.length) named.push(`${inDigits(count - named.length)} more`);
  return listed(named, 'and');
}

/** "A", "A and B", "A, B and C". */
export function listed(texts: readonly string[], word: 'and' | 'or'): string {
  const [last = ''] = texts.slice(-1);
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} ${word} ${last}`;
}

/** Most that a sentence names. */
export const mostNamed = 5;
