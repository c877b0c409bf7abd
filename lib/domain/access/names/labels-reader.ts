import type { Labels } from '@/lib/contract/access/labels';
import { longestLabel } from '@/lib/contract/limits';
import { hiddenCharacters } from '@/lib/contract/hidden-characters';
import { SheetFault, type SheetRow } from '@/lib/domain/spreadsheet/sheet-row';

const known = ['recordtype', 'recordid', 'entityid', 'name', 'group', 'connection'] as const;
type Column = (typeof known)[number];

/** The first line of a labels file. */
export const labelsHeader = 'recordType,recordId,entityId,name';

/**
 * Takes the rows of a labels file one by one: a row names a record by `recordType` and `recordId`, or an entity by
 * `entityId`, then perhaps with the `group` that the entity belongs to, which may stand without a name. A row with a `connection` holds for that connection
 * only. Of two names the later counts; what is wrong with a row becomes a problem, and its name is left out.
 */
export class LabelsReader {
  /** What is wrong, in words with row numbers; the first hundred. */
  readonly problems: string[] = [];
  readonly #records = new Map<string, Labels['records'][number]>();
  readonly #entities = new Map<string, Labels['entities'][number]>();
  readonly #connection: string;
  #columns: Partial<Record<Column, number>> | null = null;

  /** @param connection key of the connection whose names are wanted. */
  constructor(connection: string) {
    this.#connection = connection;
  }

  /** What was read. @throws SheetFault where there was not even a header: such a file is not there yet. */
  labels(): Labels {
    if (this.#columns === null) throw new SheetFault('It is empty.');
    return { records: [...this.#records.values()], entities: [...this.#entities.values()] };
  }

  /** Takes the next row; the first is the header. @throws SheetFault for a header that is not understood. */
  take({ number, cells }: SheetRow): void {
    if (cells.every((cell) => cell.trim() === '')) return;
    if (this.#columns === null) {
      this.#columns = columnsOf(cells);
      return;
    }
    const columns = this.#columns;
    const at = (column: Column): string => cells[columns[column] ?? -1]?.trim() ?? '';
    const [connection, recordType, recordId, entityId] = [
      at('connection'),
      at('recordtype'),
      at('recordid'),
      at('entityid'),
    ];
    const [name, group] = [readable(at('name')), readable(at('group'))];
    const isRecord = recordType !== '' && recordId !== '' && entityId === '';
    const isEntity = recordType === '' && recordId === '' && entityId !== '';
    if (!isRecord && !isEntity)
      this.#say(number, 'needs a recordType and a recordId, or an entityId and neither of them');
    else if (name === '' && (isRecord || group === '')) this.#say(number, 'has no name');
    else if (name.length > longestLabel)
      this.#say(number, `has a name of more than ${String(longestLabel)} characters`);
    else if (group.length > longestLabel)
      this.#say(number, `has a group of more than ${String(longestLabel)} characters`);
    else if (connection !== '' && connection !== this.#connection) return;
    else if (isRecord)
      this.#records.set(JSON.stringify([recordType, recordId]), [recordType, recordId, name]);
    else this.#entities.set(entityId, [entityId, name, group === '' ? null : group]);
  }

  #say(row: number, what: string): void {
    if (this.problems.length < 100) this.problems.push(`Row ${String(row)} ${what}.`);
  }
}

/** As people shall read it, without what nobody sees. */
function readable(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .replaceAll(hiddenCharacters, '')
    .trim();
}

/** Whether a cell of a header is the name of a column of a labels file. */
export function isLabelsHead(cell: string): boolean {
  return columnOf(cell) !== undefined;
}

function columnOf(cell: string): Column | undefined {
  const plain = readable(cell).toLowerCase().replaceAll(/[\s_]/g, '');
  return known.find((one) => one === plain);
}

function columnsOf(header: readonly string[]): Partial<Record<Column, number>> {
  const columns: Partial<Record<Column, number>> = {};
  header.forEach((cell, place) => {
    const column = columnOf(cell);
    if (column !== undefined) columns[column] ??= place;
  });
  const names = columns.recordtype !== undefined && columns.recordid !== undefined;
  if (columns.name === undefined || (!names && columns.entityid === undefined))
    throw new SheetFault(
      `The first row must name the columns: ${labelsHeader}, and perhaps group and connection.`,
    );
  return columns;
}
