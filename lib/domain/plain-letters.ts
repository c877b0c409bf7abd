/** Letters that Unicode does not part into a letter and an accent, as people type them. */
const typedAs: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** A text as it is searched: in small letters without accents, so that "zurich" finds "Zürich". */
export function plainLetters(text: string): string {
  const small = text.toLowerCase();
  if (!/[^ -~]/.test(small)) return small; // most texts have no such letter, and 100,000 are compared with each key
  const parted = small.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');
  return parted.replaceAll(/[ßøæœłđðþı]/g, (letter) => typedAs[letter] ?? letter);
}
