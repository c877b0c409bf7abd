'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { SegmentedControl } from '@/components/ui/segmented-control';
import { notify } from '@/components/ui/toast';
import { exportAccess } from '@/lib/client/access-file';
import { saveFile } from '@/lib/client/save-file';
import type { FileFilter, FileFormat, FileShape } from '@/lib/contract/access-file';
import { wayBackInWords } from '@/lib/domain/access/import-words';
import { problemOf } from './access-problem';

export interface ExportWish {
  connection: string | undefined;
  filter: FileFilter;
  /** How much the filter shows, and of how much. */
  records: number;
  entities: number;
  isFiltered: boolean;
  /** Whether the page shows less: a file does not follow the choice of rows, nor does it leave out empty columns. */
  isNarrower: boolean;
  /** Whether the matrix has been read to its end; a part of it is never exported. */
  isComplete: boolean;
}

const formats = [
  { value: 'xlsx', label: 'Excel' },
  { value: 'csv', label: 'CSV' },
] as const;

const shapes = [
  { value: 'long', label: 'Long' },
  { value: 'wide', label: 'Wide' },
] as const;

const shapeWords: Record<FileShape, string> = {
  long: 'One row for each combination of a record and an entity.',
  wide: 'One row for each record, one column for each entity.',
};

/** What the file covers, format and shape, and the button that makes it. */
export function ExportForm({ connection, filter, onDone, ...shown }: ExportWish & { onDone: () => void }) {
  const [format, setFormat] = useState<FileFormat>('xlsx');
  const [shape, setShape] = useState<FileShape>('long');
  const [isPending, setPending] = useState(false);
  const isNothing = shown.records === 0 || shown.entities === 0;
  const save = async () => {
    setPending(true);
    try {
      const { file, name } = await exportAccess(connection, { ...filter, format, shape });
      saveFile(file, name);
      notify.success('Exported', { description: name });
      onDone();
    } catch (error) {
      if (error instanceof Error) notify.problem('Nothing was exported', problemOf(error).detail);
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="tabular">
        {countOf(shown.records, 'record', 'records')} × {countOf(shown.entities, 'entity', 'entities')}
        {shown.isFiltered ? ', as filtered.' : ', everything.'}
        {shown.isNarrower && ' The choice of rows and hidden columns is not followed by the file.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <SegmentedControl label="Format" value={format} onChange={setFormat} options={formats} />
        <SegmentedControl label="Shape" value={shape} onChange={setShape} options={shapes} />
      </div>
      <p className="text-xs text-text-muted">
        {shapeWords[shape]} {wayBackInWords(shape, shown.records * shown.entities)} The log notes that you
        exported it.
      </p>
      {!shown.isComplete && (
        <p className="text-xs text-warning">
          The matrix is still being read. A file is made when it is complete.
        </p>
      )}
      <Button
        variant="primary"
        isDisabled={!shown.isComplete || isNothing}
        isPending={isPending}
        onPress={() => void save()}
      >
        {isPending ? 'Exporting' : 'Export'}
      </Button>
    </div>
  );
}

function countOf(count: number, one: string, many: string): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}
