'use client';

import { Columns3 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/overlays/popover';
import { Select } from '@/components/ui/fields/select';
import { journalPresets } from '@/lib/domain/journal/presets';
import type { JournalAddress } from '../journal-address';
import { ChooserPanel, type ChooserPanelProps } from './chooser-panel';

export function ColumnPresetPicker({ address }: { address: JournalAddress }) {
  return (
    <Select
      label="Columns:"
      value={address.view}
      onChange={address.setView}
      options={journalPresets.map(({ id, label }) => ({
        value: id,
        label: address.customColumns && id === address.view ? `${label}, changed` : label,
      }))}
      className="flex-row! items-center gap-2! @max-4xl:[&>label]:sr-only [&>label]:shrink-0 [&>span]:w-36 sm:[&>span]:w-44"
    />
  );
}

export function ColumnChooser(props: ChooserPanelProps) {
  const shown = props.address.query.columns;
  return (
    <Popover
      label="Columns"
      align="end"
      trigger={
        <Button>
          <Columns3 aria-hidden="true" className="size-4" />
          Columns <span className="tabular font-normal text-text-muted">{shown.length}</span>
        </Button>
      }
      className="w-80 overflow-hidden! p-0!"
    >
      <ChooserPanel {...props} />
    </Popover>
  );
}
