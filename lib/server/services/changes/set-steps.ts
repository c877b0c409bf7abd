import 'server-only';
import type { ChangeStep } from '@/lib/contract/changes';
import type { Database } from '@/lib/server/db/database';
import { entryIn } from '@/lib/server/ledger/entry-text';

/** A set that pauses itself again and again has more steps than anybody reads. */
const mostSteps = 100;

/** The steps of a set's life by the ledger, oldest first; of more than a hundred the newest. */
export async function stepsOf({ kysely }: Database, setId: string): Promise<ChangeStep[]> {
  const rows = await kysely
    .selectFrom('ledger_entry')
    .select('body')
    .where('set_id', '=', setId)
    .where('kind', '=', 'set.state')
    .orderBy('seq', 'desc')
    .limit(mostSteps)
    .execute();
  return rows.reverse().flatMap(({ body }) => {
    const entry = entryIn(body);
    if (entry?.kind !== 'set.state') return []; // damaged: the check of the whole log says so
    const { seq, at, state, actor, why } = entry;
    return [{ seq, at, state, person: actor ? { id: actor.id, name: actor.name } : null, why }];
  });
}
