import { Fragment } from 'react';
import { NamedId } from '@/components/ui/named-id';
import { classNames } from '@/components/ui/class-names';
import {
  comparedStates,
  countByType,
  type ComparedState,
  type Comparison,
} from '@/lib/domain/access/change/comparison';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { naturalOrderOf } from '@/lib/domain/natural-order';
import { inDigits } from '@/lib/domain/reader-formats';
import type { ComparedLines } from './compare-lines';
import { overInWords, stateLabels } from './compare-words';

interface CompareResultProps {
  matrix: AccessMatrix;
  names: MatrixNames;
  lines: ComparedLines;
  found: Comparison;
}

export function CompareResult(parts: CompareResultProps) {
  return (
    <div className="flex flex-col gap-2">
      {parts.lines.kind === 'entities' ? (
        <>
          <TypeTable {...parts} />
          <DifferingRecords {...parts} />
        </>
      ) : (
        <EntityGroups {...parts} />
      )}
      <p className="text-xs text-text-muted">An assignment that does not exist gives no access.</p>
    </div>
  );
}

const mostListed = 200;

function DifferingRecords({ matrix, names, lines, found }: CompareResultProps) {
  const labels = stateLabels(lines.first, lines.second);
  return (['only-first', 'only-second'] as const).map((state) => {
    const all = found[state];
    if (all.length === 0) return null;
    return (
      <details key={state} open={all.length <= 12} className="text-sm">
        <summary className="tabular cursor-pointer rounded-sm">
          {labels[state]}: {overInWords('entities', all.length)}
        </summary>
        <ul
          tabIndex={0}
          aria-label={labels[state]}
          className="tabular mt-1 flex max-h-60 flex-col overflow-y-auto pl-4 wrap-anywhere"
        >
          {all.slice(0, mostListed).map((record) => (
            <li key={record}>
              {matrix.recordType(record)} <NamedId name={names.record(record)} id={matrix.recordId(record)} />
            </li>
          ))}
        </ul>
        {all.length > mostListed && (
          <p className="pl-4 text-text-muted">
            These are the first {inDigits(mostListed)}. Narrow the filter to see others.
          </p>
        )}
      </details>
    );
  });
}

function EntityGroups({ matrix, names, lines, found }: CompareResultProps) {
  const labels = stateLabels(lines.first, lines.second);
  return (
    <ul className="tabular flex flex-col gap-2 text-sm wrap-anywhere">
      {comparedStates.map((state) => {
        const some = found[state];
        return (
          <li key={state}>
            <span className="font-medium">
              {labels[state]}: {some.length === 0 ? 'none' : overInWords('records', some.length)}
            </span>
            {some.length > 0 && ' — '}
            {some.map((entity, at) => (
              <Fragment key={entity}>
                {at > 0 && ', '}
                <NamedId name={names.entity(entity)} id={matrix.entityId(entity)} />
              </Fragment>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

const headClasses =
  'border-b border-line bg-head px-2 py-1.5 text-xs font-medium wrap-break-word text-text-muted max-sm:px-1.5';
const rowClasses = '[&>*]:px-2 max-sm:[&>*]:px-1.5 [&>*]:py-1.5 [&>*]:align-top';

function TypeTable({ matrix, lines, found }: CompareResultProps) {
  const labels = stateLabels(lines.first, lines.second);
  const byName = naturalOrderOf(matrix.recordTypes);
  const rows = [...countByType(matrix, found)]
    .map(([type, counts]) => ({ type: matrix.recordTypes[type] ?? '', counts }))
    .sort((a, b) => byName(a.type, b.type));
  return (
    <div
      role="region"
      aria-label="Records by type"
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line bg-surface"
    >
      <table translate="no" className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">Records by type and by which of the two may use them</caption>
        <thead>
          <tr className="align-bottom">
            <th scope="col" className={classNames(headClasses, 'text-left')}>
              Type
            </th>
            {comparedStates.map((state) => (
              <th key={state} scope="col" className={classNames(headClasses, 'min-w-14 text-right')}>
                {labels[state]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ type, counts }) => (
            <tr key={type} className={rowClasses}>
              <th scope="row" className="text-left font-normal wrap-break-word">
                {type}
              </th>
              <Numbers countOf={(state) => counts[state]} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={classNames(rowClasses, 'font-medium [&>*]:border-t [&>*]:border-line')}>
            <th scope="row" className="text-left font-medium">
              Total
            </th>
            <Numbers countOf={(state) => found[state].length} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Numbers({ countOf }: { countOf: (state: ComparedState) => number }) {
  return comparedStates.map((state) => (
    <td
      key={state}
      className={classNames(
        'tabular text-right whitespace-nowrap',
        countOf(state) === 0 && 'text-text-faint',
      )}
    >
      {inDigits(countOf(state))}
    </td>
  ));
}
