'use client';

import type { Column } from '@/components/ui/tables/data-table';
import { classNames } from '@/components/ui/class-names';
import { NamedId } from '@/components/ui/named-id';
import { TextLink } from '@/components/ui/text-link';
import { useKeyNames } from '@/lib/client/use-names';
import type { ChangeCell } from '@/lib/contract/changes/changes';
import { cellChangeInWords } from '@/lib/domain/changes/cell-words';
import { cellInWords, valueInWords } from '@/lib/domain/access/access-words';
import { isProven } from './standing-line';
import { cancelledWords } from '@/lib/domain/changes/outcome-meanings';
import { useChangeLinks } from '@/components/changes/change-links';
import { When } from '@/components/changes/row-words';
import { OutcomeBadge } from '@/components/changes/outcome/state-badge';
import { outcomeWords } from '@/components/changes/outcome/outcome-words';

export const cellColumns = (isUndone: boolean): Column<ChangeCell>[] => [
  {
    name: 'Record',
    cellClassName: 'min-w-40',
    skeleton: 'w-52',
    cell: (cell) => (
      <>
        <RecordLink cell={cell} />
        <span className="block text-text-muted lg:hidden print:hidden">
          Entity <EntityOf cell={cell} />
        </span>
        <span className="block text-xs text-text-muted sm:hidden">
          <CellChange {...{ cell, isUndone }} />
        </span>
      </>
    ),
  },
  {
    name: 'Entity',
    className: 'max-lg:not-print:hidden',
    cellClassName: 'min-w-32',
    skeleton: 'w-36',
    cell: (cell) => <EntityOf cell={cell} />,
  },
  {
    name: 'Change',
    className: 'max-sm:hidden',
    cellClassName: 'whitespace-nowrap',
    skeleton: 'w-36',
    cell: (cell) => <CellChange {...{ cell, isUndone }} />,
  },
  {
    name: 'Outcome',
    cellClassName: 'min-w-36',
    skeleton: 'w-20',
    cell: ({ state, detail }) => (
      <>
        <OutcomeBadge state={state} />
        {!['', cancelledWords, outcomeWords[state].meaning].includes(detail) && (
          <p className="mt-0.5 max-w-[48ch] text-xs wrap-anywhere text-text-muted">
            {state === 'pending' && 'Last time: '}
            {detail}
          </p>
        )}
      </>
    ),
  },
  {
    name: 'Finished',
    className: 'text-right! max-md:not-print:hidden print:text-left!',
    cellClassName: 'text-text-muted print:min-w-24',
    skeleton: 'ml-auto w-14',
    cell: ({ settledAt, sends }) => (
      <>
        {settledAt !== null && <When at={settledAt} look="short" />}
        {sends > 1 && <span className="block text-xs">sent {sends} times</span>}
      </>
    ),
  },
];

/** The outcome, and the value in the service where it differs now. */
function CellChange({ cell, isUndone }: { cell: ChangeCell; isUndone: boolean }) {
  const { accessible, now, state } = cell;
  return (
    <>
      {cellChangeInWords(cell)}
      {isProven(state) && now !== undefined && now !== accessible && (
        <span
          className={classNames('block text-xs', isUndone ? 'text-text-muted' : 'font-medium text-warning')}
        >
          {isUndone ? 'undone' : 'changed since'}: {valueInWords(now)} now
        </span>
      )}
    </>
  );
}

function RecordLink({ cell }: { cell: ChangeCell }) {
  const links = useChangeLinks();
  const names = useKeyNames();
  return (
    <TextLink look="title" href={links.history(cell)} aria-label={cellInWords(cell, names)}>
      {cell.recordType} <NamedId name={names.record(cell)} id={cell.recordId} />
    </TextLink>
  );
}

function EntityOf({ cell: { entityId } }: { cell: ChangeCell }) {
  return <NamedId name={useKeyNames().entity(entityId)} id={entityId} />;
}
