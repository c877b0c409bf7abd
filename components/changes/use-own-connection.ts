'use client';

import { use, useEffect, useEffectEvent } from 'react';
import { FirstConnection, useChooseConnection, useConnectionKey } from '@/lib/client/connection';
import type { ChangeSet } from '@/lib/contract/changes';

/**
 * Keeps a set's page in the set's own connection: an address that names another one, or none, is put right.
 * @returns whether the page shows the set's connection, so that what is drawn and linked belongs to it.
 */
export function useOwnConnection(set: ChangeSet | undefined): boolean {
  const shown = useConnectionKey();
  const first = use(FirstConnection);
  const replace = useChooseConnection('replace');
  const own = set?.connection;
  const isOwn = shown === own;
  const putRight = useEffectEvent((to: string) => replace(to === first ? null : to));
  useEffect(() => {
    if (own !== undefined && !isOwn) putRight(own);
  }, [own, isOwn]);
  return isOwn;
}
