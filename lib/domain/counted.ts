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
