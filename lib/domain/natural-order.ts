const collate = new Intl.Collator('en', { numeric: true }).compare;
const beyondAscii = /[\u0080-\uffff]/;

/**
 * How to order these identifiers as people expect it: runs of digits by value (9 before 10), letters without regard
 * to case, ties by code unit. Plain ASCII, which codes nearly always are, needs no Intl and is ten times as fast.
 */
export function naturalOrderOf(texts: readonly string[]): (a: string, b: string) => number {
  // One rule for the whole list: two rules side by side would not be transitive.
  return texts.some((text) => beyondAscii.test(text)) ? (a, b) => collate(a, b) || byCodeUnit(a, b) : ofAscii;
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
