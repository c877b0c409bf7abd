'use client';

import { DraftField } from '@/components/ui/fields/draft-field';
import { FilterFields } from '@/components/ui/fields/filter-fields';
import { Select, type SelectOption } from '@/components/ui/fields/select';
import { isDay } from '@/lib/domain/calendar-day';
import { changeSetStates } from '@/lib/contract/changes/change-states';
import type { useChangesAddress } from './changes-address';
import { countFilters, daysAreReversed, type ChangesShown } from './changes-parameters';
import { EntityFilter, RecordTypeFilter } from './key-filters';
import { kindWords, stateFilterWords } from './filter-words';
import { outcomeOrder, outcomeWords } from '@/components/changes/outcome/outcome-words';

const all = 'all';

const kinds: readonly SelectOption<NonNullable<ChangesShown['kind']> | typeof all>[] = [
  { value: all, label: 'Console' },
  ...(['switch', 'changes', 'import', 'undo', 'outside'] as const).map((value) => ({
    value,
    label: kindWords[value],
  })),
];

const states: readonly SelectOption<NonNullable<ChangesShown['state']> | typeof all>[] = [
  { value: all, label: 'All' },
  ...(['active', ...changeSetStates] as const).map((value) => ({ value, label: stateFilterWords[value] })),
];

const outcomes: readonly SelectOption<NonNullable<ChangesShown['outcome']> | typeof all>[] = [
  { value: all, label: 'All' },
  ...outcomeOrder.map((state) => ({ value: state, label: outcomeWords[state].label })),
];

/** The filters of the list of changes; on narrow screens all but the record fold away. */
export function ChangesFilter({ address: [shown, set] }: { address: ReturnType<typeof useChangesAddress> }) {
  const isOutside = shown.kind === 'outside';
  const narrow = (change: Partial<ChangesShown>) => void set({ ...change, before: null });
  const narrowDay = (name: 'from' | 'to') => (value: string) => {
    if (value !== '' && !isDay(value)) return false; // still being typed
    narrow({ [name]: value });
    return true;
  };
  return (
    <FilterFields
      unfolded="grid grid-cols-2"
      hasOwnRow={false}
      folded={countFilters({ ...shown, recordId: '', mine: false })}
      first={
        <DraftField
          label="Record ID"
          placeholder="Exact ID"
          maxLength={250}
          value={shown.recordId}
          onCommit={(recordId) => narrow({ recordId })}
          className="flex-1 @3xl:w-24 @3xl:flex-none"
        />
      }
    >
      {!isOutside && (
        <DraftField
          label="Person"
          placeholder="Part of name"
          maxLength={200}
          value={shown.person}
          onCommit={(person) => narrow({ person })}
          className="@3xl:w-28"
        />
      )}
      <RecordTypeFilter value={shown.recordType} onChange={(recordType) => narrow({ recordType })} />
      <EntityFilter value={shown.entityId} onChange={(entityId) => narrow({ entityId })} />
      <Select
        label="Source"
        value={shown.kind ?? all}
        options={kinds}
        onChange={(kind) =>
          narrow(
            kind === 'outside'
              ? { kind, person: '', mine: false, outcome: null, state: null }
              : { kind: kind === all ? null : kind },
          )
        }
        isSet={shown.kind !== null}
        className="@3xl:w-34"
      />
      {!isOutside && (
        <>
          <Select
            label="State"
            value={shown.state ?? all}
            options={states}
            onChange={(state) => narrow({ state: state === all ? null : state })}
            isSet={shown.state !== null}
            className="@3xl:w-26"
          />
          <Select
            label="With outcome"
            value={shown.outcome ?? all}
            options={outcomes}
            onChange={(outcome) => narrow({ outcome: outcome === all ? null : outcome })}
            isSet={shown.outcome !== null}
            className="@3xl:w-42"
          />
        </>
      )}
      <div className="col-span-2 grid grid-cols-2 gap-2">
        <DraftField
          look="date"
          label="From"
          value={shown.from}
          onCommit={narrowDay('from')}
          className="@3xl:w-33"
        />
        <DraftField
          look="date"
          label="To"
          value={shown.to}
          onCommit={narrowDay('to')}
          errorMessage={daysAreReversed(shown) ? 'Ends before it begins' : undefined}
          className="@3xl:w-33"
        />
      </div>
    </FilterFields>
  );
}
