import { useQuery } from '@tanstack/react-query';
import type { JournalAddress } from '@/components/journal/journal-address';
import { askedWhile } from '@/lib/client/api';
import { journalChecksQuery } from '@/lib/client/journal/journal-checks';

/**
 * The counts of the checks before posting for the lines of an address.
 * @param isReady whether the page has the lines: it asks for the counts of another filter after its lines.
 */
export function useJournalChecks({ query, day }: JournalAddress, connection: string, isReady: boolean) {
  return useQuery({
    ...journalChecksQuery(query, day, connection),
    enabled: askedWhile(isReady),
  });
}
