import 'server-only';
import { sql, type Kysely } from 'kysely';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import type { Tables } from '@/lib/server/db/tables';
import type { EntryOf } from '@/lib/server/ledger/ledger-identity';
import { entriesOfKind, outsideIn, outsideKinds, type Outside } from '@/lib/server/ledger/reading';
import { entryIn } from '@/lib/server/ledger/entry';
import type { NewNotice } from '@/lib/server/services/notices/outbox/write-notice';
import { placeOf, type Named } from './place';

/** A notice of an event, or of a state that is told once while it lasts. */
export type Told = NewNotice & { topic?: string };

/** More entries than one read of the service writes, so that all entries of the read are within it. */
const entriesOfRead = 1_002;

/** What entries of the log have to tell people. Throws the database's error. */
export async function noticesOf(
  kysely: Kysely<Tables>,
  entries: readonly LedgerEntry[],
  connections: readonly Named[],
): Promise<Told[]> {
  const told: Told[] = [];
  const reads = new Set<string>();
  for (const entry of entries) {
    const outside = entry.kind === 'access.accepted' ? null : outsideIn(entry);
    if (outside) {
      const key = `outside ${outside.connection} ${outside.at}`;
      if (!reads.has(key)) told.push({ ...(await outsideNotice(kysely, outside, connections)), key });
      reads.add(key);
    } else if (entry.kind === 'set.state') told.push(...(await setNotice(kysely, entry, connections)));
    else if (entry.kind === 'ledger.gap') told.push(gapNotice(entry));
  }
  return told;
}

/** One notice for all changes of one read: their entries were written at once and have one time. */
async function outsideNotice(
  kysely: Kysely<Tables>,
  { seq, at, connection }: Outside,
  connections: readonly Named[],
): Promise<Omit<NewNotice, 'key'>> {
  const count = { all: 0, given: 0, removed: 0, without: 0 };
  for (const kind of outsideKinds) {
    const range = { after: seq - entriesOfRead, upTo: seq + entriesOfRead };
    const rows = await entriesOfKind(kysely, connection, kind, range)
      .select('body')
      .where('at', '=', Date.parse(at))
      .execute();
    for (const { body } of rows) {
      const entry = entryIn(body);
      const one = entry && outsideIn(entry);
      count.all += one?.count ?? 1;
      if (one?.cell) count[effectOf(one)]++;
    }
  }
  const { label, facts, path } = placeOf(connections, connection);
  const changes = counted(count.all, 'change');
  const unlisted = count.all - count.given - count.removed - count.without;
  return {
    kind: 'outside-changes',
    connection,
    body: {
      title: `${label}: ${changes} made outside the console`,
      text: `A read of the service found ${changes} of access that this console did not make. Review them on the page of changes.`,
      path: path('/changes', { kind: 'outside' }),
      facts: {
        ...facts,
        'Access given': inDigits(count.given),
        'Access removed': inDigits(count.removed),
        ...(count.without > 0 && { 'Set up, or gone, without access': inDigits(count.without) }),
        ...(unlisted > 0 && { 'Not listed one by one': inDigits(unlisted) }),
        'Found at': at,
      },
    },
  };
}

/** What a change did to access: an assignment without access may come or go. */
function effectOf({ before, after }: Outside): 'given' | 'removed' | 'without' {
  if (after === true) return 'given';
  return before === true ? 'removed' : 'without';
}

/** A set that the console paused, or that ended with refused changes. A person who switches sees a refusal at once. */
async function setNotice(
  kysely: Kysely<Tables>,
  { seq, set, connection, state, actor }: EntryOf<'set.state'>,
  connections: readonly Named[],
): Promise<Told[]> {
  const isPaused = state === 'paused' && !actor;
  if (!isPaused && state !== 'done' && state !== 'cancelled') return [];
  const row = await kysely
    .selectFrom('change_set')
    .select(['kind', 'total', 'pending', 'applied', 'already', 'conflict', 'rejected'])
    .select(sql.ref<number>(unconfirmedState).as('unconfirmed'))
    .where('id', '=', set)
    .executeTakeFirst();
  const notMade = (row?.rejected ?? 0) + (row?.conflict ?? 0);
  if (!row || row.kind === 'switch' || (!isPaused && notMade === 0)) return [];
  const { label, facts, path } = placeOf(connections, connection);
  const counts = {
    Assignments: row.total,
    Applied: row.applied + row.already,
    Refused: row.rejected,
    Conflicts: row.conflict,
    Unconfirmed: row.unconfirmed,
    'Not sent yet': row.pending,
  };
  const shown = Object.entries(counts).filter(([name, count]) => count > 0 || name === 'Assignments');
  return [
    {
      kind: 'change-sets',
      connection,
      key: `set ${set} ${String(seq)}`,
      ...(isPaused && { topic: `set ${set} paused` }),
      body: {
        title: isPaused
          ? `${label}: the console paused a change set`
          : `${label}: a change set ended with ${counted(notMade, 'change')} not made`,
        text: isPaused
          ? 'It tries again by itself. The page of the set says why it paused.'
          : 'The page of the set says for each assignment what the service answered.',
        path: path(`/changes/${encodeURIComponent(set)}`),
        facts: { ...facts, ...Object.fromEntries(shown.map(([name, count]) => [name, inDigits(count)])) },
      },
    },
  ];
}

function gapNotice({ seq, headSeq, checkpointSeq }: EntryOf<'ledger.gap'>): NewNotice {
  return {
    kind: 'log',
    connection: null,
    key: `gap ${String(seq)}`,
    body: {
      title: 'Entries of the log are lost',
      text: 'A signed checkpoint knows entries that the log does not have: an older copy of the database was put back.',
      path: '/changes',
      facts: { 'Newest entry of the copy': inDigits(headSeq), 'Entry that is lost': inDigits(checkpointSeq) },
    },
  };
}
