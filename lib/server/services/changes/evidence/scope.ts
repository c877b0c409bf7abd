import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { EvidenceScope } from '@/lib/contract/changes/evidence';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { notesIn } from '@/lib/server/ledger/ledger-identity';
import { notesInWords } from '@/public/verify-log-chain.mjs';
import type { Database } from '@/lib/server/db/database';
import type { LogRow } from '@/lib/server/ledger/log-file';

const pageSize = 1_000;

/** Which entries evidence shows; of the others it gives the digest. */
export interface Shown {
  has: (row: Pick<LogRow, 'seq' | 'at' | 'kind' | 'set_id'>) => boolean;
  /** The set, for evidence of one set. */
  setId: string | null;
}

/**
 * What a scope shows: its own entries, those about the ledger, and this export's. A period also shows how its sets
 * began, because that entry has the reason.
 * @param exported number of the export's entry.
 */
export async function shownBy(database: Database, scope: EvidenceScope, exported: number): Promise<Shown> {
  const isAlways = ({ seq, kind }: Pick<LogRow, 'seq' | 'kind'>): boolean =>
    seq === exported || kind.startsWith('ledger.');
  switch (scope.what) {
    case 'ledger':
      return { setId: null, has: () => true };
    case 'set': {
      const setId = scope.changeSetId;
      return { setId, has: (row) => row.set_id === setId || isAlways(row) };
    }
    case 'period': {
      const from = Date.parse(scope.from);
      const to = scope.to === undefined ? Infinity : Date.parse(scope.to);
      const sets = await setsIn(database, { from, to, exported });
      return {
        setId: null,
        has: (row) =>
          (row.at >= from && row.at < to && row.seq <= exported) ||
          (row.kind === 'set.created' && row.set_id !== null && sets.has(row.set_id)) ||
          isAlways(row),
      };
    }
  }
}

/** The log's notes about entries of this scope, in words. @throws ConsoleError `ledger-unavailable`. */
export async function notesAbout({ kysely }: Database, scope: EvidenceScope): Promise<string[]> {
  const notes = await orUnavailable(() => notesIn(kysely));
  if (scope.what === 'ledger') return notesInWords(notes);
  const about: typeof notes = [];
  for (const note of notes.filter(({ seq }) => !notes.some(({ began }) => began === seq))) {
    const { seq, began = seq, last = Number.MAX_SAFE_INTEGER } = note;
    const inRange = kysely
      .selectFrom('ledger_entry')
      .select('seq')
      .where('seq', '>', began)
      .where('seq', '<=', last)
      .limit(1);
    const found = await orUnavailable(() =>
      (scope.what === 'set'
        ? inRange.where('set_id', '=', scope.changeSetId)
        : inRange
            .where(sql<boolean>`kind not like 'ledger.%'`)
            .where('at', '>=', Date.parse(scope.from))
            .where('at', '<', scope.to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(scope.to))
      ).execute(),
    );
    if (found.length > 0) about.push(note);
  }
  return notesInWords(about);
}

interface Period {
  from: number;
  /** Infinity: until the export. */
  to: number;
  exported: number;
}

async function setsIn({ kysely }: Database, { from, to, exported }: Period): Promise<Set<string>> {
  const sets = new Set<string>();
  let after = { at: from, seq: 0 };
  for (;;) {
    const { at, seq } = after;
    const rows = await orUnavailable(() =>
      kysely
        .selectFrom('ledger_entry')
        .select(['at', 'seq', 'set_id'])
        .where((where) => where(where.refTuple('at', 'seq'), '>', where.tuple(at, seq)))
        .where('seq', '<=', exported)
        .$if(to !== Infinity, (entries) => entries.where('at', '<', to))
        .orderBy('at')
        .orderBy('seq')
        .limit(pageSize)
        .execute(),
    );
    const last = rows.at(-1);
    if (!last) return sets;
    for (const { set_id } of rows) if (set_id !== null) sets.add(set_id);
    after = last;
    await nextTurn();
  }
}
