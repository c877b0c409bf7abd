/** What begins a name's first and last word, "ML"; of a single word one letter, and "?" where there is none. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []);
  return [letters[0] ?? '?', letters.slice(1).at(-1)].join('').toUpperCase();
}
