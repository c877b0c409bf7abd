'use client';

import { Check } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { shortcutKey } from '@/components/ui/keys/typed-key';

interface MenuItem {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  /** Defined: the item is a choice. */
  isSelected?: boolean | undefined;
}

export interface MenuGroup {
  heading: string;
  items: readonly MenuItem[];
}

interface MenuContentProps {
  label: string;
  groups: readonly MenuGroup[];
  header: ReactNode;
  onClose: () => void;
}

/** Arrows, Home, End and first letters move, Enter or Space chooses. */
export function MenuContent({ label, groups, header, onClose }: MenuContentProps) {
  return (
    <>
      <div className="border-b border-line px-2 py-2">{header}</div>
      <div role="menu" aria-label={label} onKeyDown={moveFocus}>
        {groups.map(({ heading, items }) => (
          // Groups separate the sets of radio items.
          <div
            key={heading}
            role="group"
            aria-label={heading}
            className="mt-1 border-t border-line pt-2 first:mt-0 first:border-0"
          >
            <p aria-hidden="true" className="px-2 pb-1 text-xs text-text-muted">
              {heading}
            </p>
            {items.map((item) => (
              <MenuRow
                key={item.label}
                item={item}
                onChoose={() => {
                  onClose();
                  item.onSelect();
                }}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

function MenuRow({ item, onChoose }: { item: MenuItem; onChoose: () => void }) {
  const isChoice = item.isSelected !== undefined;
  return (
    <button
      type="button"
      role={isChoice ? 'menuitemradio' : 'menuitem'}
      aria-checked={item.isSelected}
      tabIndex={-1}
      onClick={onChoose}
      className="flex min-h-8 w-full items-center gap-2 rounded-sm px-2 text-left text-sm hover:bg-hover focus:bg-hover [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {item.icon}
      <span className="flex-1">{item.label}</span>
      {item.isSelected === true && <Check aria-hidden="true" className="text-accent-text" />}
    </button>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const target = nextRow(shortcutKey(event), rows, at);
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
  const turned = [...rows.slice(at + 1), ...rows.slice(0, at + 1)];
  return turned.find((row) => row.textContent.trim().toLowerCase().startsWith(key));
}
