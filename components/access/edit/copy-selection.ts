import { foldedCount, foldedInWords, type ShownParts } from '@/components/access/matrix/selected';
import type { SelectedStrip } from '@/components/grid/grid-selection';
import { copiedTable, type ClipboardContent } from '@/lib/domain/spreadsheet/copied-table';
import type { ProvenState } from '@/lib/domain/access/details-facts';
import { fileWordOf } from '@/lib/domain/access/file/file-words';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';

/** More assignments than these are for a file. */
export const mostCopied = 200_000;

interface CopiedParts extends ShownParts {
  names: MatrixNames;
  provenAt: (record: number, entity: number) => ProvenState;
}

const words: Record<ProvenState, string> = {
  granted: fileWordOf(true),
  denied: fileWordOf(false),
  none: '',
  unconfirmed: fileWordOf('unknown'),
};

/**
 * What is selected as a table that a spreadsheet takes: records by entities, below their names and in the words of a file.
 * An assignment that is not selected beside others is empty.
 * `done` says what was copied. @returns why there is none, as a sentence, where nothing or too much is selected.
 */
export function selectionAsTable(
  { matrix, rows, columns, names, provenAt }: CopiedParts,
  strips: readonly SelectedStrip[],
): (ClipboardContent & { done: string }) | string {
  const runs = strips.flatMap((strip) => strip.runs);
  const entities: number[] = [];
  const parts = strips.map((strip) => {
    const own = strip.runs.flatMap(({ left, right }) => [...columns.entitiesIn(left, right)]);
    return { records: rows.recordsIn(strip.top, strip.bottom), own: new Set(own) };
  });
  for (let column = 0; column < columns.count; column++) {
    const entity = columns.entityAt(column);
    if (parts.some(({ own }) => own.has(entity))) entities.push(entity);
  }
  const count = parts.reduce((sum, { records }) => sum + records.length, 0);
  const folded = foldedCount(columns, runs);
  if (count * entities.length === 0)
    return folded > 0 ? 'Unfold the group to copy it (Enter).' : 'Nothing is selected.';
  if (count * entities.length > mostCopied)
    return `Select ${inDigits(mostCopied)} assignments at most to copy them, or take all as a file: Files…, Export.`;
  const nameOf = (name: string) => (names.hasRecords ? [name] : []);
  const heads = ['Record type', 'Record ID', ...nameOf('Record name')];
  const table = [[...heads, ...entities.map((entity) => matrix.entityId(entity))]];
  for (const { records, own } of parts)
    for (const record of records)
      table.push([
        ...[matrix.recordType(record), matrix.recordId(record), ...nameOf(names.record(record))],
        ...entities.map((entity) => (own.has(entity) ? words[provenAt(record, entity)] : '')),
      ]);
  const assignments = parts.reduce((sum, { records, own }) => sum + records.length * own.size, 0);
  const done = `${counted(assignments, 'assignment')} copied`;
  return {
    ...copiedTable(table.map((cells) => cells.map((text) => ({ text, isText: true })))),
    done: folded > 0 ? `${done}; ${foldedInWords(folded)}` : done,
  };
}
