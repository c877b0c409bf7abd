'use client';

import type { Column } from '@/components/ui/data-table';
import { NamedId } from '@/components/ui/named-id';
import { TextLink } from '@/components/ui/text-link';
import { Instant } from '@/components/ui/instant';
import { useKeyNames } from '@/lib/client/use-key-names';
import type { ChangeCell } from '@/lib/contract/changes/changes';
import { stepInWords } from '@/lib/domain/changes/change-words';
import { cancelledWords } from '@/lib/domain/changes/outcome-meanings';
import { useChangeLinks } from '@/components/changes/change-links';
import { OutcomeBadge } from '@/components/changes/outcome/outcome-badge';
import { outcomeWords } from '@/components/changes/outcome/outcome-words';

/** From what to what: the value before as it was read, or else as it was seen. */
function stepOf({ before, expected, accessible, state }: ChangeCell): string {
  const from = before ?? expected;
  if (state === 'already') return stepInWords(accessible, accessible).split(' → ')[1] ?? '';
  if (from === null) return accessible ? 'give access' : 'remove access';
  return stepInWords(from, accessible);
}

/** What a set's page tells of each assignment. */
export const cellColumns: Column<ChangeCell>[] = [
  {
    name: 'Assignment',
    cellClassName: 'min-w-40',
    skeleton: 'w-52',
    cell: (cell) => (
      <>
        <CellLink cell={cell} />
        <span className="block text-xs text-text-muted sm:hidden">{stepOf(cell)}</span>
      </>
    ),
  },
  {
    name: 'Change',
    className: 'max-sm:hidden',
    cellClassName: 'whitespace-nowrap',
    skeleton: 'w-36',
    cell: stepOf,
  },
  {
    name: 'Outcome',
    cellClassName: 'min-w-36',
    skeleton: 'w-20',
    cell: ({ state, detail }) => (
      <>
        <OutcomeBadge state={state} />
        {!['', cancelledWords, outcomeWords[state].meaning].includes(detail) && (
          <p className="mt-0.5 max-w-prose text-xs wrap-anywhere text-text-muted">{detail}</p>
        )}
      </>
    ),
  },
  {
    name: 'Finished',
    className: 'text-right! max-md:hidden',
    cellClassName: 'text-text-muted',
    skeleton: 'ml-auto w-14',
    cell: ({ settledAt, sends }) => (
      <>
        {settledAt !== null && <Instant at={settledAt} />}
        {sends > 1 && <span className="block text-xs">sent {sends} times</span>}
      </>
    ),
  },
];

function CellLink({ cell }: { cell: ChangeCell }) {
  const links = useChangeLinks();
  const names = useKeyNames();
  return (
    <TextLink look="title" href={links.history(cell)}>
      {cell.recordType} <NamedId name={names.record(cell)} id={cell.recordId} />
      <span className="text-text-muted">
        , entity <NamedId name={names.entity(cell.entityId)} id={cell.entityId} />
      </span>
    </TextLink>
  );
}
