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
  /** Leads to the row of one. */
  onShow: (record: ShownRecord) => void;
}

/** Warns of records that some entity may use now, and none afterwards, and leads to them; nothing where there are none. */
export function ClosedRecords({ matrix, closed, onShow }: ClosedRecordsProps) {
  const names = useKeyNames();
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
  /** Whether it takes the focus where a dialog opens with it. */
  isFirst?: boolean;
}

/** Where the number of very many changes has to be typed before they are made. */
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

/** What is true of every change that is about to be made. */
export const safetyWords =
  'Each is compared with its value in the service once more before it is changed. You can pause, cancel and undo.';
