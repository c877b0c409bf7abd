import { dayWords } from '@/lib/domain/day-words';
import { daysAreReversed, type ChangesShown } from './changes-parameters';
import { outcomeWords } from '@/components/changes/outcome/outcome-words';
import { stateWords } from '@/components/changes/outcome/outcome-words';

type WordsOf<Value extends string | null> = Record<NonNullable<Value>, string>;

export const kindWords: WordsOf<ChangesShown['kind']> = {
  switch: 'Single switches',
  changes: 'Change sets',
  import: 'From files',
  undo: 'Undo',
  outside: 'Outside',
};

export const stateFilterWords: WordsOf<ChangesShown['state']> = { active: 'Not ended', ...stateWords };

interface ActiveFilter {
  key: keyof ChangesShown;
  words: string;
  without: Partial<ChangesShown>;
}

/** The filters that are set, each in words and removable. */
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

/** The filters in a sentence: "requested by “Dana”, state: not ended"; '' for none. */
export function filtersInWords(shown: ChangesShown): string {
  const { kind } = shown;
  return activeFilters({ ...shown, kind: kind === 'outside' ? null : kind })
    .map(({ words }) => words.charAt(0).toLowerCase() + words.slice(1))
    .join(', ');
}

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

/** Shortens a typed text, so that the sentence fits on a line. */
function quoted(text: string): string {
  return `“${text.length > longestQuoted ? `${text.slice(0, longestQuoted)}…` : text}”`;
}
