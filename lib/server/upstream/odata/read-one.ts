import 'server-only';
import type { Abilities } from '@/lib/contract/connections';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import { largest } from '@/lib/server/upstream/transport/body';
import type { CallOptions, Sender } from '@/lib/server/upstream/transport/sender';
import type { Addresses } from './address';
import type { EntitySetReader } from './entity-set';
import { pageContent } from './page';
import { journalRows, securityRows } from './wire';

const keyFields = { security: 'BssiMasterRecordType', journal: 'JournalTemplateName' } as const;
const checks = { security: securityRows, journal: journalRows };

interface ReadOneParts {
  sender: Sender;
  addresses: Addresses;
  open: EntitySetReader;
  abilities: Abilities;
}

/**
 * Asks for one row of a set, by `$top=1`; a service that refuses the option is asked for its first page.
 * @returns the number of rows that came. @throws UpstreamError, also for a row of another shape.
 */
export async function readOne(
  { sender, addresses, open, abilities }: ReadOneParts,
  set: keyof typeof keyFields,
  options: CallOptions,
): Promise<number> {
  const keyField = keyFields[set];
  const url = addresses.entitySet(set, '?$top=1');
  const ask = { method: 'GET', resource: set, url, accept: 'application/json' } as const;
  try {
    const answer = await sender.send({ ...ask, maxBytes: largest.page }, options);
    try {
      const { parts } = await pageContent(answer.body, keyField);
      let rows = 0;
      for (const part of parts) rows += checks[set](part, rows).length;
      if (rows > 1) abilities.limits = false;
      else if (rows === 1) abilities.limits ??= true;
      return rows;
    } finally {
      answer.release();
    }
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.code !== 'rejected') throw error;
  }
  for await (const { value } of open(set, keyField, [], options)) {
    abilities.limits = false;
    return checks[set](value, 0).length;
  }
  return 0;
}
