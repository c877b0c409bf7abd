import { randomUUID } from 'node:crypto';
import type { AccessChange } from '@/lib/contract/access/access';
import type { Actor } from '@/lib/server/auth/actor';
import type { NewChangeSet } from '@/lib/server/services/changes/store/create-change-set';

/** A set of these cells, for no reason and run by nobody, where a test does not want it otherwise. */
export function newSet(
  actor: Actor | null,
  cells: readonly AccessChange[],
  more: Partial<NewChangeSet> = {},
): NewChangeSet {
  if (actor === null) throw new Error('A set is asked for by somebody.');
  return {
    connection: 'default',
    kind: 'changes',
    cells,
    reason: '',
    source: null,
    undoOf: null,
    idempotencyKey: null,
    actor,
    requestId: randomUUID(),
    lease: null,
    ...more,
  };
}
