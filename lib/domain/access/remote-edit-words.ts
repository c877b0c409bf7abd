import type { Cell } from '@/lib/contract/access/access';
import { counted } from '@/lib/domain/counted';
import { cellInWords, recordInWords } from './access-words';

/** What the console is told of a cell that somebody or something else changed. */
export interface RemoteEdit extends Cell {
  accessible: boolean | null;
  unconfirmed: boolean;
  outside: boolean;
  person: { name: string } | null;
}

/** "Dana gave entity 100 access to Customer 40000." of one cell; of more, how many and by whom. */
export function remoteEditsInWords(cells: readonly RemoteEdit[]): string {
  const [only] = cells;
  if (only && cells.length === 1) return oneInWords(only);
  const names = new Set(cells.map(({ outside, person }) => (outside ? null : (person?.name ?? 'Somebody'))));
  const [name] = names;
  const count = `${counted(cells.length, 'assignment')} in view`;
  if (names.size > 1 || name === undefined) return `${count} were changed by others.`;
  return name === null
    ? `${count} were changed in the service, not by this console.`
    : `${name} changed ${count}.`;
}

function oneInWords(cell: RemoteEdit): string {
  const { accessible, unconfirmed, outside } = cell;
  const now =
    accessible === null ? 'it is no longer set up' : `it ${accessible ? 'has access' : 'has no access'} now`;
  if (outside) return `${cellInWords(cell)} was changed in the service, not by this console: ${now}.`;
  const name = cell.person?.name ?? 'Somebody';
  if (unconfirmed) return `${name} changed ${cellInWords(cell)}; whether it happened is not known yet.`;
  if (accessible === null) return `${name} changed ${cellInWords(cell)}: ${now}.`;
  return accessible
    ? `${name} gave entity ${cell.entityId} access to ${recordInWords(cell)}.`
    : `${name} removed entity ${cell.entityId}’s access to ${recordInWords(cell)}.`;
}
