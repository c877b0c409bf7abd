import { dayInWords } from '@/components/ui/instant';
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

/** What a list is narrowed to, for whoever sees no filters: "person: “Dana”, state: not ended"; '' for nothing. */
export function filtersInWords(shown: ChangesShown): string {
  const { person, mine, recordType, recordId, entityId, kind, state, outcome, from, to } = shown;
  return [
    mine && 'requested by you',
    person !== '' && `person: ${quoted(person)}`,
    recordType !== '' && `record type: ${quoted(recordType)}`,
    recordId !== '' && `record ID: ${quoted(recordId)}`,
    entityId !== '' && `entity: ${quoted(entityId)}`,
    kind !== null && kind !== 'outside' && `source: ${kindWords[kind].toLowerCase()}`,
    state !== null && `state: ${stateFilterWords[state].toLowerCase()}`,
    outcome !== null && `with outcome: ${outcomeWords[outcome].label.toLowerCase()}`,
    from !== '' && `from ${dayInWords(dayOf(from))}`,
    to !== '' && `to ${dayInWords(dayOf(to))}`,
  ]
    .filter((part) => part !== false)
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

function dayOf(day: string): Date {
  return new Date(`${day}T12:00`); // noon is on that day whatever the time zone does at night
}
