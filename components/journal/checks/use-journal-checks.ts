import { useQuery } from '@tanstack/react-query';
import type { JournalAddress } from '@/components/journal/journal-address';
import { askedWhile } from '@/lib/client/api';
import { journalChecksQuery } from '@/lib/client/journal/journal-checks';

/** @param isReady whether the lines are read: counts are read after them. */
export function useJournalChecks({ query, day }: JournalAddress, connection: string, isReady: boolean) {
  return useQuery({
    ...journalChecksQuery(query, day, connection),
    enabled: askedWhile(isReady),
  });
}
