import type { Cell } from '@/lib/contract/access/access';
import { counted } from '@/lib/domain/counted';
import { cellInWords, recordInWords } from './access-words';
import { named, type KeyNames } from './names/named';

/** What the console is told of a cell that somebody or something else changed. */
export interface RemoteEdit extends Cell {
  accessible: boolean | null;
  unconfirmed: boolean;
  outside: boolean;
  person: { name: string } | null;
}

/** "Dana gave entity 100 access to Customer 40000." of one cell; of more, how many and by whom. */
export function remoteEditsInWords(cells: readonly RemoteEdit[], called?: KeyNames): string {
  const [only] = cells;
  if (only && cells.length === 1) return oneInWords(only, called);
  const names = new Set(cells.map(({ outside, person }) => (outside ? null : (person?.name ?? 'Somebody'))));
  const [name] = names;
  const count = `${counted(cells.length, 'assignment')} in view`;
  if (names.size > 1 || name === undefined) return `${count} were changed by others.`;
  return name === null
    ? `${count} were changed in the service, not by this console.`
    : `${name} changed ${count}.`;
}

function oneInWords(cell: RemoteEdit, called: KeyNames | undefined): string {
  const what = cellInWords(cell, called);
  const { accessible, unconfirmed, outside } = cell;
  const now =
    accessible === null ? 'it is no longer set up' : `it ${accessible ? 'has access' : 'has no access'} now`;
  if (outside) return `${what} was changed in the service, not by this console: ${now}.`;
  const name = cell.person?.name ?? 'Somebody';
  if (unconfirmed) return `${name} changed ${what}; whether it happened is not known yet.`;
  if (accessible === null) return `${name} changed ${what}: ${now}.`;
  const entity = named(cell.entityId, called?.entity(cell.entityId));
  const record = recordInWords(cell, called);
  return accessible
    ? `${name} gave entity ${entity} access to ${record}.`
    : `${name} removed entity ${entity}’s access to ${record}.`;
}
