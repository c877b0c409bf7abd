import { longestFilterBytes } from '@/lib/contract/limits';
import { splitOutsideQuotes } from '@/lib/domain/filter-syntax';
import { inDigits } from '@/lib/domain/reader-formats';

const sign = '|';

/** Bytes that a text takes as a value in an address: most signs but Latin letters and digits take several. */
export function addressBytes(text: string): number {
  return new URLSearchParams({ '': text }).toString().length - 1;
}

/**
 * Why a filter's text does not fit into an address, in sentences that say how many of its values fit; null: it fits.
 * @param others texts that stand in the same address.
 */
export function tooLongInWords(text: string, others: readonly string[] = []): string | null {
  const room = others.reduce((left, other) => left - addressBytes(other), longestFilterBytes);
  if (addressBytes(text) <= room) return null;
  const values = splitOutsideQuotes(text, '|,');
  let [fits, bytes] = [0, 0];
  for (const value of values) {
    bytes += addressBytes(value) + (fits === 0 ? 0 : addressBytes(sign));
    if (bytes > room) break;
    fits++;
  }
  const found =
    values.length > 1
      ? `The first ${inDigits(fits)} of these ${inDigits(values.length)} values fit into an address.`
      : 'This text does not fit into an address.';
  return `${found} The filter was left as it was. Filter by fewer at once, by a range such as 10000..19999, or by a start such as 10*.`;
}

/** The same of all filters of a page together. @param search what they are written as. */
export function filtersTooLongInWords(search: string, searchBefore: string): string | null {
  // What a link brought may be too long already: then it may become shorter.
  if (search.length <= Math.max(longestFilterBytes, searchBefore.length)) return null;
  return `Together the filters would take ${inDigits(search.length)} bytes of an address, and ${inDigits(longestFilterBytes)} fit. They were left as they were. Filter by fewer values at once, by a range such as 10000..19999, or by a start such as 10*.`;
}
