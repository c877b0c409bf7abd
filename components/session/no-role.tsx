'use client';

import { lazy, Suspense } from 'react';
import type { NoRoleProps } from './no-role-words';

const NoRoleWords = lazy(async () => ({ default: (await import('./no-role-words')).NoRoleWords }));

/** The whole console for somebody without a role, drawn by the server too; nobody else waits for it. */
export function NoRole(props: NoRoleProps) {
  return (
    <Suspense>
      <NoRoleWords {...props} />
    </Suspense>
  );
}
