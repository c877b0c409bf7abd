/** Initials beside a name, or in its place; screen readers skip them. */
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

/** "ML" for two words or more, one letter for one word, "?" for none. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []);
  return [letters[0] ?? '?', letters.slice(1).at(-1)].join('').toUpperCase();
}
