import { z } from 'zod';
import { datesAreReversed } from './query';
import { decodeJournalQuery } from './query-codec';

/** Query of `GET /api/journal`: strict; `facets=true` also asks which entities and batches there are. */
export const journalRequestSchema = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .transform(({ facets, ...record }, context) => {
    const { query, faults } = decodeJournalQuery(record);
    if (facets !== undefined && facets !== 'true' && facets !== 'false') {
      faults.push({ parameter: 'facets', words: 'must be true or false.' });
    }
    if (datesAreReversed(query)) {
      faults.push({ parameter: 'from', words: 'lies after “to”.' });
    }
    for (const { parameter, words } of faults) {
      context.addIssue({ code: 'custom', path: [parameter], message: `“${parameter}” ${words}` });
    }
    return faults.length > 0 ? z.NEVER : { query, facets: facets === 'true' };
  });

export type JournalRequest = z.output<typeof journalRequestSchema>;
