'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useChooseConnection, useConnectionKey } from '@/lib/client/connection';
import { sessionQuery } from '@/lib/client/session';
import type { ChangeSet } from '@/lib/contract/changes';

/**
 * Keeps a set's page in the set's own connection: an address that names another one, or none, is put right.
 * @returns whether the page shows the set's connection, so that what is drawn and linked belongs to it.
 */
export function useOwnConnection(set: ChangeSet | undefined): boolean {
  const key = useConnectionKey();
  const replace = useChooseConnection('replace');
  const first = useQuery(sessionQuery()).data?.connections[0]?.key;
  const shown = key ?? first;
  const own = set?.connection;
  const isOwn = own !== undefined && shown === own;
  const putRight = useEffectEvent((to: string) => replace(to === first ? null : to));
  useEffect(() => {
    if (own !== undefined && shown !== undefined && !isOwn) putRight(own);
  }, [own, shown, isOwn]);
  return isOwn;
}
