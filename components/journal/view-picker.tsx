'use client';

import { Select } from '@/components/ui/select';
import { journalPresets } from '@/lib/domain/journal/presets';
import type { JournalAddress } from './journal-address';

/** Which task's columns are shown. */
export function ViewPicker({ address }: { address: JournalAddress }) {
  return (
    <Select
      label="Columns for"
      value={address.view}
      onChange={address.setView}
      options={journalPresets.map(({ id, label }) => ({
        value: id,
        label: address.customColumns && id === address.view ? `${label}, changed` : label,
      }))}
      className="flex-row! items-center gap-2! [&>label]:shrink-0 [&>span]:w-36 sm:[&>span]:w-44"
    />
  );
}
