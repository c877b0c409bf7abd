'use client';

import { Minus, Plus } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import type { Column } from '@/components/ui/data-table';
import { NamedId } from '@/components/ui/named-id';
import { SearchedTable } from '@/components/ui/searched-table';
import { useKeyNames } from '@/lib/client/use-key-names';
import type { Cell } from '@/lib/contract/access/access';
import type { WantedChange } from '@/lib/domain/access/change-proposal';
import { cellKey } from '@/lib/domain/access/cell-key';
import type { KeyNames } from '@/lib/domain/access/named';

interface ReviewListProps {
  changes: readonly WantedChange[];
  unticked: ReadonlySet<WantedChange>;
  onUntick: (unticked: ReadonlySet<WantedChange>) => void;
}

/** The changes of a review, each with a box to leave it out. */
export function ReviewList({ changes, unticked, onUntick }: ReviewListProps) {
  const names = useKeyNames();
  const column: Column<WantedChange> = {
    name: 'Change',
    cell: ({ cell, wanted }) => (
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="wrap-anywhere">
          <NamedCell {...{ cell, names }} />
        </span>
        <WhatHappens isGiven={wanted} />
      </span>
    ),
  };
  const onTick = (some: readonly WantedChange[], isOn: boolean) => {
    const next = new Set(unticked);
    for (const change of some)
      if (isOn) next.delete(change);
      else next.add(change);
    onUntick(next);
  };
  return (
    <SearchedTable
      label="Assignments"
      items={changes}
      columns={[column]}
      keyOf={({ cell }) => cellKey(cell)}
      textOf={({ cell }) =>
        [cell.recordId, names.record(cell), cell.entityId, names.entity(cell.entityId)].join('\n')
      }
      ticks={{ isOn: (change) => !unticked.has(change), onTick }}
      className="max-h-80"
    />
  );
}

/** Which way it goes, by word, sign and colour: one removal among hundred gifts is to be seen. */
function WhatHappens({ isGiven }: { isGiven: boolean }) {
  const Icon = isGiven ? Plus : Minus;
  return (
    <span
      className={classNames(
        'flex items-center gap-1 self-center',
        isGiven ? 'text-text-muted' : 'font-medium text-danger',
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {isGiven ? 'give access' : 'remove access'}
    </span>
  );
}

function NamedCell({ cell, names }: { cell: Cell; names: KeyNames }) {
  return (
    <>
      {cell.recordType} <NamedId name={names.record(cell)} id={cell.recordId} />, entity{' '}
      <NamedId name={names.entity(cell.entityId)} id={cell.entityId} />
    </>
  );
}
