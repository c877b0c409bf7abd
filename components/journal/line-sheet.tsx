'use client';

import { useQuery } from '@tanstack/react-query';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { Sheet } from '@/components/ui/overlays/modal';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { problemOf } from '@/lib/client/api';
import { journalLineQuery, type LineKey } from '@/lib/client/journal';
import type { JournalRow } from '@/lib/contract/journal';
import { isUnset } from '@/lib/domain/journal/emptiness';
import { journalFieldGroups, journalFields, type JournalField } from '@/lib/domain/journal/fields';
import { CellValue } from './cell-value';

interface LineSheetProps {
  line: LineKey | null;
  connection: string | undefined;
  onClose: () => void;
}

/** All 167 fields of one line: those that tell something by group, then zeros, then what is not set. */
export function LineSheet({ line, connection, onClose }: LineSheetProps) {
  return (
    <Sheet
      title={line ? `Line ${line.lineNo} of ${line.template} / ${line.batch}` : ''}
      isOpen={line !== null}
      onClose={onClose}
    >
      {line && <LineFields line={line} connection={connection} />}
    </Sheet>
  );
}

function LineFields({ line, connection }: { line: LineKey; connection: string | undefined }) {
  const { data, error, refetch } = useQuery(journalLineQuery(line, connection));
  if (error && !data) return <ProblemView problem={problemOf(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-96 w-full" />;
  if (data === null) {
    return <p>This line is no longer in the journal. It has been posted or removed in Business Central.</p>;
  }
  const telling = journalFields.filter(({ name }) => !isUnset(data[name]) && !isZero(data[name]));
  const zero = journalFields.filter(({ name }) => isZero(data[name]));
  const unset = journalFields.filter(({ name }) => isUnset(data[name]));
  return (
    <div className="flex flex-col gap-5">
      {journalFieldGroups.map((group) => (
        <FieldGroup
          key={group}
          title={group}
          fields={telling.filter((field) => field.group === group)}
          row={data}
        />
      ))}
      <details>
        <summary className="text-sm font-semibold">Zero or No ({zero.length})</summary>
        <FieldGroup fields={zero} row={data} />
      </details>
      <details>
        <summary className="text-sm font-semibold">Not set ({unset.length})</summary>
        <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-4 gap-y-1 text-sm text-text-muted">
          {unset.map(({ name, label }) => (
            <li key={name}>{label}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}

/** Real values, yet the ones that most fields of most lines have: shown after those that tell something. */
function isZero(value: JournalRow[string] | undefined): boolean {
  return value === 0 || value === false;
}

interface FieldGroupProps {
  title?: string;
  fields: readonly JournalField[];
  row: JournalRow;
}

function FieldGroup({ title, fields, row }: FieldGroupProps) {
  if (fields.length === 0) return null;
  return (
    <section>
      {title !== undefined && <h3 className="mb-1 text-sm font-semibold">{title}</h3>}
      <dl className="divide-y divide-line border-y border-line text-sm">
        {fields.map((field) => (
          <div key={field.name} className="flex gap-4 py-1.5">
            <dt className="w-2/5 shrink-0 text-text-muted" title={field.name}>
              {field.label}
            </dt>
            <dd className="tabular min-w-0 flex-1 wrap-anywhere">
              <CellValue field={field} value={row[field.name]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
