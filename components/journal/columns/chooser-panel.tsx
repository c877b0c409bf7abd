'use client';

import { ArrowDown, ArrowUp, Minus, Pin, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/fields/checkbox';
import { IconButton } from '@/components/ui/icon-button';
import { SearchField } from '@/components/ui/fields/search-field';
import { Status } from '@/components/ui/feedback/status';
import { journalFieldGroups, journalFields } from '@/lib/domain/journal/fields';
import { leadingColumns } from '@/lib/domain/journal/presets';
import type { JournalAddress } from '../journal-address';
import { columnsOf, moveColumn, resizeColumn, type RowsModel } from '../table/table-model';

export interface ChooserPanelProps {
  address: JournalAddress;
  table: RowsModel;
  emptyHere: number;
}

export function ChooserPanel({ address, table, emptyHere }: ChooserPanelProps) {
  const [search, setSearch] = useState('');
  const shown = address.query.columns;
  const wanted = search.trim().toLowerCase();
  const found = journalFields.filter(({ label, name }) => `${label} ${name}`.toLowerCase().includes(wanted));
  return (
    <div className="flex min-h-0 flex-col">
      <div className="border-b border-line p-2">
        <SearchField label="Search 167 fields" value={search} onChange={setSearch} data-autofocus />
      </div>
      <div translate="no" className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
        {wanted === '' && <Arrangement table={table} />}
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
                  onChange={(isSelected) => table.getColumn(name)?.toggleVisibility(isSelected)}
                  className="rounded-sm px-1 hover:bg-hover"
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
        <Status as="span" className="tabular text-xs text-text-muted">
          {shown.length} of {journalFields.length} shown
        </Status>
        <Button
          size="sm"
          variant="ghost"
          isDisabled={!address.customColumns && !hasOwnLayout(address)}
          onPress={() => {
            address.setColumns([]);
            address.setWidths({});
            address.setPins(leadingColumns);
          }}
        >
          Reset to preset
        </Button>
      </div>
    </div>
  );
}

function hasOwnLayout({ widths, pins }: JournalAddress): boolean {
  return Object.keys(widths).length > 0 || pins.join() !== leadingColumns.join();
}

/** Px. */
const widthStep = 24;

/** Order, width and freezing by buttons; the table offers the same by drag and keys. */
function Arrangement({ table }: { table: RowsModel }) {
  return (
    <details className="pb-2">
      <summary className="cursor-pointer rounded-sm px-1 text-xs font-semibold text-text-muted">
        Arrange the shown columns
      </summary>
      <ol aria-label="Shown columns">
        {columnsOf(table).map((column) => {
          const label = String(column.columnDef.header);
          const isPinned = column.getIsPinned() === 'start';
          const steps = [
            { does: 'Earlier', Icon: ArrowUp, press: () => moveColumn(table, column, -1) },
            { does: 'Later', Icon: ArrowDown, press: () => moveColumn(table, column, 1) },
            {
              does: 'Narrower',
              Icon: Minus,
              press: () => resizeColumn(table, column.id, column.getSize() - widthStep),
            },
            {
              does: 'Wider',
              Icon: Plus,
              press: () => resizeColumn(table, column.id, column.getSize() + widthStep),
            },
          ];
          return (
            <li key={column.id} className="flex items-center gap-0.5 px-1">
              <span className="min-w-0 flex-1 truncate text-sm">{label}</span>
              {steps.map(({ does, Icon, press }) => (
                <IconButton
                  key={does}
                  size="sm"
                  label={`${does}: ${label}`}
                  icon={<Icon aria-hidden="true" />}
                  onPress={press}
                />
              ))}
              <IconButton
                size="sm"
                label={`Freeze: ${label}`}
                icon={<Pin aria-hidden="true" />}
                aria-pressed={isPinned}
                onPress={() => column.pin(isPinned ? false : 'start')}
              />
            </li>
          );
        })}
      </ol>
    </details>
  );
}
