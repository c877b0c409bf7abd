/** A person's initials in a circle; beside the name or in place of it, so no screen reader reads them out. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text"
    >
      {initialsOf(name)}
    </span>
  );
}

/** What begins a name's first and last word, "ML"; of a single word one letter, and "?" where there is none. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []);
  return [letters[0] ?? '?', letters.slice(1).at(-1)].join('').toUpperCase();
}
