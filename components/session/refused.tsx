'use client';

import { Lock } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { placeOf, readablePlaces } from '@/components/shell/places';
import { buttonClasses } from '@/components/ui/button-classes';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { useConnectionParameter } from '@/lib/client/connection';
import { connectionParameter } from '@/lib/client/address/connection-parameter';
import { withQuery } from '@/lib/client/paths';
import type { Role } from '@/lib/contract/session/roles';
import { plural } from '@/lib/domain/counted';
import { anyRoleInWords, rolesInWords } from '@/lib/domain/session/role-words';
import { NoRoleWords, type NoRoleProps } from './no-role-words';

interface RefusedProps extends NoRoleProps {
  held: readonly Role[];
}

/** Stands in place of a page that the person's roles do not cover; the server refuses its data anyway. */
export function Refused({ held, ...person }: RefusedProps) {
  const connection = useConnectionParameter();
  const place = placeOf(usePathname());
  const [overview, first] = readablePlaces(held);
  if (held.length === 0 || place === undefined) return <NoRoleWords {...person} />;
  return (
    <EmptyState
      headingLevel={1}
      icon={<Lock />}
      title={`You don’t have permission to see ${place.noun}`}
      action={[first, overview].map(
        (open, at) =>
          open && (
            <Link
              key={open.path}
              href={withQuery(open.path, { [connectionParameter]: connection })}
              prefetch={false}
              className={buttonClasses(at === 0 ? 'primary' : 'secondary')}
            >
              Open {open.noun}
            </Link>
          ),
      )}
    >
      <p>
        Your {plural(held.length, 'role', 'roles')} ({rolesInWords(held).toLowerCase()}) may not read{' '}
        {place.noun}. The person who manages the console’s users can give you a role that may:{' '}
        {anyRoleInWords(place.readers)}.
      </p>
    </EmptyState>
  );
}
