'use client';

import { MultiSelect } from '@/components/ui/fields/multi-select';
import { Select } from '@/components/ui/fields/select';
import type { JournalAddress } from '@/components/journal/journal-address';
import { journalFields } from '@/lib/domain/journal/fields';
import { keyLabel } from '@/lib/domain/journal/group-table';
import { addsUp, mostKeys, mostSums } from '@/lib/domain/journal/grouping';
import type { ShownGrouping } from './grouping-parameters';
import { offeredKeys } from './key-words';

const keys = offeredKeys().map((key) => ({ value: key.name, label: keyLabel(key) }));
const sums = journalFields.filter(addsUp).map(({ name, label }) => ({ value: name, label }));
const none = { value: '', label: 'None' };
const labels = ['Group by', 'Then by', 'Then by'];

/** By what lines are put together, what stands across, and what is added up. */
export function GroupingBar({
  grouping: { by, sum, across },
  group,
}: {
  grouping: ShownGrouping;
  group: JournalAddress['group'];
}) {
  const left = (own: string | null | undefined) =>
    keys.filter(({ value }) => value === own || (value !== across && !by.includes(value)));
  const places = Array.from({ length: Math.min(by.length + 1, mostKeys) }, (_, at) => at);
  return (
    <section aria-label="Grouping" className="flex flex-wrap items-end gap-2 px-4 pb-2">
      {places.map((at) => (
        <Select
          key={at}
          label={labels[at] ?? ''}
          value={by[at] ?? ''}
          options={[...(at === 0 && by.length === 1 ? [] : [none]), ...left(by[at])]}
          onChange={(name) =>
            group({ by: [...by.slice(0, at), ...(name === '' ? [] : [name]), ...by.slice(at + 1)] })
          }
          className="w-44 max-sm:w-[calc(50%-4px)]"
        />
      ))}
      <Select
        label="Across"
        value={across ?? ''}
        options={[none, ...left(across)]}
        onChange={(name) => group({ across: name === '' ? null : name })}
        className="w-44 max-sm:w-[calc(50%-4px)]"
      />
      <MultiSelect
        label="Sums"
        mostNamed={2}
        hideLabel={false}
        allLabel="Lines only"
        values={sum}
        options={sums}
        onChange={(chosen) => group({ sum: chosen.slice(-mostSums) })}
      />
    </section>
  );
}
