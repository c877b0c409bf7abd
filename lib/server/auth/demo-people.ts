import 'server-only';
import type { Role } from '@/lib/contract/session/roles';

export interface DemoPerson {
  subject: string;
  name: string;
  roles: readonly Role[];
}

/** One person for each role; the role is the subject. */
export const demoPeople: Record<Role, DemoPerson> = {
  'security-administrator': {
    subject: 'security-administrator',
    name: 'Maya Lindqvist',
    roles: ['security-administrator'],
  },
  accountant: { subject: 'accountant', name: 'Jonas Weber', roles: ['accountant'] },
  auditor: { subject: 'auditor', name: 'Ines Keller', roles: ['auditor'] },
};
