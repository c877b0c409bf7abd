import type { ChangesShown } from './changes-address';
import { outcomeWords } from './outcome-words';
import { stateWords } from './state-words';

type Of<K extends keyof ChangesShown> = Record<NonNullable<ChangesShown[K]>, string>;

/** The ways in which changes are made, as the filter calls them. */
export const kindWords: Of<'kind'> = {
  switch: 'Single switches',
  changes: 'Change sets',
  import: 'From files',
  undo: 'Undo',
  outside: 'Not by this console',
};

/** How sets stand, as the filter calls it. */
export const stateFilterWords: Of<'state'> = { active: 'Not ended', ...stateWords };

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

/** What a list is narrowed to, for whoever sees no filters: "person: “Dana”, state: not ended"; '' for nothing. */
export function filtersInWords(shown: ChangesShown): string {
  const { person, recordType, recordId, entityId, kind, state, outcome, from, to } = shown;
  return [
    person !== '' && `person: “${person}”`,
    recordType !== '' && `record type: “${recordType}”`,
    recordId !== '' && `record ID: “${recordId}”`,
    entityId !== '' && `entity: “${entityId}”`,
    kind !== null && kind !== 'outside' && `made: ${kindWords[kind].toLowerCase()}`,
    state !== null && `state: ${stateFilterWords[state].toLowerCase()}`,
    outcome !== null && `with outcome: ${outcomeWords[outcome].label.toLowerCase()}`,
    from !== '' && `from ${dayInWords(from)}`,
    to !== '' && `to ${dayInWords(to)}`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

function dayInWords(day: string): string {
  return dates.format(new Date(`${day}T12:00`)); // noon is on that day whatever the time zone does at night
}
