import 'server-only';
import type { CallOptions } from './transport/sender';
import type { EntitySetReader } from './odata/entity-set';
import { journalRows } from './odata/wire';
import type { JournalWireRow } from './odata/wire';

export interface JournalPage {
  rows: JournalWireRow[];
  rowsBefore: number;
}

/** Reads all journal lines (interface section 4.4). */
export function journalReader(
  open: EntitySetReader,
): (options: CallOptions) => AsyncGenerator<JournalPage, void, undefined> {
  return async function* (options) {
    for await (const { value, rowsBefore } of open('journal', 'JournalTemplateName', [], options))
      yield { rows: journalRows(value, rowsBefore), rowsBefore };
  };
}
