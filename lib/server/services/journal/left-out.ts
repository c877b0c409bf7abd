import 'server-only';
import { counted, plural } from '@/lib/domain/counted';
import { journalCheck, type CheckId } from '@/lib/domain/journal/checks';
import { journalField } from '@/lib/domain/journal/field-index';
import { unknownOptionWords } from '@/lib/domain/journal/option-meanings';
import type { JournalQuery } from '@/lib/domain/journal/query';
import type { JournalSnapshot } from './snapshot/journal-snapshot';

/** Sentences about lines that a check cannot judge. @throws ConsoleError `service-unavailable` without a matrix. */
export function leftOutWords(lines: JournalSnapshot, query: JournalQuery & { check: CheckId }): string[] {
  const words: string[] = [];
  const byAccess = journalCheck(query.check)?.needsAccess ? lines.countUndecided(query, 'access') : 0;
  if (byAccess > 0)
    words.push(
      `${counted(byAccess, 'line')} ${plural(byAccess, 'is', 'are')} left out: a change of this access was sent and is not confirmed yet.`,
    );
  const options = [...lines.unknownOptions(query.check)];
  const byOptions = options.length > 0 ? lines.countUndecided(query, 'options') : 0;
  if (byOptions > 0) {
    const values = options.map(([field, held]) =>
      unknownOptionWords(journalField(field)?.label ?? field, held),
    );
    words.push(`${counted(byOptions, 'line')} cannot be checked: ${values.join('; ')}.`);
  }
  return words;
}
