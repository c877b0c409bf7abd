'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FileFormatChoice } from '@/components/files/file-format-choice';
import { useDownload } from '@/components/files/use-download';
import { Button } from '@/components/ui/button';
import { ProgressBar } from '@/components/ui/feedback/progress-bar';
import { notify } from '@/components/ui/feedback/toast-store';
import { SegmentedControl } from '@/components/ui/fields/segmented-control';
import { problemOf } from '@/lib/client/api';
import { exportLines, type FileGroups } from '@/lib/client/journal/journal-file';
import { readLinesForPaper } from '@/lib/client/journal/lines-for-paper';
import type { CsvSeparator, FileFormat } from '@/lib/contract/access/file-kinds';
import { counted } from '@/lib/domain/counted';
import { journalFields } from '@/lib/domain/journal/fields';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { inDigits, numberFormat } from '@/lib/domain/reader-formats';
import { hasDecimalComma } from '@/lib/domain/reader-input';
import { rowsWithChecks } from '../checks/checks-column';
import { mostPrintedLines } from '../print/paper-blocks';
import type { LinesForPaper } from '../print/printed-lines';

export interface ExportRequest {
  connection: string;
  query: JournalQuery;
  /** Null: the page shows lines. */
  groups: FileGroups | null;
  shown: readonly string[];
  /** Number of matching lines; null: not counted. */
  lines: number | null;
  onPrint: (lines: LinesForPaper) => void;
}

type Columns = 'shown' | 'all';
type Sheets = 'one' | 'entities';

export function ExportForm({
  connection,
  query,
  groups,
  shown,
  lines,
  onPrint,
  onDone,
}: ExportRequest & { onDone: () => void }) {
  const [format, setFormat] = useState<FileFormat>('xlsx');
  const [separator, setSeparator] = useState<CsvSeparator>(() => (hasDecimalComma() ? 'semicolon' : 'comma'));
  const [columns, setColumns] = useState<Columns>('shown');
  const [sheets, setSheets] = useState<Sheets>('one');
  const hasSheets = groups === null && format === 'xlsx';
  const isByEntity = hasSheets && sheets === 'entities';
  const [isPending, download] = useDownload('Nothing was exported');
  const [leaving, setLeaving] = useState<AbortController | null>(null);
  const [bytes, setBytes] = useState(0);
  const save = () => {
    const leave = new AbortController();
    setLeaving(leave);
    setBytes(0);
    const { signal } = leave;
    const asked = { ...query, columns: columns === 'all' ? [] : shown };
    return download({
      ask: () =>
        exportLines(connection, {
          ...{ query: asked, groups, format, isByEntity, separator, signal, onBytes: setBytes },
        }),
      onDone: ({ name, rows }) => {
        const of = rows === null ? '' : `: complete, ${counted(rows, groups === null ? 'line' : 'group')}`;
        notify.success(`Exported${of}`, { description: name });
        onDone();
      },
      signal,
    });
  };
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="tabular">
        {groups !== null
          ? 'All groups of the lines that match, including those that the page has no room for. Sorted as on the page; Excel has the totals too.'
          : `${lines === null ? 'All lines that match' : counted(lines, 'line')}, filtered and sorted as on the page.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <FileFormatChoice value={format} onChange={setFormat} />
        {format === 'csv' && (
          <SegmentedControl<CsvSeparator>
            label="Separators"
            value={separator}
            onChange={setSeparator}
            options={[
              { value: 'comma', label: 'a,b and 1.5' },
              { value: 'semicolon', label: 'a;b and 1,5' },
            ]}
          />
        )}
        {groups === null && (
          <SegmentedControl<Columns>
            label="Columns"
            value={columns}
            onChange={setColumns}
            options={[
              { value: 'shown', label: `${counted(shown.length, 'column')} as shown` },
              { value: 'all', label: `All ${inDigits(journalFields.length)}` },
            ]}
          />
        )}
        {hasSheets && (
          <SegmentedControl<Sheets>
            label="Sheets"
            value={sheets}
            onChange={setSheets}
            options={[
              { value: 'one', label: 'One sheet' },
              { value: 'entities', label: 'One per entity' },
            ]}
          />
        )}
      </div>
      <p className="text-xs text-text-muted">
        {isByEntity &&
          'Each entity has a sheet with its totals in, out and net; the first sheet lists them. '}
        {format === 'xlsx'
          ? `Its sheet “About” says which ${groups === null ? 'lines' : 'groups'} it has and when they were read. `
          : 'It holds the table alone; choose the separators that your spreadsheet expects. '}
        The log notes that you exported it.
      </p>
      {isPending && (
        <div className="flex flex-col gap-1">
          <ProgressBar label="Exporting" />
          <p className="tabular text-xs text-text-muted">
            {bytes === 0 ? 'Preparing the file' : `${megabytes(bytes)} received`}
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          isDisabled={groups === null && (lines === 0 || shown.length === 0)}
          isPending={isPending}
          className="flex-1"
          onPress={() => void save()}
        >
          {isPending ? 'Exporting' : 'Export'}
        </Button>
        {isPending && <Button onPress={() => leaving?.abort()}>Cancel</Button>}
      </div>
      {groups === null && <PrintRow {...{ connection, query, shown, lines, onPrint, onDone }} />}
    </div>
  );
}

function PrintRow(props: Omit<ExportRequest, 'groups'> & { onDone: () => void }) {
  const { connection, query, shown, lines, onPrint, onDone } = props;
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const most = mostPrintedLines(shown.length);
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const { signal } = (stop.current = new AbortController());
      return readLinesForPaper(
        { ...query, columns: [...new Set([...shown, 'ItemNo'])] },
        connection,
        most,
        signal,
      );
    },
    onSuccess: (pages) => {
      if (pages === null)
        return void notify.problem(
          'Nothing was printed',
          'Newer lines came while they were read. Try again.',
        );
      onDone();
      onPrint({ ...pages[0], rows: pages.flatMap(rowsWithChecks).slice(0, most), first: 0 });
    },
    onError: (error) => {
      if (stop.current?.signal.aborted !== true)
        notify.problem('Nothing was printed', problemOf(error).detail);
    },
  });
  return (
    <div className="-mx-3 flex items-center justify-between gap-2 border-t border-line px-3 pt-3">
      <span className="text-text-muted">
        {lines !== null && lines <= most
          ? `${counted(lines, 'line')} on paper`
          : `The first ${counted(most, 'line')} on paper`}
      </span>
      <Button isDisabled={lines === 0 || shown.length === 0} isPending={isPending} onPress={() => mutate()}>
        Print…
      </Button>
    </div>
  );
}

function megabytes(bytes: number): string {
  return `${numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / 1e6)} MB`;
}
