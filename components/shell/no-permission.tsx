import { Lock } from 'lucide-react';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import type { Role } from '@/lib/contract/session/roles';
import { plural } from '@/lib/domain/counted';
import { anyRoleInWords, rolesInWords } from '@/lib/domain/session/role-words';
import type { Place } from './places';

/** Shown in place of a page whose data the person's roles do not cover. The server refuses them anyway. */
export function NoPermission({ place, held }: { place: Place; held: readonly Role[] }) {
  return (
    <EmptyState headingLevel={1} icon={<Lock />} title={`You don’t have permission to see ${place.noun}`}>
      <p>
        Your {plural(held.length, 'role', 'roles')} ({rolesInWords(held).toLowerCase()}) may not read{' '}
        {place.noun}. Ask whoever manages the console’s users for the role {anyRoleInWords(place.readers)}.
      </p>
    </EmptyState>
  );
}
