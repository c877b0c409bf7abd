import type { ChangeSet } from '@/lib/contract/changes/changes';

/** A set as a page knows it: of one of four assignments, running, where a test does not want it otherwise. */
export function someSet(more: Partial<ChangeSet> = {}): ChangeSet {
  return {
    id: 'set-1',
    connection: 'default',
    kind: 'changes',
    state: 'running',
    reason: '',
    source: null,
    person: { id: 'p', name: 'Dana' },
    createdAt: '2026-01-01T00:00:00.000Z',
    startedAt: null,
    endedAt: null,
    undoOf: null,
    undoneBy: null,
    undoState: null,
    undone: 0,
    pause: null,
    asked: null,
    withdrawn: null,
    summary: {
      given: 4,
      removed: 0,
      records: 2,
      record: null,
      types: { count: 1, names: ['Customer'] },
      entities: { count: 2, ids: ['100', '110'] },
    },
    counts: {
      total: 4,
      pending: 3,
      applied: 1,
      already: 0,
      conflict: 0,
      rejected: 0,
      unknown: 0,
      cancelled: 0,
    },
    rate: null,
    only: null,
    ...more,
  };
}
