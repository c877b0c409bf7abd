'use client';

import { FileSpreadsheet, Upload } from 'lucide-react';
import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { classNames } from '@/components/ui/class-names';
import { Ring } from '@/components/ui/feedback/ring';
import { ChosenFileError, readChosenFile, type ChosenFile } from '@/lib/client/access-file';
import { inDigits, numberFormat } from '@/lib/domain/reader-formats';

interface ImportChooserProps {
  file: ChosenFile | null;
  onChoose: (file: ChosenFile) => void;
}

/** Takes a file from the browser's dialog or from a drop; shrinks to one line once it has one. */
export function ImportChooser({ file, onChoose }: ImportChooserProps) {
  const descriptionId = useId();
  const [isOver, setOver] = useState(false);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const choices = useRef(0);
  const take = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const choice = ++choices.current;
    const isNewest = () => choice === choices.current; // a later file may be read first
    setReading(true);
    setProblem(null);
    try {
      const read = await readChosenFile(chosen);
      if (isNewest()) onChoose(read);
    } catch (error) {
      if (isNewest())
        setProblem(error instanceof ChosenFileError ? error.message : 'The file could not be read.');
    } finally {
      if (isNewest()) setReading(false);
    }
  };
  useEffect(refuseDropsElsewhere, []);
  const drag = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault(); // else the browser opens the file
    setOver(isInside);
  };
  const Icon = file === null ? Upload : FileSpreadsheet;
  return (
    <div className="flex flex-col gap-2">
      <label
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          void take(event.dataTransfer.files[0]);
        }}
        className={classNames(
          'flex cursor-pointer items-center gap-3 rounded-md border border-dashed bg-surface text-sm transition-colors hover:border-accent',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus',
          file === null ? 'flex-col px-4 py-12 text-center' : 'px-3 py-2',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
      >
        {isReading ? <Ring /> : <Icon aria-hidden="true" className="size-5 shrink-0 text-text-muted" />}
        <span id={file === null ? undefined : descriptionId} className="min-w-0 flex-1">
          <span className="font-medium wrap-anywhere">
            {file === null ? 'Choose a spreadsheet, or drop it here' : <bdi>{file.name}</bdi>}
          </span>
          <span id={file === null ? descriptionId : undefined} className="block text-xs text-text-muted">
            {file === null
              ? 'Excel (.xlsx) or CSV, as exported from the access page or one of your own: with the columns Record type and Record ID, and either Entity and Access or one column for each entity.'
              : `${sizeInWords(file.size)}. Choose another one, or drop it here.`}
          </span>
        </span>
        <input
          type="file"
          aria-label="Spreadsheet"
          aria-describedby={descriptionId}
          accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          className="sr-only"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = ''; // so that the same file can be chosen again
          }}
        />
      </label>
      {problem !== null && (
        <Banner tone="danger" title="The file was not taken">
          {problem}
        </Banner>
      )}
    </div>
  );
}

/** Without this the browser opens a file that is dropped beside the box. */
function refuseDropsElsewhere(): () => void {
  const refuse = (event: globalThis.DragEvent) => {
    if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
  return () => {
    window.removeEventListener('dragover', refuse);
    window.removeEventListener('drop', refuse);
  };
}

function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${inDigits(bytes)} bytes`;
  const isLarge = bytes >= 1024 * 1024;
  const amount = bytes / (isLarge ? 1024 * 1024 : 1024);
  return `${numberFormat({ maximumFractionDigits: 1 }).format(amount)} ${isLarge ? 'MB' : 'KB'}`;
}
