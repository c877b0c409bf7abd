import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JournalCheckCount, JournalChecks } from '@/lib/contract/journal/journal-checks';
import { holdsOneOf, mayRead } from '@/lib/contract/session/roles';
import { counted, plural } from '@/lib/domain/counted';
import { checkTexts } from '@/lib/domain/journal/check-texts';
import { journalCheck, journalChecks, type CheckId, type SingleCheckId } from '@/lib/domain/journal/checks';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import type { JournalChecksRequest } from '@/lib/domain/journal/request-schema';
import { dayOf } from '@/lib/domain/reader-formats';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { ConsoleError } from '@/lib/server/console-error';
import type { AccessMirror } from '@/lib/server/services/access/mirror/mirror';
import { wholeMatrix } from '@/lib/server/services/access/mirror/whole-matrix';
import { recordTypeOf } from '@/lib/server/services/journal/snapshot/check-rows';
import { verb } from '@/lib/server/services/verb';
import { UpstreamError } from '@/lib/server/upstream/errors/errors';

/**
 * How many of the lines that the filter matches each check finds. Checks that ask the access matrix are there only for
 * those who may read access.
 */
export const checkLines = verb<JournalChecksRequest, JournalChecks>({
  roles: mayRead.journal,
  run: async ({ ctx, input: { query } }) => {
    const mayAskAccess = holdsOneOf(ctx.actor?.roles ?? [], mayRead.access);
    const access = mayAskAccess ? await matrixOf(ctx.connection.mirror) : null;
    const { lines, age, release } = await ctx.connection.journal.hold(ctx.signal);
    try {
      const told = async (id: CheckId, why: string | null): Promise<JournalCheckCount> => {
        await nextTurn(); // a first count may take a tenth of a second
        ctx.signal.throwIfAborted();
        const { title = id, needsAccess } = journalCheck(id) ?? {};
        const { meaning, advice } = checkTexts[id];
        const asked = { ...query, check: id };
        const found = why === null ? lines.count(asked) : null;
        const undecided = needsAccess && why === null ? lines.countUndecided(asked) : 0;
        return {
          ...{ id, title, advice, filter: encodeJournalQuery(asked) },
          ...countedWords({ meaning, found, undecided, why }),
        };
      };
      const checks: JournalCheckCount[] = [];
      const untold: string[] = [];
      for (const { id, ...check } of journalChecks) {
        const needsAccess = 'needsAccess' in check;
        if (needsAccess && access === null) continue;
        const why = needsAccess && access !== null ? whyUnknown(id, access) : null;
        if (why !== null) untold.push(`“${check.title}”`);
        checks.push(await told(id, why));
      }
      const any = await told(
        access === null || typeof access === 'string' ? 'any-without-access' : 'any',
        null,
      );
      if (untold.length > 0) {
        const left = `Not known, and so not among them: ${untold.join(', ')}.`;
        if (any.lines === 0)
          Object.assign(any, { lines: null, why: `Nothing is found among the others. ${left}` });
        else any.meaning += ` ${left}`;
      }
      return {
        checks,
        any,
        lines: lines.count(query),
        today: query.today === '' ? dayOf(Date.now()) : query.today,
        ...age,
      };
    } finally {
      release();
    }
  },
});

/** What a check found, and what it left out because nobody knows: nothing is found for certain while lines are left out. */
function countedWords({
  meaning,
  found,
  undecided,
  why,
}: {
  meaning: string;
  found: number | null;
  undecided: number;
  why: string | null;
}): Pick<JournalCheckCount, 'meaning' | 'lines' | 'why'> {
  if (why !== null) return { meaning, lines: null, why };
  if (undecided === 0) return { meaning, lines: found };
  const left = `${counted(undecided, 'line')} ${plural(undecided, 'is', 'are')} left out: a change of this access was sent and is not confirmed yet.`;
  return found === 0
    ? { meaning, lines: null, why: `Nothing is found among the others. ${left}` }
    : { meaning: `${meaning} ${left}`, lines: found };
}

/** The matrix, or why it cannot be asked, in words for a person. */
async function matrixOf(mirror: AccessMirror): Promise<AccessMatrix | string> {
  try {
    return (await wholeMatrix(mirror)).matrix;
  } catch (error) {
    if (error instanceof UpstreamError) return error.userMessage;
    if (error instanceof ConsoleError) return error.message;
    throw error;
  }
}

function whyUnknown(check: SingleCheckId, access: AccessMatrix | string): string | null {
  if (typeof access === 'string') return access;
  return recordTypeOf(check, access) === undefined
    ? 'The service lists no records of this kind in the access matrix, so nobody can say.'
    : null;
}
