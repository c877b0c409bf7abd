/** What a file may say about one combination; `unknown`: nobody knew when the file was made, so nothing is asked for. */
export type FileValue = boolean | 'unknown';

const meanings = new Map<string, FileValue>([
  ...['yes', 'y', 'true', '1', 'x', 'ja', 'j', 'wahr', 'oui', 'o', 'vrai', 'sí', 'si', 's'].map(
    (word): [string, FileValue] => [word, true],
  ),
  ...['no', 'n', 'false', '0', 'nein', 'falsch', 'non', 'faux'].map((word): [string, FileValue] => [
    word,
    false,
  ]),
  ['unknown', 'unknown'],
]);

/** The value that a word of a file stands for; undefined for words outside the closed list. */
export function fileValueOf(word: string): FileValue | undefined {
  return meanings.get(word.trim().toLowerCase());
}

/** How files write a value. */
export function fileWordOf(value: FileValue): string {
  return value === 'unknown' ? value : value ? 'yes' : 'no';
}

/**
 * The letter of a value in the base column of the wide shape; '.' where there is no combination. No letter is one that
 * CSV has to make safe: the apostrophe would stay in a CSV that a spreadsheet saves as a workbook. Older files have '-'.
 */
export function baseLetterOf(value: FileValue | null): string {
  if (value === null) return '.';
  return value === 'unknown' ? '?' : value ? 'y' : 'n';
}

/** The base value of a letter; undefined where it says nothing about one. */
export function baseOfLetter(letter: string): boolean | undefined {
  return letter === 'y' ? true : letter === 'n' ? false : undefined;
}

/** What a spreadsheet puts in place of a value that it could not work out. */
export function isSheetError(text: string): boolean {
  return /^#(N\/A|NV|REF!|BEZUG!|VALUE!|WERT!|NAME\??!?|DIV\/0!|NUM!|ZAHL!|NULL!|SPILL!|CALC!)$/i.test(
    text.trim(),
  );
}
