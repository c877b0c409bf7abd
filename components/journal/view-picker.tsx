'use client';

import { Select } from '@/components/ui/select';
import { journalPresets } from '@/lib/domain/journal/presets';
import type { JournalAddress } from './journal-address';

/** Which task's columns are shown. */
export function ViewPicker({ address }: { address: JournalAddress }) {
  return (
    <Select
      label="Column preset"
      hideLabel
      value={address.view}
      onChange={address.setView}
      options={journalPresets.map(({ id, label }) => ({
        value: id,
        label: address.customColumns && id === address.view ? `${label}, changed` : label,
      }))}
      className="w-36 sm:w-44"
    />
  );
}
