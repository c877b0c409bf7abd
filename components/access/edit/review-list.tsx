'use client';

import { Minus, Plus } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import type { Column } from '@/components/ui/data-table';
import { SearchedTable } from '@/components/ui/searched-table';
import { recordInWords } from '@/lib/domain/access/access-words';
import type { Cell } from '@/lib/contract/access/access';
import type { WantedChange } from '@/lib/domain/access/change-proposal';
import { cellKey } from '@/lib/domain/access/cell-key';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { cellNames, type MatrixNames } from '@/lib/domain/access/matrix-names';

interface ReviewListProps {
  matrix: AccessMatrix;
  names: MatrixNames;
  changes: readonly WantedChange[];
  unticked: ReadonlySet<WantedChange>;
  onUntick: (unticked: ReadonlySet<WantedChange>) => void;
}

/** The changes of a review, each with a box to leave it out. */
export function ReviewList({ matrix, names, changes, unticked, onUntick }: ReviewListProps) {
  const column: Column<WantedChange> = {
    name: 'Change',
    cell: ({ cell, wanted }) => (
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="wrap-anywhere">
          <NamedCell cell={cell} names={cellNames(matrix, names, cell)} />
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
      textOf={({ cell }) => {
        const { record, entity } = cellNames(matrix, names, cell);
        return [cell.recordId, record, cell.entityId, entity].join('\n');
      }}
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

/** An assignment, each ID with its name set apart: a name may read like an ID, or run the other way. */
function NamedCell({ cell, names }: { cell: Cell; names: { record: string; entity: string } }) {
  const name = (text: string) => text !== '' && <bdi className="text-text-muted"> {text}</bdi>;
  return (
    <>
      {recordInWords(cell)}
      {name(names.record)}, entity {cell.entityId}
      {name(names.entity)}
    </>
  );
}
