'use client';

import { Button } from '@/components/ui/button';
import { MultiSelect } from '@/components/ui/fields/multi-select';
import { Select } from '@/components/ui/fields/select';
import type { JournalAddress } from '@/components/journal/journal-address';
import { journalFields } from '@/lib/domain/journal/fields';
import { keyLabel } from '@/lib/domain/journal/group-table';
import { addsUp, mostKeys, mostSums } from '@/lib/domain/journal/grouping';
import type { Flow } from '@/lib/domain/journal/movement';
import type { ShownGrouping } from './grouping-parameters';
import { offeredKeys } from './key-words';

const keys = offeredKeys().map((key) => ({ value: key.name, label: keyLabel(key) }));
const flows: readonly Flow[] = ['in', 'out', 'net'];
const usual = ['Amount', 'Quantity'];
const sums = journalFields
  .filter(addsUp)
  .toSorted((a, b) => Number(usual.includes(b.name)) - Number(usual.includes(a.name)))
  .flatMap(({ name, label }) =>
    flows.map((flow) => ({ value: `${name}.${flow}`, label: `${label} ${flow}` })),
  );
const none = { value: '', label: 'none' };

const monthEnd = { by: ['BssiEntityID'], across: 'PostingDate.week', sum: ['Amount.net'], order: null };

interface GroupingBarProps {
  grouping: ShownGrouping;
  group: JournalAddress['group'];
  onMonthEnd: () => void;
}

export function GroupingBar({ grouping: { by, sum, across }, group, onMonthEnd }: GroupingBarProps) {
  const left = (own: string | null | undefined) =>
    keys.filter(({ value }) => value === own || (value !== across && !by.includes(value)));
  const places = Array.from({ length: Math.min(by.length + 1, mostKeys) }, (_, at) => at);
  const isMonthEnd = by.join() === monthEnd.by.join() && across === monthEnd.across;
  return (
    <section
      aria-label="Grouping"
      data-print="hide"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 pb-2 text-sm text-text-muted max-sm:grid max-sm:grid-cols-2"
    >
      {places.map((at) => (
        <Choice
          key={at}
          word={at === 0 ? 'Group by' : 'then'}
          label={at === 0 ? 'Group by' : 'Then by'}
          value={by[at] ?? ''}
          options={[...(at === 0 && by.length === 1 ? [] : [none]), ...left(by[at])]}
          onChange={(name) =>
            group({ by: [...by.slice(0, at), ...(name === '' ? [] : [name]), ...by.slice(at + 1)] })
          }
        />
      ))}
      <Choice
        word="across"
        label="Across"
        value={across ?? ''}
        options={[none, ...left(across)]}
        onChange={(name) => group({ across: name === '' ? null : name })}
      />
      <span className="flex min-w-0 items-center gap-2">
        <span aria-hidden="true">sums</span>
        <MultiSelect
          label="Sums"
          isFilter={false}
          allLabel="lines only"
          values={sum}
          options={sums}
          onChange={(chosen) => group({ sum: chosen.slice(-mostSums) })}
        />
      </span>
      <Button
        aria-pressed={isMonthEnd}
        onPress={() => {
          if (!isMonthEnd) group(monthEnd);
          onMonthEnd();
        }}
      >
        Month end
      </Button>
    </section>
  );
}

interface ChoiceProps {
  /** Stands before the list; the list's own label is hidden. */
  word: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

function Choice({ word, ...select }: ChoiceProps) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span aria-hidden="true" className="shrink-0">
        {word}
      </span>
      {/* As wide as its words, where the browser can. */}
      <Select
        hideLabel
        className="max-sm:flex-1 sm:max-w-48 sm:[&_select]:w-auto sm:[&_select]:[field-sizing:content]"
        {...select}
      />
    </span>
  );
}
