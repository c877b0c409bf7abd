import { hiddenCharacters } from '@/lib/contract/hidden-characters';
import { listed, plural } from '@/lib/domain/counted';
import { fromFormulaSafe } from '@/lib/domain/spreadsheet/csv';

/**
 * Ways in which a right text comes out of another program: guarded against a spreadsheet, decorated with characters
 * that cannot be seen, or written with characters that look like others.
 */

/** What stands inside `="000"` or `'000`, by which people keep zeros; null for other texts. */
export function unguarded(text: string): string | null {
  const [, quoted, after] = /^(?:="(.*)"|'(.+))$/su.exec(text.trim()) ?? [];
  return quoted?.replaceAll('""', '"') ?? after ?? null;
}

/** Joiners, which Persian, Hindi and emoji need, cannot be seen in an ID either. */
const joiners = /[\u200c\u200d\ufe00-\ufe0f]/gu;
const hyphens = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu;
const apostrophes = /[\u2018\u2019\u02bc\uff07]/gu;

/** A text with the characters that its look suggests: composed letters, plain digits, hyphens and blanks, nothing hidden. */
export function asItLooks(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(hyphens, '-')
    .replaceAll(apostrophes, "'")
    .replaceAll(hiddenCharacters, '')
    .replaceAll(joiners, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/**
 * What stays of a text without all that people and programs get wrong about it: also case, leading zeros, guards and
 * the decimals that a table of numbers gives an ID (`10000.0`). Two texts with the same rest may mean the same.
 */
export function withoutDisguise(text: string): string {
  const looks = asItLooks(fromFormulaSafe(text));
  return (unguarded(looks) ?? looks)
    .trim()
    .toLowerCase()
    .replace(/^(\d+)[.,]0+$/, '$1')
    .replace(/^0+(?=[^\s])/, '');
}

/** Whether two names are the same to their reader. */
export function readsTheSame(one: string, other: string): boolean {
  return one === other || withoutDisguise(one) === withoutDisguise(other);
}

/** A text for a message: hidden characters named in their places, and no longer than `most` characters. */
export function shown(text: string, most = 250): string {
  const named = text.replaceAll(hiddenCharacters, (one) => `[${codeOf(one)}]`);
  return named.length > most ? `${named.slice(0, most)}…` : named;
}

/**
 * How two texts differ that look the same, as sentences after a "Did you mean …?"; '' where the difference can be seen.
 * @param noun what the texts are: "ID", "entity".
 */
export function differenceInWords(given: string, meant: string, noun: string): string {
  const holds = (whose: string, text: string, other: string): string => {
    const odd = [...new Set(text)].filter((one) => one > '~' && !other.includes(one)).slice(0, 5);
    const hidden = odd.filter((one) => kindOf(one) === 'hidden').map(codeOf);
    const told = odd
      .map(kindOf)
      .filter((kind) => kind !== null)
      .filter((kind) => kind !== 'hidden');
    const count = plural(hidden.length, 'a character', 'characters');
    if (hidden.length > 0) told.unshift(`${count} that cannot be seen (${hidden.join(', ')})`);
    return told.length === 0 ? '' : ` The ${whose} ${noun} holds ${listed(told, 'and')}.`;
  };
  return holds('file’s', given, meant) + holds('service’s', meant, given);
}

/** What is odd about a character: 'hidden', or in words; null for one that is what it looks like. */
function kindOf(character: string): string | null {
  const looks = asItLooks(character);
  if (/^\s$/u.test(character)) return `another kind of blank (${codeOf(character)})`;
  if (looks === '') return 'hidden';
  if (/^\p{M}$/u.test(character)) return `an accent as a character of its own (${codeOf(character)})`;
  return looks === character ? null : `“${character}” (${codeOf(character)}) in place of “${looks}”`;
}

/** "U+200B". */
function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
