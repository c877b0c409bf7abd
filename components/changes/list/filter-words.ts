import { dayWords } from '@/lib/domain/day-words';
import { daysAreReversed, type ChangesShown } from './changes-parameters';
import { outcomeWords, stateWords } from '@/components/changes/outcome/outcome-words';

type WordsOf<Value extends string | null> = Record<NonNullable<Value>, string>;

export const kindWords: WordsOf<ChangesShown['kind']> = {
  switch: 'Single switches',
  changes: 'Change sets',
  import: 'From files',
  undo: 'Undo',
  outside: 'Outside',
};

export const stateFilterWords: WordsOf<ChangesShown['state']> = { active: 'Not ended', ...stateWords };

/** The filters that are set, in words. */
export function activeFilters(shown: ChangesShown): { key: keyof ChangesShown; words: string }[] {
  const { person, mine, recordType, recordId, entityId, kind, state, outcome, from, to } = shown;
  const words: Partial<Record<keyof ChangesShown, string | false>> = {
    mine: mine && 'Requested by you',
    person: person !== '' && `Requested by ${quoted(person)}`,
    recordType: recordType !== '' && `Record type ${quoted(recordType)}`,
    recordId: recordId !== '' && `Record ID ${quoted(recordId)}`,
    entityId: entityId !== '' && `Entity ${quoted(entityId)}`,
    kind: kind !== null && `Source: ${kindWords[kind].toLowerCase()}`,
    state: state !== null && `State: ${stateFilterWords[state].toLowerCase()}`,
    outcome: outcome !== null && `With outcome: ${outcomeWords[outcome].label.toLowerCase()}`,
    from: from !== '' && `From ${dayWords(from)}`,
    to: to !== '' && `To ${dayWords(to)}`,
  };
  const keys = Object.keys(words) as (keyof ChangesShown)[]; // keys of a literal
  return keys.flatMap((key) => (words[key] ? { key, words: words[key] } : []));
}

/** The filters in a sentence: "requested by “Dana”, state: not ended"; '' for none. */
export function filtersInWords(shown: ChangesShown): string {
  const { kind } = shown;
  return activeFilters({ ...shown, kind: kind === 'outside' ? null : kind })
    .map(({ words }) => words.charAt(0).toLowerCase() + words.slice(1))
    .join(', ');
}

export function nothingMatchesWords(shown: ChangesShown): string {
  if (daysAreReversed(shown)) return 'The last day is before the first day.';
  const filters = filtersInWords(shown);
  if (shown.before !== '') return `Nothing is older${filters && ` with these filters: ${filters}`}.`;
  const { recordType, recordId, entityId } = shown;
  const isExact = recordType !== '' || recordId !== '' || entityId !== '';
  const compared = ' Record types, record IDs and entities must match exactly, including capitals.';
  return `The filters: ${filters}.${isExact ? compared : ''}`;
}

const longestQuoted = 40;

/** Shortens a typed text, so that the sentence fits on a line. */
function quoted(text: string): string {
  return `“${text.length > longestQuoted ? `${text.slice(0, longestQuoted)}…` : text}”`;
}
