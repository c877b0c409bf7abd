'use client';

import { Select, type SelectOption } from '@/components/ui/fields/select';
import { outcomeOrder, outcomeWords } from '@/components/changes/outcome/outcome-words';
import { changeSetStates } from '@/lib/contract/changes/change-states';
import type { ChangesShown } from './changes-parameters';
import { kindWords, stateFilterWords } from './filter-words';

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

interface MoreFiltersProps {
  shown: ChangesShown;
  narrow: (change: Partial<ChangesShown>) => void;
}

export function MoreFilters({ shown, narrow }: MoreFiltersProps) {
  return (
    <div className="flex flex-col gap-3">
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
      />
      {shown.kind !== 'outside' && (
        <>
          <Select
            label="State"
            value={shown.state ?? all}
            options={states}
            onChange={(state) => narrow({ state: state === all ? null : state })}
            isSet={shown.state !== null}
          />
          <Select
            label="With outcome"
            value={shown.outcome ?? all}
            options={outcomes}
            onChange={(outcome) => narrow({ outcome: outcome === all ? null : outcome })}
            isSet={shown.outcome !== null}
          />
        </>
      )}
    </div>
  );
}
