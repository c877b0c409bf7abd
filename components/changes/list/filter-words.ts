import { dayWords } from '@/lib/domain/day-words';
import { daysAreReversed, type ChangesShown } from './changes-parameters';
import { outcomeWords } from '@/components/changes/outcome/outcome-words';
import { stateWords } from '@/components/changes/outcome/outcome-words';

type WordsOf<Value extends string | null> = Record<NonNullable<Value>, string>;

/** The ways in which changes are made, as the filter calls them. */
export const kindWords: WordsOf<ChangesShown['kind']> = {
  switch: 'Single switches',
  changes: 'Change sets',
  import: 'From files',
  undo: 'Undo',
  outside: 'Outside',
};

/** How sets stand, as the filter calls it. */
export const stateFilterWords: WordsOf<ChangesShown['state']> = { active: 'Not ended', ...stateWords };

/** One condition in force, in words, and the address without it. */
interface ActiveFilter {
  key: keyof ChangesShown;
  words: string;
  without: Partial<ChangesShown>;
}

/** Every filter that is set, as something a person can read and take away. */
export function activeFilters(shown: ChangesShown): ActiveFilter[] {
  const { person, mine, recordType, recordId, entityId, kind, state, outcome, from, to } = shown;
  const found: (ActiveFilter | false)[] = [
    mine && { key: 'mine', words: 'Requested by you', without: { mine: false } },
    person !== '' && { key: 'person', words: `Requested by ${quoted(person)}`, without: { person: '' } },
    recordType !== '' && {
      key: 'recordType',
      words: `Record type ${quoted(recordType)}`,
      without: { recordType: '' },
    },
    recordId !== '' && { key: 'recordId', words: `Record ID ${quoted(recordId)}`, without: { recordId: '' } },
    entityId !== '' && { key: 'entityId', words: `Entity ${quoted(entityId)}`, without: { entityId: '' } },
    kind !== null && {
      key: 'kind',
      words: `Source: ${kindWords[kind].toLowerCase()}`,
      without: { kind: null },
    },
    state !== null && {
      key: 'state',
      words: `State: ${stateFilterWords[state].toLowerCase()}`,
      without: { state: null },
    },
    outcome !== null && {
      key: 'outcome',
      words: `With outcome: ${outcomeWords[outcome].label.toLowerCase()}`,
      without: { outcome: null },
    },
    from !== '' && { key: 'from', words: `From ${dayWords(from)}`, without: { from: '' } },
    to !== '' && { key: 'to', words: `To ${dayWords(to)}`, without: { to: '' } },
  ];
  return found.filter((filter) => filter !== false);
}

/** What a list is narrowed to, in a sentence: "requested by “Dana”, state: not ended"; '' for nothing. */
export function filtersInWords(shown: ChangesShown): string {
  const { kind } = shown;
  return activeFilters({ ...shown, kind: kind === 'outside' ? null : kind })
    .map(({ words }) => words.charAt(0).toLowerCase() + words.slice(1))
    .join(', ');
}

/** Why a list is empty that is filtered, or begins with what is older. */
export function nothingMatchesWords(shown: ChangesShown): string {
  if (daysAreReversed(shown)) return 'The last day asked for is before the first one.';
  const filters = filtersInWords(shown);
  if (shown.before !== '') return `There is nothing older${filters && ` with these filters: ${filters}`}.`;
  const { recordType, recordId, entityId } = shown;
  const isExact = recordType !== '' || recordId !== '' || entityId !== '';
  const compared =
    ' Record types, record IDs and entities are compared with all of the text, letter by letter, capitals too.';
  return `There is none with these filters: ${filters}.${isExact ? compared : ''}`;
}

const longestQuoted = 40;

/** What was typed, no longer than leaves the sentence a line. */
function quoted(text: string): string {
  return `“${text.length > longestQuoted ? `${text.slice(0, longestQuoted)}…` : text}”`;
}
