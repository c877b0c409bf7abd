import type { ListedSession } from '@/lib/contract/session/session';

export interface SignedInPerson {
  id: string;
  name: string;
  roles: ListedSession['person']['roles'];
  isOneself: boolean;
  sessions: readonly ListedSession[];
}

/** Groups sessions by person, people by name. `search` keeps names that contain it. */
export function peopleOf(sessions: readonly ListedSession[], search: string): SignedInPerson[] {
  const wanted = search.trim().toLowerCase();
  const byPerson = new Map<string, ListedSession[]>();
  for (const session of sessions) {
    if (!session.person.name.toLowerCase().includes(wanted)) continue;
    const known = byPerson.get(session.person.id);
    if (known) known.push(session);
    else byPerson.set(session.person.id, [session]);
  }
  return [...byPerson.values()]
    .flatMap((own) => {
      const [first] = own;
      if (first === undefined) return [];
      const isOneself = own.some(({ current }) => current);
      return [{ ...first.person, isOneself, sessions: inOrder(own) }];
    })
    .sort((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id));
}

/** The current session first, then the newest: use does not change this order, so no row moves. */
export function inOrder(sessions: readonly ListedSession[]): ListedSession[] {
  return [...sessions].sort(
    (one, other) =>
      Number(other.current) - Number(one.current) ||
      other.startedAt.localeCompare(one.startedAt) ||
      one.id.localeCompare(other.id),
  );
}
