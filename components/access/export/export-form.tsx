'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo, useState } from 'react';
import { ImportLink } from '@/components/shell/import-link';
import { FileFormatChoice } from '@/components/files/file-format-choice';
import { useDownload } from '@/components/files/use-download';
import { Button } from '@/components/ui/button';
import { SegmentedControl } from '@/components/ui/fields/segmented-control';
import { notify } from '@/components/ui/feedback/toast-store';
import { exportAccess } from '@/lib/client/access-file';
import type { FileFilter } from '@/lib/contract/access/access-file';
import {
  isPageChoice,
  type FileFormat,
  type FileShape,
  type RowChoice,
} from '@/lib/contract/access/file-kinds';
import { longestFilterBytes, mostFileCells, mostFileRows } from '@/lib/contract/limits';
import { rowsLabels } from '@/lib/domain/access/filter/rows-words';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { recordText } from '@/lib/domain/access/names/record-text';
import { addressBytes } from '@/lib/domain/address-room';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';

export interface ExportRequest {
  connection: string;
  filter: FileFilter;
  rows: RowChoice | null;
  used: boolean;
  matrix: AccessMatrix;
  shown: Pick<VisibleMatrix, 'records' | 'entities'>;
  isComplete: boolean;
  mayChange: boolean;
}

const shapes = [
  { value: 'long', label: 'Long' },
  { value: 'wide', label: 'Wide' },
] as const;

const shapeWords: Record<FileShape, string> = {
  long: 'One row for each assignment of a record and an entity.',
  wide: 'One row for each record, one column for each entity.',
};

export function ExportForm({
  connection,
  filter,
  rows,
  used,
  matrix,
  shown: { records, entities },
  isComplete,
  mayChange,
  onDone,
}: ExportRequest & { onDone: () => void }) {
  const [format, setFormat] = useState<FileFormat>('xlsx');
  const [shape, setShape] = useState<FileShape>('long');
  const [isPending, download] = useDownload('Nothing was exported');
  const search = useSearchParams().toString();
  const isNothing = records.length === 0 || entities.length === 0;
  const isEverything = records.length === matrix.recordCount && entities.length === matrix.entityCount;
  const isListed = isPageChoice(rows);
  const room = longestFilterBytes - addressBytes(filter.q) - addressBytes(filter.entity);
  const listed = useMemo(
    () => (isListed ? recordTexts(matrix, records, room) : []),
    [isListed, matrix, records, room],
  );
  const save = () =>
    download({
      ask: () =>
        exportAccess(connection, {
          ...filter,
          format,
          shape,
          rows: rows ?? undefined,
          used,
          record: listed ?? [],
        }),
      onDone: ({ name }) => {
        notify.success('Exported', { description: name });
        onDone();
      },
    });
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="tabular">
        {counted(records.length, 'record')} × {counted(entities.length, 'entity', 'entities')}
        {isEverything ? ', everything.' : ', as shown.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <FileFormatChoice value={format} onChange={setFormat} />
        <SegmentedControl label="Shape" value={shape} onChange={setShape} options={shapes} />
      </div>
      <p className="text-xs text-text-muted">
        {shapeWords[shape]} {wayBackInWords(shape, records.length * entities.length)} The log notes that you
        exported it.
      </p>
      {listed === null && rows !== null && (
        <p className="text-xs text-warning">
          These are more records than a file of “{rowsLabels[rows]}” can name. Choose a type or search for IDs
          first.
        </p>
      )}
      {!isComplete && (
        <p className="text-xs text-warning">
          The matrix is still being read. A file is made when it is complete.
        </p>
      )}
      <Button
        variant="primary"
        isDisabled={!isComplete || isNothing || listed === null}
        isPending={isPending}
        onPress={() => void save()}
      >
        {isPending ? 'Exporting' : 'Export'}
      </Button>
      <div className="-mx-3 flex items-center justify-between gap-2 border-t border-line px-3 pt-3">
        <span className="text-text-muted">On paper, as shown</span>
        <Button
          isDisabled={!isComplete || isNothing}
          onPress={() => {
            onDone();
            setTimeout(() => window.print()); // after the popover has closed
          }}
        >
          Print
        </Button>
      </div>
      {mayChange && (
        <div className="-mx-3 flex items-center justify-between gap-2 border-t border-line px-3 pt-3">
          <span className="text-text-muted">A file that was edited</span>
          <ImportLink filter={filter} from={`/access?${search}`} />
        </div>
      )}
    </div>
  );
}

/** The records as the file's address takes them; null: they take more than `room` bytes. */
function recordTexts(matrix: AccessMatrix, records: Uint32Array, room: number): string[] | null {
  const texts: string[] = [];
  let length = 0;
  for (const record of records) {
    const text = recordText({ recordType: matrix.recordType(record), recordId: matrix.recordId(record) });
    length += addressBytes(text) + '&record='.length;
    if (length > room) return null;
    texts.push(text);
  }
  return texts;
}

/** Says whether the file can be imported again. @param assignments the most that the file may hold. */
export function wayBackInWords(shape: FileShape, assignments: number): string {
  const most = shape === 'long' ? mostFileRows : mostFileCells;
  if (assignments <= most) return 'The file can be edited and imported again.';
  const isSmallEnoughWide = shape === 'long' && assignments <= mostFileCells;
  return `It has up to ${inDigits(assignments)} ${shape === 'long' ? 'rows' : 'assignments'}, and an import takes ${inDigits(most)}. To import it again in one piece, ${isSmallEnoughWide ? 'choose Wide, or ' : ''}filter before exporting.`;
}
