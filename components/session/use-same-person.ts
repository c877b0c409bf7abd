'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { notify } from '@/components/ui/toast';
import { sessionQuery } from '@/lib/client/session';
import type { Role } from '@/lib/contract/roles';

/**
 * Keeps a page and its session about one person: where another tab has signed somebody else in, or roles have changed,
 * the page is drawn anew and says so. It looks when the page comes back into view, and with every poll.
 * @param id of the person the page was drawn for.
 * @param held the roles it was drawn for.
 */
export function useSamePerson(id: string, held: readonly Role[]): void {
  const router = useRouter();
  const client = useQueryClient();
  const { data } = useQuery({ ...sessionQuery(), refetchOnWindowFocus: 'always' });
  const user = data?.user;
  const isOther = user !== undefined && user.id !== id;
  const isChanged = user !== undefined && user.roles.join() !== held.join();
  useEffect(() => {
    if (user === undefined || (!isOther && !isChanged)) return;
    router.refresh();
    // What the other person was shown is not this one's to see.
    void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    if (isOther)
      notify.success(`You are now signed in as ${user.name}`, {
        description: 'Somebody signed in anew in this browser. This page goes on as that person.',
      });
    else notify.success('Your roles have changed', { description: 'This page shows what they allow now.' });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each difference, not for each poll
  }, [isOther, isChanged, user?.id, user?.roles.join(), router, client]);
}
