import { useQuery } from '@tanstack/react-query';
import type { JournalAddress } from '@/components/journal/journal-address';
import { askedWhile } from '@/lib/client/api';
import { journalChecksQuery } from '@/lib/client/journal/journal-checks';

/**
 * What the checks before posting find among the lines of an address.
 * @param isReady whether the lines are there: the counts of another filter are asked for after its lines.
 */
export function useJournalChecks({ query, day }: JournalAddress, connection: string, isReady: boolean) {
  return useQuery({
    ...journalChecksQuery(query, day, connection),
    enabled: askedWhile(isReady),
  });
}
