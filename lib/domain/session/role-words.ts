import type { Role } from '@/lib/contract/session/roles';
import { listed } from '@/lib/domain/counted';

interface RoleWords {
  title: string;
  /** What somebody with this role may do, and what not. */
  may: string;
}

/** The roles as people call them. */
export const roleWords: Record<Role, RoleWords> = {
  'security-administrator': {
    title: 'Security administrator',
    may: 'See and change which entities may use which master records. Read journal lines and the interface.',
  },
  accountant: {
    title: 'Accountant',
    may: 'Read item journal lines and the interface. Does not see access.',
  },
  auditor: {
    title: 'Auditor',
    may: 'Read everything: access, journal lines, the interface. Changes no access.',
  },
};

/** "security administrator or auditor" */
export function anyRoleInWords(wanted: readonly Role[]): string {
  const titles = wanted.map((role) => roleWords[role].title.toLowerCase());
  return listed(titles, 'or');
}

/** "Security administrator and auditor", or "No role". */
export function rolesInWords(held: readonly Role[]): string {
  if (held.length === 0) return 'No role';
  const titles = held.map((role, index) =>
    index === 0 ? roleWords[role].title : roleWords[role].title.toLowerCase(),
  );
  return listed(titles, 'and');
}
