import 'server-only';
import type { Role } from '@/lib/contract/session/roles';

/** Somebody of the demo: `subject` is how its issuer knows them. */
export interface DemoPerson {
  subject: string;
  name: string;
  roles: readonly Role[];
}

/** Who can be chosen at the demo sign-in: one person a role, whose subject is that role. */
export const demoPeople: Record<Role, DemoPerson> = {
  'security-administrator': {
    subject: 'security-administrator',
    name: 'Maya Lindqvist',
    roles: ['security-administrator'],
  },
  accountant: { subject: 'accountant', name: 'Jonas Weber', roles: ['accountant'] },
  auditor: { subject: 'auditor', name: 'Ines Keller', roles: ['auditor'] },
};
