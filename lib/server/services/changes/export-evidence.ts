import 'server-only';
import type { EvidenceScope } from '@/lib/contract/changes/evidence';
import { mayRead } from '@/lib/contract/session/roles';
import { ConsoleError } from '@/lib/server/console-error';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { nowOf, type Database } from '@/lib/server/db/database';
import { personOf } from '@/lib/server/ledger/reading';
import { archiveName, coverWords, endedBy, undoneWords, type About } from './evidence/about';
import { evidenceArchive, verifierFiles } from './evidence/archive';
import { notesAbout, shownBy } from './evidence/scope';
import { streamOf } from '@/lib/server/byte-stream';
import { recordExport } from '@/lib/server/services/record-export';
import { Reply } from '@/lib/server/services/reply';
import { verb, type ServiceContext } from '@/lib/server/services/verb';
import { readChangeSet } from './read-changes';

/**
 * Exports changes with the log that proves them and the verifier; records the export and signs a checkpoint first.
 * @throws ConsoleError `not-found`, `invalid-request` for a period that ends before it begins, `ledger-unavailable`,
 * `internal` without a verifier.
 */
export const exportEvidence = verb<EvidenceScope, Reply>({
  roles: mayRead.changes,
  run: async ({ ctx, input: scope }) => {
    await checkPeriod(ctx, scope);
    const { database } = ctx.console;
    const tools = verifierFiles();
    const set = scope.what === 'set' ? await readChangeSet(database, scope.changeSetId) : null;
    const what = scope.what === 'ledger' ? 'ledger' : 'evidence';
    const entry = await recordExport(ctx, what, coverWords(scope), set?.connection ?? null);
    const covered = endedBy(scope, entry.at);
    const signed = await ctx.console.checkpoints.sign();
    const about: About = {
      title: scope.what === 'set' ? 'Evidence of a change set' : 'Evidence of changes',
      covers: coverWords(covered),
      scope: covered.what === 'period' ? { to: entry.at, ...covered } : covered,
      by: personOf(entry.actor),
      at: entry.at,
      signed,
      undone: set && (await undoneIn(database, set.id)),
      notes: await notesAbout(database, covered),
    };
    const shown = await shownBy(database, covered, entry.seq);
    const sign = (text: string) => ctx.console.checkpoints.signText(text);
    return new Reply(streamOf(evidenceArchive({ database, about, shown, tools, sign })), {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${archiveName(about)}"`,
    });
  },
});

async function undoneIn(database: Database, id: string): Promise<string | null> {
  const set = await readChangeSet(database, id);
  if (set.undone === 0 || set.undoneBy === null) return null;
  return undoneWords(set, await readChangeSet(database, set.undoneBy));
}

async function checkPeriod({ console: { database } }: ServiceContext, scope: EvidenceScope): Promise<void> {
  if (scope.what !== 'period' || Date.parse(scope.from) < (await endOf(database, scope))) return;
  throw new ConsoleError('invalid-request', 'The period ends before it begins. Nothing was exported.', {
    errors: [
      scope.to === undefined
        ? { path: 'from', message: 'This is still to come.' }
        : { path: 'to', message: 'This must be after "from".' },
    ],
  });
}

/** When a period ends, in milliseconds since 1970; without an end: now. */
async function endOf(database: Database, { to }: { to?: string | undefined }): Promise<number> {
  return to === undefined ? orUnavailable(() => nowOf(database)) : Date.parse(to);
}
