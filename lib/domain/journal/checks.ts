import type { JournalChecks } from '@/lib/contract/journal/journal-checks';
import { counted } from '@/lib/domain/counted';

/** A search that an accountant makes before posting. */
interface Check {
  id: string;
  /** The fault of the lines, short enough for a list. */
  title: string;
  /** It reads the access matrix, so it needs the permission for it and a matrix that is there. */
  needsAccess?: true;
  /** It finds lines that wait; they can be posted as they are. */
  isReminder?: true;
}

/** The checks; those whose lines cannot be posted come first. */
export const journalChecks = [
  { id: 'no-entity', title: 'No entity' },
  { id: 'item-access', title: 'Entity may not use the item', needsAccess: true },
  { id: 'location-access', title: 'Entity may not use the location', needsAccess: true },
  { id: 'amount-differs', title: 'Amount is not Quantity × Unit Amount' },
  { id: 'quantity-not-positive', title: 'Quantity missing or negative' },
  { id: 'no-date', title: 'No posting date' },
  { id: 'future-date', title: 'Posting date after this month' },
  { id: 'past-year', title: 'Posting date in a past year' },
  { id: 'date-before-document', title: 'Posting date before the rest of its document' },
  { id: 'duplicate-line', title: 'Entered twice' },
  { id: 'transfer-halves', title: 'Transfer does not balance' },
  { id: 'older-than-30-days', title: 'Older than 30 days', isReminder: true },
] as const satisfies readonly Check[];

const ofFaults = journalChecks.filter((check) => !('isReminder' in check));

export type SingleCheckId = (typeof journalChecks)[number]['id'];

/** All checks but reminders in one: lines that at least one of them finds. The second leaves the access matrix out. */
const unions = [
  { id: 'any', title: 'Must not be posted as they are', needsAccess: true },
  { id: 'any-without-access', title: 'Must not be posted, access not checked' },
] as const satisfies readonly Check[];

/** The name of a check in an address. */
export type CheckId = SingleCheckId | (typeof unions)[number]['id'];

const known: readonly (Check & { id: CheckId })[] = [...unions, ...journalChecks];

export const checkIds: readonly CheckId[] = known.map(({ id }) => id);

/** The check of an id; undefined: no check has it. */
export function journalCheck(id: string): (Check & { id: CheckId }) | undefined {
  return known.find((check) => check.id === id);
}

/** Stands between the titles of two checks that find the same line. */
export const betweenTitles = '; ';

/** The titles of checks, in the order of the ids. */
export function checkTitles(ids: readonly string[]): string {
  return ids.map((id) => journalCheck(id)?.title ?? id).join(betweenTitles);
}

/** "2 checks not known": the checks that read the access matrix, while it is in doubt; null: there are none. */
export function unknownInWords({ checks, doubt }: Pick<JournalChecks, 'checks' | 'doubt'>): string | null {
  const asked = checks.filter(({ id }) => journalCheck(id)?.needsAccess === true);
  if (doubt === null || asked.length === 0) return null;
  const isNothingKnown = asked.every(({ lines }) => lines === null);
  return `${counted(asked.length, 'check')} not ${isNothingKnown ? '' : 'fully '}known`;
}

/** The single checks of which a check consists. */
export function checksWithin(id: CheckId): readonly SingleCheckId[] {
  switch (id) {
    case 'any':
      return ofFaults.map((check) => check.id);
    case 'any-without-access':
      return ofFaults.filter((check) => !('needsAccess' in check)).map((check) => check.id);
    default:
      return [id];
  }
}
