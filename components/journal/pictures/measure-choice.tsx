'use client';

import type { JournalAddress } from '@/components/journal/journal-address';
import { SegmentedControl } from '@/components/ui/fields/segmented-control';
import type { Measure } from './measure';

const options: readonly { value: Measure; label: string }[] = [
  { value: 'lines', label: 'Lines' },
  { value: 'amount', label: 'Amount' },
];

/** Whether the pictures of the page tell of lines or amounts; one choice for all of them, kept in the address. */
export function MeasureChoice({ label, address }: { label: string; address: JournalAddress }) {
  return (
    <SegmentedControl<Measure>
      label={label}
      value={address.measure}
      onChange={address.setMeasure}
      options={options}
    />
  );
}
