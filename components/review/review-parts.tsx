'use client';

import { TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { TextField } from '@/components/ui/fields/text-field';
import { useKeyNames } from '@/lib/client/use-names';
import { closedInWords } from '@/lib/domain/access/change/proposal-counts';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { inDigits } from '@/lib/domain/reader-formats';
import type { ShownRecord } from './change-block';

interface ClosedRecordsProps {
  matrix: AccessMatrix;
  closed: readonly number[];
  /** As of `ChangeBlock`. */
  connection?: string | undefined;
  onShow: (record: ShownRecord) => void;
}

/** Warns of records that will be left without any entity, with links to their rows. */
export function ClosedRecords({ matrix, closed, connection, onShow }: ClosedRecordsProps) {
  const names = useKeyNames(connection);
  if (closed.length === 0) return null;
  const { risk, named, more } = closedInWords(matrix, closed, names);
  return (
    <p className="flex items-center gap-2 font-medium text-warning">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {risk}
        {named.map(({ record, words }, at) => (
          <Fragment key={record}>
            {' '}
            <button
              type="button"
              className="rounded-sm text-left font-normal"
              onClick={() => onShow(matrix.cell(record, -1))}
            >
              <span className="underline underline-offset-2">{words}</span>
              {at < named.length - 1 && ','}
            </button>
          </Fragment>
        ))}
        {more > 0 && <span className="font-normal"> and {inDigits(more)} more</span>}
      </span>
    </p>
  );
}

interface TypedCountProps {
  count: number;
  value: string;
  onChange: (typed: string) => void;
  /** Takes the focus when its dialog opens. */
  isFirst?: boolean;
}

/** A person types the number of changes before a very large set is applied. */
export function TypedCount({ count, isFirst = false, ...field }: TypedCountProps) {
  return (
    <TextField
      {...field}
      label={`Type ${inDigits(count)} to continue`}
      inputMode="numeric"
      autoComplete="off"
      {...(isFirst && { 'data-autofocus': '' })}
    />
  );
}

export const safetyWords =
  'Each is compared with its value in the service once more before it is changed. You can pause, cancel and undo.';
