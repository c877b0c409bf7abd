'use client';

import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Popover } from '@/components/ui/popover';
import { SearchField } from '@/components/ui/search-field';
import { journalFieldGroups, journalFields } from '@/lib/domain/journal/fields';
import type { JournalAddress } from './journal-address';

interface ColumnChooserProps {
  address: JournalAddress;
  /** Shown columns in which no line of the page has a value. */
  emptyHere: number;
}

/** Which of all 167 fields are shown, by group; the panel and its search stay while columns come and go. */
export function ColumnChooser({ address, emptyHere }: ColumnChooserProps) {
  const shown = address.query.columns;
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
      className="flex w-80 flex-col overflow-hidden! p-0!"
    >
      <ChooserPanel address={address} emptyHere={emptyHere} />
    </Popover>
  );
}

function ChooserPanel({ address, emptyHere }: ColumnChooserProps) {
  const [search, setSearch] = useState('');
  const shown = address.query.columns;
  const wanted = search.trim().toLocaleLowerCase();
  const found = journalFields.filter(({ label, name }) =>
    `${label} ${name}`.toLocaleLowerCase().includes(wanted),
  );
  const toggle = (name: string, isSelected: boolean): void => {
    const next = isSelected ? [...shown, name] : shown.filter((other) => other !== name);
    if (next.length > 0) address.setColumns(next);
  };
  return (
    <div className="flex max-h-[inherit] min-h-0 flex-col">
      <div className="border-b border-line p-2">
        <SearchField label="Search 167 fields" value={search} onChange={setSearch} data-autofocus />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
        {journalFieldGroups.map((group) => {
          const fields = found.filter((field) => field.group === group);
          if (fields.length === 0) return null;
          return (
            <fieldset key={group} className="pb-2">
              <legend className="px-1 text-xs font-semibold text-text-muted">{group}</legend>
              {fields.map(({ name, label }) => (
                <Checkbox
                  key={name}
                  isSelected={shown.includes(name)}
                  isDisabled={shown.length === 1 && shown[0] === name}
                  onChange={(isSelected) => toggle(name, isSelected)}
                  className="rounded-sm px-1 hover:bg-surface-sunken"
                >
                  {label}
                </Checkbox>
              ))}
            </fieldset>
          );
        })}
        {found.length === 0 && <p className="p-2 text-sm text-text-muted">No field matches “{search}”.</p>}
      </div>
      <Checkbox
        isSelected={address.hideEmpty}
        onChange={address.setHideEmpty}
        className="border-t border-line px-3"
      >
        Hide empty columns ({emptyHere})
      </Checkbox>
      <div className="flex items-center justify-between gap-2 border-t border-line p-2">
        <span role="status" className="tabular text-xs text-text-muted">
          {shown.length} of {journalFields.length} shown
        </span>
        <Button
          size="sm"
          variant="ghost"
          isDisabled={!address.customColumns}
          onPress={() => address.setColumns([])}
        >
          Reset to preset
        </Button>
      </div>
    </div>
  );
}
