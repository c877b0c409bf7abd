import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JournalCheckCount, JournalChecks } from '@/lib/contract/journal/journal-checks';
import { holdsOneOf, mayCheckLineAccess, mayRead } from '@/lib/contract/session/roles';
import { checkMeaning, checkTexts } from '@/lib/domain/journal/check-texts';
import { journalCheck, journalChecks, type CheckId, type SingleCheckId } from '@/lib/domain/journal/checks';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import type { JournalQuery } from '@/lib/domain/journal/query';
import type { JournalChecksRequest } from '@/lib/domain/journal/request-schema';
import { dayOf } from '@/lib/domain/reader-formats';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { ConsoleError } from '@/lib/server/console-error';
import type { AccessMirror } from '@/lib/server/services/access/mirror/mirror';
import { wholeMatrix } from '@/lib/server/services/access/mirror/whole-matrix';
import { recordTypeOf } from '@/lib/server/services/journal/snapshot/check-rows';
import type { Connection } from '@/lib/server/services/connection';
import { leftOutWords } from './left-out';
import { verb } from '@/lib/server/services/verb';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';

/** Counts the matching lines of each check; checks of the access matrix need another role. */
export const checkLines = verb<JournalChecksRequest, JournalChecks>({
  roles: mayRead.journal,
  run: ({ ctx: { request }, input: { query } }) => {
    const mayAskAccess = holdsOneOf(request.actor?.roles ?? [], mayCheckLineAccess);
    return countChecks(request.connection, query, { mayAskAccess, signal: request.signal });
  },
});

interface Asking {
  mayAskAccess: boolean;
  signal: AbortSignal;
}

/** Counts the lines that each check finds, for no person. @throws UpstreamError, ConsoleError, or the signal's reason. */
export async function countChecks(
  { mirror, journal, currency }: Connection,
  query: JournalQuery,
  { mayAskAccess, signal }: Asking,
): Promise<JournalChecks> {
  const access = mayAskAccess ? await matrixOf(mirror) : null;
  const doubt = access !== null && typeof access !== 'string' ? mirror.progress().doubt : null;
  const { lines, age, release } = await journal.hold(signal);
  try {
    /** Why the matrix cannot be asked; null while it can. */
    let accessProblem = typeof access === 'string' ? access : null;
    const counts = (asked: JournalQuery & { check: CheckId }): Counts | string => {
      try {
        const left = leftOutWords(lines, asked);
        if (doubt !== null && journalCheck(asked.check)?.needsAccess === true) left.push(doubtWords);
        return { left, found: lines.count(asked) };
      } catch (error) {
        return (accessProblem = whyOf(error)); // the matrix may have gone since
      }
    };
    const countFor = async (id: CheckId, why: string | null): Promise<JournalCheckCount> => {
      await nextTurn(); // a first count may take a tenth of a second
      signal.throwIfAborted();
      const { title = id } = journalCheck(id) ?? {};
      const meaning = checkMeaning(id, currency);
      const { advice } = checkTexts[id];
      const asked = { ...query, check: id };
      return {
        ...{ id, title, advice, filter: encodeJournalQuery(asked) },
        ...countedWords(meaning, why ?? counts(asked)),
      };
    };
    const checks: JournalCheckCount[] = [];
    const unknownChecks: string[] = [];
    for (const { id, ...check } of journalChecks) {
      const needsAccess = 'needsAccess' in check;
      if (needsAccess && access === null) continue;
      const notListed = needsAccess ? whyUnlisted(id, access, doubt) : null;
      checks.push(await countFor(id, needsAccess ? (accessProblem ?? notListed) : null));
      if (needsAccess && (accessProblem ?? notListed) !== null) unknownChecks.push(`“${check.title}”`);
    }
    const isAccessAsked = access !== null && accessProblem === null;
    let any = await countFor(isAccessAsked ? 'any' : 'any-without-access', null);
    if (isAccessAsked && accessProblem !== null) any = await countFor('any-without-access', null);
    if (unknownChecks.length > 0) {
      const left = `Not known, and so not among them: ${unknownChecks.join(', ')}.`;
      if (any.lines === 0)
        Object.assign(any, { lines: null, why: `Nothing is found among the others. ${left}` });
      else any.meaning += ` ${left}`;
    }
    return {
      checks,
      any,
      doubt,
      lines: lines.count(query),
      today: query.today === '' ? dayOf(Date.now()) : query.today,
      ...age,
    };
  } finally {
    release();
  }
}

const doubtWords = 'More may be wrong: what the service lists in the access matrix is in doubt.';

type Counts = { found: number; left: readonly string[] };

/** A count of 0 would mislead while lines are left out. */
function countedWords(
  meaning: string,
  counts: Counts | string,
): Pick<JournalCheckCount, 'meaning' | 'lines' | 'why'> {
  if (typeof counts === 'string') return { meaning, lines: null, why: counts };
  const { found, left } = counts;
  if (left.length === 0) return { meaning, lines: found };
  return found === 0
    ? { meaning, lines: null, why: ['Nothing is found among the others.', ...left].join(' ') }
    : { meaning: [meaning, ...left].join(' '), lines: found };
}

async function matrixOf(mirror: AccessMirror): Promise<AccessMatrix | string> {
  try {
    return (await wholeMatrix(mirror)).matrix;
  } catch (error) {
    return whyOf(error);
  }
}

function whyOf(error: unknown): string {
  if (error instanceof UpstreamError) return error.userMessage;
  if (error instanceof ConsoleError) return error.message;
  throw error;
}

function whyUnlisted(
  check: SingleCheckId,
  access: AccessMatrix | string | null,
  doubt: string | null,
): string | null {
  if (access === null || typeof access === 'string' || recordTypeOf(check, access) !== undefined) return null;
  const why = 'The service lists no records of this kind in the access matrix, so nobody can say.';
  return doubt === null ? why : `${why} ${doubtWords}`;
}
