/** Records of a type within a sentence: "customers", "bank accounts", "G/L accounts", "resources". */
export function typeInWords(recordType: string): string {
  const words = recordType.split(' ').map(lowered);
  return [...words.slice(0, -1), pluralOf(words.at(-1) ?? '')].join(' ');
}

/** Abbreviations stay as they are; a longer word all in capitals is none. */
function lowered(word: string): string {
  return /\p{Ll}/u.test(word) || (word.length > 4 && !word.includes('/')) ? word.toLowerCase() : word;
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/i.test(word)) return `${word.slice(0, -1)}ies`;
  if (/[^s]s$/i.test(word)) return word; // some types are named in the plural: "Resources"
  return /(?:s|x|ch|sh)$/i.test(word) ? `${word}es` : `${word}s`;
}
