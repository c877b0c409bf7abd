import type { JournalChecks } from '@/lib/contract/journal/journal-checks';
import { journalCheck, type CheckId } from '@/lib/domain/journal/checks';

/** The check whose lines are shown where the reader is told of others: a link may name the one of who may see less. */
export function unlistedCheck(
  { any, checks }: JournalChecks,
  shown: CheckId | null,
): { id: CheckId; title: string } | undefined {
  if (shown === null || [any, ...checks].some(({ id }) => id === shown)) return undefined;
  return journalCheck(shown);
}
