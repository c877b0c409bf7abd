import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { ChangeSet, ChangeSummary } from '@/lib/contract/changes/changes';
import { recordInWords, valueInWords } from '@/lib/domain/access/access-words';
import { isolated, named, type KeyNames } from '@/lib/domain/access/names/named';
import { typeInWords } from '@/lib/domain/access/type-words';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { endedWell, hasEnded } from './progress';

/** What a set's title is made of. */
export type TitledSet = Pick<ChangeSet, 'summary' | 'state' | 'counts' | 'undoOf' | 'source'>;

/** The verbs of a title: of a set that is to run, that runs, that did all it was asked for, or that ended otherwise. */
const verbs = {
  waiting: { gives: 'Will give', removes: 'Will remove' },
  running: { gives: 'Giving', removes: 'Removing' },
  done: { gives: 'Given', removes: 'Removed' },
  partly: { gives: 'Partly given', removes: 'Partly removed' },
  already: { gives: 'Already given', removes: 'Already removed' },
  unconfirmed: { gives: 'Perhaps given', removes: 'Perhaps removed' },
  failed: { gives: 'Not given', removes: 'Not removed' },
};

/** The same of an undo, whose title names what it takes back. */
const undoVerbs: Record<keyof typeof verbs, string> = {
  waiting: 'Will undo',
  running: 'Undoing',
  done: 'Undo of',
  partly: 'Partly undone',
  already: 'Already undone',
  unconfirmed: 'Perhaps undone',
  failed: 'Not undone',
};

/**
 * What a set does or did, as its title: "Given: 7 customers in 5 entities"; of an undo "Undo of: 7 customers given in
 * 5 entities". It names what was asked for; its verb says whether that was done, or how much of
 * it: "Partly given (363 of 4,548)". Of what needed no change it says that: "(6 of 10 had access already)".
 */
export function setTitle(set: TitledSet, names?: KeyNames): string {
  const { given, removed } = set.summary;
  const isMixed = given > 0 && removed > 0;
  if (set.undoOf !== null) {
    // What an undo removes was given before.
    const where = isMixed ? 'given or removed in' : given > 0 ? 'removed from' : 'given in';
    const what = whatInWords(set.summary, !isMixed, where, names);
    return `${undoVerbs[stageOf(set)]}${doneInPart(set)}: ${what}${matchedBefore(set)}`;
  }
  const { gives, removes } = verbs[stageOf(set)];
  const verb = isMixed ? mixedVerb(set) : given > 0 ? gives : removes;
  const what = whatInWords(set.summary, !isMixed, isMixed || given > 0 ? 'in' : 'from', names);
  return `${verb}${doneInPart(set)}: ${what}${matchedBefore(set)}${set.source === null ? '' : `, from ${isolated(set.source.file)}`}`;
}

/** " (363 of 4,548)", of a set that ended with no more; else ''. */
function doneInPart(set: TitledSet): string {
  const { applied, total } = set.counts;
  return stageOf(set) === 'partly' ? ` (${inDigits(applied)} of ${inDigits(total)})` : '';
}

/** " (6 of 10 had access already)", of a set that ended, where not all did; else ''. */
function matchedBefore(set: TitledSet): string {
  const { already, total } = set.counts;
  if (already === 0 || already === total || !hasEnded(set)) return '';
  const { given, removed } = set.summary;
  const had =
    given === 0 ? 'had no access already' : removed === 0 ? 'had access already' : 'needed no change';
  return ` (${inDigits(already)} of ${inDigits(total)} ${had})`;
}

/** "Given 67, removed 91"; of which of them a set did only some is not known: "Partly given or removed". */
function mixedVerb(set: TitledSet): string {
  const stage = stageOf(set);
  const { gives, removes } = verbs[stage];
  return stage === 'waiting' || stage === 'running' || stage === 'done'
    ? `${gives} ${inDigits(set.summary.given)}, ${removes.toLowerCase()} ${inDigits(set.summary.removed)}`
    : `${gives} or ${verbs.done.removes.toLowerCase()}`;
}

function stageOf({ state, counts }: TitledSet): keyof typeof verbs {
  if (state === 'queued') return 'waiting';
  if (!hasEnded({ state })) return 'running';
  if (counts.already === counts.total) return 'already';
  if (endedWell({ state, counts })) return 'done';
  if (counts.applied > 0) return 'partly';
  return counts[unconfirmedState] > 0 ? 'unconfirmed' : 'failed';
}

/** "7 customers in 5 entities", "535 records of 8 types in entity 999", "Customer Adatum · 10000 in entity 100". */
function whatInWords(
  { record, records, types, entities }: ChangeSummary,
  isCounted: boolean,
  where: string,
  names?: KeyNames,
): string {
  if (record === null)
    return `${recordsInWords(records, types, isCounted)} ${where} ${entitiesInWords(entities)}`;
  return `${recordInWords(record, names)} ${where} ${entitiesInWords(entities, names)}`;
}

function recordsInWords(
  records: number,
  { count, names }: ChangeSummary['types'],
  isCounted: boolean,
): string {
  const list =
    count > names.length ? `records of ${inDigits(count)} types` : names.map(typeInWords).join(' and ');
  return isCounted ? `${inDigits(records)} ${list}` : list;
}

/** One of one record by its name; else by their codes: with more names a title would be longer than its line. */
function entitiesInWords({ count, ids }: ChangeSummary['entities'], names?: KeyNames): string {
  const [only] = ids;
  if (count === 1 && only !== undefined) return `entity ${named(only, names?.entity(only))}`;
  return count > ids.length ? counted(count, 'entity', 'entities') : `entities ${ids.join(' and ')}`;
}

const undoWord = 'Undo';

/** The reason that is recorded for an undo where none is given, by that of the set undone. */
export function undoReason(reason: string): string {
  return reason === '' || reason === undoWord ? undoWord : `${undoWord}: ${reason}`;
}

/** "no access → has access"; a value that was never read, or an assignment that is not there, is named as such. */
export function stepInWords(before: boolean | null, after: boolean | null): string {
  return `${valueInWords(before)} → ${valueInWords(after)}`;
}
