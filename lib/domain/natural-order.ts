const beyondAscii = /[\u0080-\uffff]/;

/**
 * How to order these identifiers as people expect it: runs of digits by value (9 before 10), letters without regard
 * to case, ties by code unit. Plain ASCII, which codes nearly always are, is compared in place.
 */
export function naturalOrderOf(texts: readonly string[]): (a: string, b: string) => number {
  if (!texts.some((text) => beyondAscii.test(text))) return ofAscii;
  const keys = new Map(texts.map((text) => [text, naturalKey(text.toUpperCase())]));
  const keyOf = (text: string): string => keys.get(text) ?? naturalKey(text.toUpperCase());
  return (a, b) => byCodeUnit(keyOf(a), keyOf(b)) || byCodeUnit(a, b);
}

/** Letters that are no plain letter with a mark, where people look for them. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ Æ: 'AE', Ð: 'D', Đ: 'D', Ħ: 'H', Ł: 'L', Ø: 'O', Œ: 'OE', ß: 'SS', Þ: 'TH', Ŧ: 'T' },
};

/** In the key of a text with letters beyond ASCII, what stands before the text itself. */
export const beforeCapitals = '\x03';

/**
 * A key whose plain order by code unit is the natural order, for a database to sort by; another one for each text.
 * @param text in capitals.
 */
export function naturalKey(text: string): string {
  const isAscii = !beyondAscii.test(text);
  if (isAscii && !/\d/.test(text)) return text;
  const plain = isAscii
    ? text
    : text
        .normalize('NFD')
        .replace(/[\u0080-\uffff]/g, (letter) =>
          letter >= '\u0300' && letter <= '\u036f' ? '' : (plainLetters[letter] ?? letter),
        );
  const key = plain.replace(/0*(\d+)/g, (_, digits: string) => {
    // A longer run is a larger number, so its length comes first: 0 to 8, after a 9 for each further nine digits.
    const length = digits.length - 1;
    return `${'9'.repeat(length / 9)}${String(length % 9)}${digits}`;
  });
  // Tells texts with the same key apart, in the order of their code units: 007, 07, 7, then letters with marks; 0, 00.
  if (!isAscii) return key + beforeCapitals + text;
  return /(?<!\d)0/.test(text) ? `${key}\x01${text}` : `${key}\x02`;
}

function ofAscii(a: string, b: string): number {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(j);
    if (isDigit(x) && isDigit(y)) {
      const startA = skipZeros(a, i);
      const startB = skipZeros(b, j);
      i = skipDigits(a, startA);
      j = skipDigits(b, startB);
      // Without leading zeros the longer run is the larger number.
      if (i - startA !== j - startB) return i - startA - (j - startB);
      for (let k = 0; k < i - startA; k++) {
        const difference = a.charCodeAt(startA + k) - b.charCodeAt(startB + k);
        if (difference !== 0) return difference;
      }
      continue;
    }
    const difference = upper(x) - upper(y);
    if (difference !== 0) return difference;
    i++;
    j++;
  }
  return a.length - i - (b.length - j) || byCodeUnit(a, b);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function upper(code: number): number {
  return code >= 97 && code <= 122 ? code - 32 : code;
}

function skipZeros(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 48 && isDigit(text.charCodeAt(at + 1))) at++;
  return at;
}

function skipDigits(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
