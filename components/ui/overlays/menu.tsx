'use client';

import { Check } from 'lucide-react';
import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { usePopover } from './use-popover';

export interface MenuItem {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  /** Given: the item is one of several choices and shows whether it is the chosen one. */
  isSelected?: boolean | undefined;
  /** Heading above this item; it begins a new group. */
  group?: string | undefined;
}

interface MenuProps {
  /** A `Button`, `IconButton` or native button. */
  trigger: ReactElement<Record<string, unknown>>;
  label: string;
  items: readonly MenuItem[];
  /** Words above the items. */
  header?: ReactNode;
  align?: 'start' | 'end' | 'above';
  className?: string | undefined;
}

/** A menu of actions: arrows, Home, End and first letters move, Enter or Space chooses, Escape closes. */
export function Menu({ trigger, label, items, header, align = 'start', className }: MenuProps) {
  const { isOpen, close, triggerProps, panelProps } = usePopover('menu');
  return (
    <>
      {cloneElement(trigger, triggerProps)}
      <div
        {...panelProps}
        data-align={align}
        className={classNames('popover-panel min-w-52 p-1 outline-none', className)}
      >
        {isOpen && header !== undefined && <div className="border-b border-line px-2 py-2">{header}</div>}
        <div role="menu" aria-label={label} onKeyDown={moveFocus}>
          {isOpen &&
            items.map((item) => (
              <MenuRow
                key={`${item.group ?? ''}/${item.label}`}
                item={item}
                onChoose={() => {
                  close();
                  item.onSelect();
                }}
              />
            ))}
        </div>
      </div>
    </>
  );
}

function MenuRow({ item, onChoose }: { item: MenuItem; onChoose: () => void }) {
  const isChoice = item.isSelected !== undefined;
  return (
    <>
      {item.group !== undefined && (
        <p
          role="presentation"
          className="mt-1 border-t border-line px-2 pt-2 pb-1 text-xs text-text-muted first:mt-0 first:border-0"
        >
          {item.group}
        </p>
      )}
      <button
        type="button"
        role={isChoice ? 'menuitemradio' : 'menuitem'}
        aria-checked={item.isSelected}
        tabIndex={-1}
        onClick={onChoose}
        className="flex min-h-8 w-full items-center gap-2 rounded-sm px-2 text-left text-sm hover:bg-surface-sunken focus:bg-surface-sunken [&_svg]:size-4 [&_svg]:shrink-0"
      >
        {item.icon}
        <span className="flex-1">{item.label}</span>
        {item.isSelected === true && <Check aria-hidden="true" className="text-accent-text" />}
      </button>
    </>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const target = nextRow(event.key, rows, at);
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}

function nextRow(key: string, rows: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return rows[(at + 1) % rows.length];
  if (key === 'ArrowUp') return rows[(at - 1 + rows.length) % rows.length];
  if (key === 'Home') return rows[0];
  if (key === 'End') return rows.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const letter = key.toLocaleLowerCase();
  const turned = [...rows.slice(at + 1), ...rows.slice(0, at + 1)];
  return turned.find((row) => row.textContent.trim().toLocaleLowerCase().startsWith(letter));
}
