'use client';

import { ArrowDownNarrowWide, ArrowUpNarrowWide, EyeOff, Pin, PinOff } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { usePopover } from '@/components/ui/overlays/use-popover';
import { journalField } from '@/lib/domain/journal/field-index';
import { operatorsOf } from '@/lib/domain/journal/operators';
import { FieldFilter } from '../filters/field-filter';
import { FieldValues, offersValues } from '../filters/field-values';
import type { JournalAddress } from '../journal-address';
import type { RowsModel } from '../table/table-model';

interface ColumnMenuProps {
  /** A new object for each request. */
  asked: { field: string; head: HTMLElement } | null;
  address: JournalAddress;
  connection: string;
  table: RowsModel;
}

export function ColumnMenu({ asked, address, connection, table }: ColumnMenuProps) {
  const { isOpen, close, panelProps } = usePopover('dialog');
  const { ref } = panelProps;
  useEffect(() => {
    const panel = ref.current;
    if (asked === null || panel === null) return;
    const { field, head } = asked;
    panel.showPopover({ source: head });
    head.toggleAttribute('data-open', true);
    const back = ({ newState }: ToggleEvent) => {
      if (newState !== 'closed') return;
      head.toggleAttribute('data-open', false);
      // The head may show another column now.
      if (document.activeElement === document.body && head.dataset.field === field) head.focus();
    };
    panel.addEventListener('toggle', back);
    return () => panel.removeEventListener('toggle', back);
  }, [asked, ref]);
  const field = asked && journalField(asked.field);
  const column = asked && table.getColumn(asked.field);
  const isPinned = column?.getIsPinned() === 'start';
  const act = (does: () => void) => () => {
    close();
    does();
  };
  return (
    <div
      {...panelProps}
      role="dialog"
      aria-label={field ? `Column ${field.label}` : undefined}
      className="popover-panel w-80 gap-3 p-3 outline-none"
    >
      {isOpen && field && column && (
        <>
          <h2 className="text-sm font-semibold">{field.label}</h2>
          <div className="grid grid-cols-2 gap-1">
            {field.kind !== 'etag' &&
              [false, true].map((descending) => (
                <Action
                  key={String(descending)}
                  icon={descending ? <ArrowDownNarrowWide /> : <ArrowUpNarrowWide />}
                  onPress={act(() => address.narrow({ sort: [{ field: field.name, descending }] }))}
                >
                  {descending ? 'Sort descending' : 'Sort ascending'}
                </Action>
              ))}
            <Action
              icon={isPinned ? <PinOff /> : <Pin />}
              onPress={act(() => column.pin(isPinned ? false : 'start'))}
            >
              {isPinned ? 'Unfreeze' : 'Freeze'}
            </Action>
            <Action icon={<EyeOff />} onPress={act(() => column.toggleVisibility(false))}>
              Hide column
            </Action>
          </div>
          {offersValues(field) && (
            <section className="flex flex-col gap-2 border-t border-line pt-3">
              <h3 className="text-xs font-semibold text-text-muted">Show only lines with these values</h3>
              <FieldValues key={field.name} {...{ field, address, connection }} />
            </section>
          )}
          {operatorsOf[field.kind].length > 0 && field.kind !== 'boolean' && (
            <section className="flex flex-col gap-2 border-t border-line pt-3">
              <h3 className="text-xs font-semibold text-text-muted">Show only lines in which it</h3>
              <FieldFilter
                key={field.name}
                field={field}
                isListed
                onAdd={(filter) => {
                  close();
                  address.narrow({ filters: [...address.query.filters, filter] });
                }}
              />
            </section>
          )}
        </>
      )}
    </div>
  );
}

function Action({ icon, onPress, children }: { icon: ReactNode; onPress: () => void; children: ReactNode }) {
  return (
    <Button size="sm" variant="ghost" onPress={onPress} className="justify-start! [&_svg]:size-4">
      {icon}
      {children}
    </Button>
  );
}
