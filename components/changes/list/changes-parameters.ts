import { unknownParts } from '@/lib/client/address-faults';
import {
  exactText,
  oneOf,
  parameter,
  searchText,
  withFallback,
  type AddressState,
  type Parameters,
} from '@/lib/client/address-parameters';
import { cellStates, changeSetKinds, changeSetStates } from '@/lib/contract/changes/change-states';
import { isDay } from '@/lib/domain/calendar-day';
import type { EvidenceScope } from '@/lib/contract/changes/evidence';

const text = withFallback<string>(exactText, '');

const day = withFallback<string>(
  parameter((value) => (isDay(value) ? value : null)),
  '',
);

/** Not `flag`, which takes what it does not know for false. */
const isTrue = parameter((value) => (/^(true|false)$/i.test(value) ? value.length === 4 : null));

/** What of the list of changes stands in its address. */
export const changesParameters = {
  person: searchText,
  /** Requested by whoever reads it. */
  mine: withFallback<boolean>(isTrue, false),
  recordType: text,
  recordId: text,
  entityId: text,
  outcome: oneOf(cellStates),
  state: oneOf([...changeSetStates, 'active']),
  /** `outside`: what changed in the service, not by this console. */
  kind: oneOf([...changeSetKinds, 'outside']),
  /** First and last day, in the browser's own time zone. */
  from: day,
  to: day,
  /** Where the page before ended. */
  before: text,
};

/** The names of the address's parts. */
export const partNames = Object.keys(changesParameters);

/** What of an address the list does not understand, as parameters that can be taken out of it. */
export function partsNotUnderstood(search: URLSearchParams): Parameters {
  const wrong = Object.entries<Parameters[string]>(changesParameters).filter(([name, { read }]) => {
    const texts = search.getAll(name);
    return texts.length > 1 || (texts.length === 1 && read(texts) === null);
  });
  return { ...Object.fromEntries(wrong), ...unknownParts(partNames, search) };
}

export type ChangesShown = AddressState<typeof changesParameters>;

/** Whether any filter is set; the place of the page is none. */
export function isFiltered(shown: ChangesShown): boolean {
  return Object.values({ ...shown, before: '' }).some(
    (value) => value !== null && value !== '' && value !== false,
  );
}

/** The filters that are set and that evidence does not go by. */
export function isNarrowedBesidesDays(shown: ChangesShown): boolean {
  return isFiltered({ ...shown, from: '', to: '' });
}

/** Whether the period ends before it begins. */
export function daysAreReversed({ from, to }: ChangesShown): boolean {
  return from !== '' && to !== '' && from > to;
}

/** What is asked of the console; a period in days becomes one in instants. */
export function listFilterOf(shown: ChangesShown) {
  const { person, mine, recordType, recordId, entityId, outcome, state, kind, before } = shown;
  return {
    person: person || undefined,
    mine: mine ? 'true' : undefined,
    recordType: recordType || undefined,
    recordId: recordId || undefined,
    entityId: entityId || undefined,
    outcome: outcome ?? undefined,
    state: state ?? undefined,
    kind: kind === 'outside' ? undefined : (kind ?? undefined),
    ...periodOf(shown),
    before: before || undefined,
  };
}

/** What evidence of what the page shows is about: its period, or everything. */
export function evidenceScopeOf(shown: ChangesShown): EvidenceScope {
  const { from, to } = periodOf(shown);
  if (from === undefined && to === undefined) return { what: 'ledger' };
  // Where it ends at the press, the console says when that is: this page may be old, and the browser's clock wrong.
  return { what: 'period', from: from ?? new Date(0).toISOString(), ...(to !== undefined && { to }) };
}

/** The part of it that what changed outside can be filtered by. */
export function outsideFilterOf(shown: ChangesShown) {
  const { recordType, recordId, entityId, from, to, before } = listFilterOf(shown);
  return { recordType, recordId, entityId, from, to, before };
}

/** Whether the list leaves out changes made outside only because it is of the console's own. */
export function leavesOutOutside({ kind, person, mine, outcome, state, before }: ChangesShown): boolean {
  return kind === null && !mine && outcome === null && state === null && `${person}${before}` === '';
}

function periodOf({ from, to }: ChangesShown): { from: string | undefined; to: string | undefined } {
  return {
    from: from === '' ? undefined : new Date(startOf(from)).toISOString(),
    to: to === '' ? undefined : new Date(startOf(to, 1)).toISOString(),
  };
}

/** Midnight at the start of a day, or of one so many days later, in the browser's time zone. */
function startOf(date: string, daysLater = 0): number {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth + daysLater).getTime();
}
