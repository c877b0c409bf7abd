import type { LedgerFacts } from '@/lib/contract/changes/ledger';

const actor = {
  id: 'person-1',
  name: 'Dana Ünal 😀 "the admin"',
  roles: ['security-administrator' as const],
  session: 'session-1',
};

/** What the ledger keeps of one set of `cells` changes that all went well. */
export function factsOfSet(set: string, cells: number): LedgerFacts[] {
  const connection = 'default';
  const created: LedgerFacts = {
    kind: 'set.created',
    actor,
    requestId: `request-${set}`,
    connection,
    set,
    setKind: 'changes',
    total: cells,
    cells: 'c'.repeat(64),
    reason: `Reason of ${set}, with "quotes", = signs\nand lines`,
  };
  const changes = Array.from({ length: cells }, (_, position): LedgerFacts[] => {
    const cell = { recordType: 'Customer', recordId: `0010${String(position)}`, entityId: '=100' };
    const attempt = { connection, set, position, attempt: 1, cell, actor };
    return [
      {
        kind: 'change.intent',
        ...attempt,
        send: 1,
        before: false,
        wanted: true,
        expected: false,
        requestId: `request-${set}`,
      },
      {
        kind: 'change.outcome',
        ...attempt,
        outcome: 'applied',
        before: false,
        wanted: true,
        after: true,
        sends: 1,
        detail: '',
        serviceRequests: [`service-${String(position)}`],
      },
    ];
  });
  return [
    created,
    ...changes.flat(),
    { kind: 'set.state', connection, set, state: 'done', why: 'Every cell is decided.' },
  ];
}
