import 'server-only';
import { randomUUID } from 'node:crypto';
import type { RawBuilder, Transaction } from 'kysely';
import type { Role } from '@/lib/contract/session/roles';
import { withoutHidden } from '@/lib/contract/hidden-characters';
import type { Tables } from '@/lib/server/db/tables';

/** Issuer and subject identify a person. */
export interface Identity {
  issuer: string;
  subject: string;
  name: string;
  roles: readonly Role[];
}

/** Stores a person with name and roles. @returns the former roles; null at the first sign-in. */
export async function savePerson(
  transaction: Transaction<Tables>,
  { issuer, subject, name, roles }: Identity,
  now: RawBuilder<number>,
): Promise<{ id: string; rolesBefore: string[] | null }> {
  // The update makes a simultaneous sign-in wait, so that it sees these roles.
  const before = await transaction
    .updateTable('person')
    .set({ signed_in_at: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning('roles')
    .executeTakeFirst();
  const { id } = await transaction
    .insertInto('person')
    .values({
      id: randomUUID(),
      issuer,
      subject,
      name: storable(name, 200),
      roles: JSON.stringify(roles),
      signed_in_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet((set) => ({
        name: set.ref('excluded.name'),
        roles: set.ref('excluded.roles'),
        signed_in_at: set.ref('excluded.signed_in_at'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, rolesBefore: before ? (JSON.parse(before.roles) as string[]) : null }; // written by this function
}

/** Text without control characters and direction marks, by which a name could pose as another one. */
export function storable(text: string, most: number): string {
  return [...withoutHidden(text)].slice(0, most).join('');
}
