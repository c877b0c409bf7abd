import { Lock } from 'lucide-react';
import { rolesInWords, roleWords } from '@/components/session/role-words';
import { EmptyState } from '@/components/ui/empty-state';
import type { Role } from '@/lib/contract/roles';
import type { Place } from './places';

/** Shown in place of a page whose data the person's roles do not cover. The server refuses them anyway. */
export function NoPermission({ place, held }: { place: Place; held: readonly Role[] }) {
  const readers = new Intl.ListFormat('en', { type: 'disjunction' }).format(
    place.readers.map((role) => roleWords[role].title.toLowerCase()),
  );
  return (
    <EmptyState headingLevel={1} icon={<Lock />} title={`${place.label} is not open to you`}>
      <p>
        Your {held.length === 1 ? 'role' : 'roles'} ({rolesInWords(held).toLowerCase()}) may not read{' '}
        {place.noun}. Ask whoever manages the console’s users for the role {readers}.
      </p>
    </EmptyState>
  );
}
