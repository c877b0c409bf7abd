import { initialsOf } from '@/lib/domain/session/initials';

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
