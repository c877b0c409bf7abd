'use client';

import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DraftField } from '@/components/ui/draft-field';
import { Select, type SelectOption } from '@/components/ui/select';
import { daysAreReversed, isFiltered, type ChangesShown, type useChangesAddress } from './changes-address';
import { outcomeOrder, outcomeWords } from './outcome-words';

const all = 'all';

const kinds: readonly SelectOption<NonNullable<ChangesShown['kind']> | typeof all>[] = [
  { value: all, label: 'By this console' },
  { value: 'switch', label: 'Single switches' },
  { value: 'changes', label: 'Change sets' },
  { value: 'import', label: 'From files' },
  { value: 'undo', label: 'Undo' },
  { value: 'outside', label: 'Not by this console' },
];

const states: readonly SelectOption<NonNullable<ChangesShown['state']> | typeof all>[] = [
  { value: all, label: 'All' },
  { value: 'active', label: 'Not ended' },
  { value: 'queued', label: 'Waiting' },
  { value: 'running', label: 'Running' },
  { value: 'paused', label: 'Paused' },
  { value: 'done', label: 'Done' },
  { value: 'cancelled', label: 'Cancelled' },
];

const outcomes: readonly SelectOption<NonNullable<ChangesShown['outcome']> | typeof all>[] = [
  { value: all, label: 'All' },
  ...outcomeOrder.map((state) => ({ value: state, label: outcomeWords[state].label })),
];

const texts = [
  ['person', 'Person', 'sm:w-28'],
  ['recordType', 'Record type', 'sm:w-26'],
  ['entityId', 'Entity', 'sm:w-20'],
] as const;

/** The filters of the list of changes; on narrow screens all but the record fold away. */
export function ChangesFilter({ address: [shown, set] }: { address: ReturnType<typeof useChangesAddress> }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const isOutside = shown.kind === 'outside';
  const narrow = (change: Partial<ChangesShown>) => void set({ ...change, before: null });
  return (
    <section aria-label="Filters" data-print="hide" className="flex flex-wrap items-start gap-2">
      <DraftField
        label="Record ID"
        placeholder="All of it"
        maxLength={250}
        value={shown.recordId}
        onCommit={(recordId) => narrow({ recordId })}
        className="flex-1 sm:w-24 sm:flex-none"
      />
      <Button aria-expanded={isUnfolded} onPress={() => setUnfolded(!isUnfolded)} className="mt-5 sm:hidden">
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        Filters
      </Button>
      <div
        className={
          isUnfolded ? 'grid w-full grid-cols-2 items-start gap-2 sm:contents' : 'hidden sm:contents'
        }
      >
        {texts.map(([name, label, width]) =>
          isOutside && name === 'person' ? null : (
            <DraftField
              key={name}
              label={label}
              maxLength={name === 'person' ? 200 : 250}
              value={shown[name]}
              onCommit={(value) => narrow({ [name]: value })}
              className={width}
            />
          ),
        )}
        <Select
          label="Made"
          value={shown.kind ?? all}
          options={kinds}
          onChange={(kind) =>
            narrow(
              kind === 'outside'
                ? { kind, person: '', outcome: null, state: null }
                : { kind: kind === all ? null : kind },
            )
          }
          className="sm:w-38"
        />
        {!isOutside && (
          <>
            <Select
              label="State"
              value={shown.state ?? all}
              options={states}
              onChange={(state) => narrow({ state: state === all ? null : state })}
              className="sm:w-26"
            />
            <Select
              label="With outcome"
              value={shown.outcome ?? all}
              options={outcomes}
              onChange={(outcome) => narrow({ outcome: outcome === all ? null : outcome })}
              className="sm:w-34"
            />
          </>
        )}
        <DraftField
          look="date"
          label="From"
          value={shown.from}
          onCommit={(from) => narrow({ from })}
          className="sm:w-33"
        />
        <DraftField
          look="date"
          label="To"
          value={shown.to}
          onCommit={(to) => narrow({ to })}
          errorMessage={daysAreReversed(shown) ? 'Ends before it begins' : undefined}
          className="sm:w-33"
        />
        {isFiltered(shown) && (
          <Button variant="ghost" className="mt-5" onPress={() => void set(null)}>
            Clear filters
          </Button>
        )}
      </div>
    </section>
  );
}
