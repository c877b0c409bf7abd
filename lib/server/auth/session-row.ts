import 'server-only';
import type { Selectable } from 'kysely';
import { roleSchema, type Role } from '@/lib/contract/roles';
import type { PersonTable, SessionTable } from '@/lib/server/db/tables';

/** A session with its person. */
export type SessionRow = Omit<Selectable<SessionTable>, 'token_hash'> &
  Pick<Selectable<PersonTable>, 'name' | 'roles'>;

/** A role that a newer version knew counts for nothing here. */
export function rolesOf(json: string): Role[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.flatMap((role) => roleSchema.safeParse(role).data ?? []) : [];
}

/** Whether it may be an id of ours at all; with some other texts, PostgreSQL refuses to look. */
export function isId(text: string): boolean {
  return /^[\da-f-]{36}$/.test(text);
}
