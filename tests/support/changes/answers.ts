import { setImmediate as nextTurn } from 'node:timers/promises';
import { listChanges } from '@/lib/server/services/changes/list-changes';
import type { Scenario } from '@/tests/support/console/scenario';

/**
 * Asks for the list of change sets again and again while work goes on.
 * @param look how far the work is by what the database shows others.
 * @returns what the work came to; ids of all sets that were listed; what was seen at each answer.
 */
export async function answersDuring<T, S>(
  { context }: Scenario,
  work: () => Promise<T>,
  look: () => Promise<S>,
): Promise<{ result: T; listed: Set<string>; seen: S[] }> {
  const listed = new Set<string>();
  const seen: S[] = [];
  let isOver = false;
  const asking = (async () => {
    for (; !isOver; await nextTurn()) {
      const { value } = await listChanges({ ctx: context('auditor'), input: {} });
      const now = await look();
      if (isOver) return; // the last answer may have come after the end
      for (const { id } of value) listed.add(id);
      seen.push(now);
    }
  })();
  const result = await work().finally(() => (isOver = true));
  await asking;
  return { result, listed, seen };
}
