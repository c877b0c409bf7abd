'use client';

import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/fields/checkbox';
import { classNames } from '@/components/ui/class-names';
import { SearchField } from '@/components/ui/fields/search-field';
import { Status } from '@/components/ui/feedback/status';
import { recordInWords } from '@/lib/domain/access/access-words';
import type { Cell } from '@/lib/contract/access';
import type { WantedChange } from '@/lib/client/matrix/annotated-cells';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { cellNames, type MatrixNames } from '@/lib/domain/access/matrix-names';

interface ReviewListProps {
  matrix: AccessMatrix;
  names: MatrixNames;
  changes: readonly WantedChange[];
  unticked: ReadonlySet<WantedChange>;
  onUntick: (unticked: ReadonlySet<WantedChange>) => void;
}

const pageSize = 100;

/** The changes of a review, each with a box to leave it out; more than a hundred by pages. */
export function ReviewList({ matrix, names, changes, unticked, onUntick }: ReviewListProps) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const wanted = search.trim().toLowerCase();
  const found =
    wanted === ''
      ? changes
      : changes.filter(({ cell }) => {
          const { record, entity } = cellNames(matrix, names, cell);
          return [cell.recordId, record, cell.entityId, entity].join('\n').toLowerCase().includes(wanted);
        });
  const last = Math.max(0, Math.ceil(found.length / pageSize) - 1);
  const at = Math.min(page, last);
  const count = found.filter((change) => !unticked.has(change)).length;
  const tick = (some: readonly WantedChange[], isOn: boolean) => {
    const next = new Set(unticked);
    for (const change of some)
      if (isOn) next.delete(change);
      else next.add(change);
    onUntick(next);
  };
  return (
    <section aria-label="Assignments" className="flex min-h-0 flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Checkbox
          isSelected={count === found.length && count > 0}
          isIndeterminate={count > 0 && count < found.length}
          isDisabled={found.length === 0}
          onChange={(isOn) => tick(found, isOn)}
        >
          <span className="tabular">
            {found.length < changes.length ? 'All that were found' : 'All of them'}: {count.toLocaleString()}{' '}
            of {found.length.toLocaleString()} ticked
          </span>
        </Checkbox>
        {changes.length > 10 && (
          <SearchField
            label="Search"
            value={search}
            onChange={(text) => {
              setSearch(text);
              setPage(0);
            }}
            className="w-40"
          />
        )}
      </div>
      <ul
        className="max-h-80 overflow-y-auto overscroll-contain rounded-md border border-line"
        tabIndex={0}
        aria-label="What will happen"
      >
        {found.slice(at * pageSize, (at + 1) * pageSize).map((change) => (
          <li key={JSON.stringify(change.cell)} className="border-b border-line px-2 last:border-b-0">
            <Checkbox isSelected={!unticked.has(change)} onChange={(isOn) => tick([change], isOn)}>
              <span className="flex flex-wrap items-baseline justify-between gap-x-3 py-1">
                <span className="wrap-anywhere">
                  <NamedCell cell={change.cell} names={cellNames(matrix, names, change.cell)} />
                </span>
                <WhatHappens isGiven={change.wanted} />
              </span>
            </Checkbox>
          </li>
        ))}
        {found.length === 0 && <li className="p-2 text-sm text-text-muted">Nothing matches “{search}”.</li>}
      </ul>
      {last > 0 && (
        <nav aria-label="Pages" className="flex items-center justify-end gap-2 text-sm">
          <Status as="span" className="tabular text-text-muted">
            Page {(at + 1).toLocaleString()} of {(last + 1).toLocaleString()}
          </Status>
          <Button size="sm" isDisabled={at === 0} keepsFocus onPress={() => setPage(at - 1)}>
            Previous
          </Button>
          <Button size="sm" isDisabled={at === last} keepsFocus onPress={() => setPage(at + 1)}>
            Next
          </Button>
        </nav>
      )}
    </section>
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
