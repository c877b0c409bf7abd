import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import type { AccessOutcome } from '@/lib/contract/access';
import { ConsoleError } from '@/lib/server/console-error';
import type { Database } from '@/lib/server/db/database';
import { doubtWords } from './doubts';
import { valueOf } from './work-cell';

/** A repeated request waits so long for the one it repeats. */
const longestWaitMs = 35_000;

/**
 * What the same request, sent before with the same idempotency key, came to; waits for it while it is at work.
 * @throws ConsoleError `conflict` or `rejected` where it was not made: this key is used up.
 */
export async function answerOfSwitch({ kysely }: Database, setId: string): Promise<AccessOutcome> {
  const until = performance.now() + longestWaitMs;
  for (;;) {
    const cell = await kysely
      .selectFrom('change_cell')
      .selectAll()
      .where('set_id', '=', setId)
      .where('position', '=', 0)
      .executeTakeFirstOrThrow();
    const { state, detail } = cell;
    const current = valueOf(cell.current_value);
    if (state === 'applied' || state === 'already') return { outcome: state, changeId: setId };
    if (state === 'conflict') throw new ConsoleError('conflict', detail, { current });
    if (state === 'rejected') throw new ConsoleError('rejected', detail, { current });
    if (state === 'cancelled') throw new ConsoleError('conflict', notMadeWords(detail), { current });
    if (state === 'unknown' || performance.now() > until)
      return { outcome: 'unknown', changeId: setId, detail: doubtWords };
    await wait(100);
  }
}

function notMadeWords(detail: string): string {
  return `The request with this Idempotency-Key was not carried out: ${detail} Nothing was changed by repeating it. Ask again with a new key.`;
}
