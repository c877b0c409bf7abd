import { unknownParts } from '@/lib/client/address/faults';
import {
  exactText,
  oneOf,
  parameter,
  searchText,
  withFallback,
  type AddressState,
  type Parameters,
} from '@/lib/client/address/parameters';
import { cellStates, changeSetKinds, changeSetStates } from '@/lib/contract/changes/change-states';
import { isDay } from '@/lib/domain/calendar-day';
import type { EvidenceScope } from '@/lib/contract/changes/evidence';

const text = withFallback<string>(exactText, '');

const day = withFallback<string>(
  parameter((value) => (isDay(value) ? value : null)),
  '',
);

/** `flag` would take an unknown value for false. */
const isTrue = parameter((value) => (/^(true|false)$/i.test(value) ? value.length === 4 : null));

export const changesParameters = {
  person: searchText,
  mine: withFallback<boolean>(isTrue, false),
  recordType: text,
  recordId: text,
  entityId: text,
  outcome: oneOf(cellStates),
  state: oneOf([...changeSetStates, 'active']),
  /** `outside`: changes that this console did not make. */
  kind: oneOf([...changeSetKinds, 'outside']),
  from: day,
  to: day,
  before: text,
};

export const partNames = Object.keys(changesParameters);

/** The parts of an address that the list does not understand, as parameters that can be removed. */
export function unreadableParts(search: URLSearchParams): Parameters {
  const wrong = Object.entries<Parameters[string]>(changesParameters).filter(([name, { read }]) => {
    const texts = search.getAll(name);
    return texts.length > 1 || (texts.length === 1 && read(texts) === null);
  });
  return { ...Object.fromEntries(wrong), ...unknownParts(partNames, search) };
}

export type ChangesShown = AddressState<typeof changesParameters>;

export function isFiltered(shown: ChangesShown): boolean {
  return Object.values({ ...shown, before: '' }).some(
    (value) => value !== null && value !== '' && value !== false,
  );
}

export function isFilteredBesidesDays(shown: ChangesShown): boolean {
  return isFiltered({ ...shown, from: '', to: '' });
}

export function daysAreReversed({ from, to }: ChangesShown): boolean {
  return from !== '' && to !== '' && from > to;
}

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

export function evidenceScopeOf(shown: ChangesShown): EvidenceScope {
  const { from, to } = periodOf(shown);
  if (from === undefined && to === undefined) return { what: 'ledger' };
  // Without an end the console takes its own time: the browser's clock may be wrong.
  return { what: 'period', from: from ?? new Date(0).toISOString(), ...(to !== undefined && { to }) };
}

export function outsideFilterOf(shown: ChangesShown) {
  const { recordType, recordId, entityId, from, to, before } = listFilterOf(shown);
  return { recordType, recordId, entityId, from, to, before };
}

export function hidesOutside({ kind, person, mine, outcome, state, before }: ChangesShown): boolean {
  return kind === null && !mine && outcome === null && state === null && `${person}${before}` === '';
}

function periodOf({ from, to }: ChangesShown): { from: string | undefined; to: string | undefined } {
  return {
    from: from === '' ? undefined : new Date(startOf(from)).toISOString(),
    to: to === '' ? undefined : new Date(startOf(to, 1)).toISOString(),
  };
}

/** Midnight at the start of a day, or `daysLater`, in the browser's time zone; epoch ms. */
function startOf(date: string, daysLater = 0): number {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth + daysLater).getTime();
}
