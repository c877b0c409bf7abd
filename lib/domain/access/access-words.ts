import type { Cell } from '@/lib/contract/access/access';
import type { Problem } from '@/lib/contract/errors';
import { named, type KeyNames } from './names/named';
import { clockTime } from '@/lib/domain/reader-formats';

/** "Customer 40000", with names "Customer Adatum · 40000". */
export function recordInWords(cell: Pick<Cell, 'recordType' | 'recordId'>, names?: KeyNames): string {
  return `${cell.recordType} ${named(cell.recordId, names?.record(cell))}`;
}

/** "Customer 40000, entity 100". */
export function cellInWords(cell: Cell, names?: KeyNames): string {
  return `${recordInWords(cell, names)}, entity ${named(cell.entityId, names?.entity(cell.entityId))}`;
}

/** "giving Customer 40000, entity 100". */
export function switchInWords({ cell, value }: { cell: Cell; value: boolean }, names?: KeyNames): string {
  return `${value ? 'giving' : 'removing'} ${cellInWords(cell, names)}`;
}

/** "Entity 100 can now use Customer 40000". */
export function changedInWords(cell: Cell, accessible: boolean, names?: KeyNames): string {
  const entity = named(cell.entityId, names?.entity(cell.entityId));
  return `Entity ${entity} can ${accessible ? 'now' : 'no longer'} use ${recordInWords(cell, names)}`;
}

/** "Customer 40000 was not changed in entity 100". */
export function notChangedInWords(cell: Cell, names?: KeyNames): string {
  const entity = named(cell.entityId, names?.entity(cell.entityId));
  return `${recordInWords(cell, names)} was not changed in entity ${entity}`;
}

/** What a value is called: "has access", "no access"; null: there is no assignment. */
export function valueInWords(accessible: boolean | null): string {
  if (accessible === null) return 'not set up';
  return accessible ? 'has access' : 'no access';
}

/** A reason why something was not done, as a whole sentence or two. */
export function refusedInWords(reason: string): string {
  if (/nothing was changed/i.test(reason)) return reason;
  const sentence = reason.trim();
  return `${/[.!?]$/.test(sentence) ? sentence : `${sentence}.`} Nothing was changed.`;
}

/** Who changed a cell meanwhile, when, and what it has now, as far as that is known. */
export function conflictInWords(seen: boolean, now: boolean | null, by: Problem['changedBy']): string {
  if (now === null) return `You saw “${valueInWords(seen)}”, but it is no longer set up in the service.`;
  const is = now ? 'it has access now' : 'it has no access now';
  if (by?.name != null) return `${by.name} changed it at ${clockTime(by.at)}; ${is}.`;
  // Of a change elsewhere, the time is when the console noticed it.
  if (by) return `It was changed in the service, not by this console, before ${clockTime(by.at)}; ${is}.`;
  return `You saw “${valueInWords(seen)}”, but the service has “${valueInWords(now)}”: somebody changed it meanwhile.`;
}

/** Said of what stands on a matrix that is not complete. */
export const stillReadWords = 'The matrix is still being read; this is what has arrived.';

/** Said of what can be done with a whole matrix only. */
export const waitForAllWords = 'The matrix is still being read: wait until it is complete.';
