'use client';

import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { CountTab, countTabs } from '@/components/changes/outcome/outcome-tabs';
import type { ShownRecord } from '@/components/review/change-block';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/feedback/banner';
import { Instant } from '@/components/ui/instant';
import { Status } from '@/components/ui/feedback/status';
import type { ChosenFile } from '@/lib/client/access-file';
import type { ImportCell, ImportPreview as Preview } from '@/lib/contract/access/access-file';
import { importKinds, type ImportKind } from '@/lib/contract/access/file-kinds';
import { namesNothing } from '@/lib/domain/access/file/file-comparison';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { ImportApply } from './import-apply';
import { ClosedByImport } from './closed-by-import';
import { ImportBlock } from './import-block';
import { ImportProblems, ImportSettled } from './import-parts';
import { positionsByKind, ticked, tickedCells, type TickOverrides } from './import-ticks';
import { importKindWords, previewInWords, problemsInWords } from './import-words';

interface ImportPreviewProps {
  file: ChosenFile;
  preview: Preview;
  compareAgain: ReactNode;
  /** The open part, kept for the next comparison. */
  part: ImportPart | null;
  onPart: (part: ImportPart) => void;
  /** The person's ticks, kept for the next comparison. */
  overrides: TickOverrides;
  onTick: (overrides: TickOverrides) => void;
  reason: string;
  onReason: (reason: string) => void;
  isPending: boolean;
  /** @param onSettled called when the console has made the change set, or has not. */
  onApply: (ticked: readonly ImportCell[], onSettled: () => void) => void;
}

export type ImportPart = 'changes' | ImportKind | 'already' | 'problems';

const meanings: Partial<Record<ImportKind, string>> = {
  unnamed: 'They have access now and the file does not name them.',
  changed:
    'The service has another value for these than the file and its column Base. Either a person changed them after the export, or the IDs in the file were sorted or pasted without the rest of their rows. They are left as they are unless you tick them: then the file’s value is set.',
};

const mostProblemsShown = 3;

export function ImportPreview({
  file,
  preview,
  compareAgain,
  part: wanted,
  onPart,
  overrides,
  onTick,
  reason,
  onReason,
  isPending,
  onApply,
}: ImportPreviewProps) {
  const { counts, cells } = preview;
  const positions = useMemo(() => {
    const byKind = positionsByKind(cells);
    return { ...byKind, changes: [...cells.keys()] };
  }, [cells]);
  const [shown, setShown] = useState<ShownRecord | null>(null);
  const chosen = useMemo(() => tickedCells(cells, overrides), [cells, overrides]);
  const parts = partsOf(preview);
  const part = parts.find((one) => one === wanted) ?? parts[0] ?? null;
  const showRecord = useCallback(
    (record: ShownRecord) => {
      onPart(parts[0] ?? 'changes'); // where all changes are
      setShown(record);
    },
    [onPart, parts],
  );
  return (
    <>
      <section aria-label="What the file would change" className="flex flex-col gap-2">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <Status as="p" className="tabular max-w-prose text-base font-semibold">
            {previewInWords(counts)}
          </Status>
          <span data-print="hide">{compareAgain}</span>
        </div>
        <p className="max-w-prose text-sm text-text-muted">
          {counted(counts.rows, 'row')}
          {preview.sheet !== null && ` of the sheet “${preview.sheet}”`}, compared with the service as of{' '}
          <Instant at={preview.asOf} />.
          {preview.origin !== null && !Number.isNaN(Date.parse(preview.origin.asOf)) && (
            <>
              {' '}
              The file was exported as of <Instant at={preview.origin.asOf} />.
            </>
          )}
          {counts.merged > 0 && ` Named more than once and merged: ${inDigits(counts.merged)}.`}
          {counts.left > 0 &&
            ` Left as they are, because the file says unknown or they lie outside the filter: ${inDigits(counts.left)}.`}
        </p>
        {preview.notices.map((notice) => (
          <Banner key={notice} tone={namesNothing(counts) ? 'danger' : 'warning'}>
            {notice}
          </Banner>
        ))}
        {counts.problems > 0 && part !== 'problems' && (
          <Banner tone="warning" title={problemsInWords(counts)}>
            <ul>
              {preview.problems.slice(0, mostProblemsShown).map(({ row, message }) => (
                <li key={`${String(row)} ${message}`} className="tabular wrap-anywhere">
                  Row {inDigits(row)}: {message}
                </li>
              ))}
            </ul>
            <Button size="sm" className="mt-2" onPress={() => onPart('problems')}>
              Show all problems
            </Button>
          </Banner>
        )}
      </section>
      {part !== null && (
        <section aria-label="Parts of the file" className="flex min-w-0 flex-col gap-2">
          <div data-print="hide" role="radiogroup" aria-label="Part" className={countTabs}>
            {parts.map((one) => (
              <CountTab
                key={one}
                name="import-part"
                label={partWords(one)}
                count={countOf(one, counts)}
                isChosen={part === one}
                onChoose={() => onPart(one)}
              />
            ))}
          </div>
          {part === 'problems' ? (
            <ImportProblems
              problems={preview.problems}
              counts={counts}
              isInDoubt={preview.doubt !== null}
              hasOthers={cells.length > 0}
              fileName={file.name}
            />
          ) : part === 'already' ? (
            <ImportSettled cells={preview.already} count={counts.already} />
          ) : (
            <>
              {part !== 'changes' && meanings[part] !== undefined && (
                <p className="max-w-prose text-sm text-text-muted">{meanings[part]}</p>
              )}
              <ClosedByImport cells={chosen} onShow={showRecord} />
              <div className="flex max-h-[max(18rem,calc(100dvh-16rem))] min-w-0 flex-col gap-2">
                <ImportBlock
                  key={part}
                  {...{ cells, overrides, shown }}
                  onShown={() => setShown(null)}
                  positions={positions[part]}
                  already={preview.already}
                  onTick={(some, isOn) => onTick(ticked(cells, some, isOn, overrides))}
                />
              </div>
            </>
          )}
        </section>
      )}
      {cells.length > 0 && (
        <ImportApply
          cells={chosen}
          {...{ counts, reason, onReason, isPending }}
          onApply={(onSettled) => onApply(chosen, onSettled)}
        />
      )}
    </>
  );
}

export function partsOf({ counts }: Pick<Preview, 'counts'>): ImportPart[] {
  const filled = [...importKinds, 'already' as const, 'problems' as const].filter((part) => counts[part] > 0);
  return importKinds.filter((kind) => counts[kind] > 0).length > 1 ? ['changes', ...filled] : filled;
}

function countOf(part: ImportPart, counts: Preview['counts']): number {
  return part === 'changes' ? importKinds.reduce((sum, kind) => sum + counts[kind], 0) : counts[part];
}

function partWords(part: ImportPart): string {
  if (part === 'changes') return 'All changes';
  if (part === 'already') return 'No change needed';
  return part === 'problems' ? 'Problems' : importKindWords[part];
}
