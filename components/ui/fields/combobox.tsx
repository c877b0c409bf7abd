'use client';

import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { isOfComposition } from '@/components/ui/keys/typed-key';
import { TextField } from './text-field';
import { Status } from '@/components/ui/feedback/status';

interface ComboboxOption {
  key: string;
  content: ReactNode;
  /** Listed with the reason why it cannot be chosen. */
  isDisabled?: boolean;
  onChoose: () => void;
}

interface ComboboxProps {
  label: string;
  listLabel: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** A group without a name stands alone. */
  groups: readonly { name: string | null; options: readonly ComboboxOption[] }[];
  status: string;
  /** Null: the list is always open, with its first option active. */
  popup: {
    isOpen: boolean;
    onOpen: (isOpen: boolean) => void;
    opensInFocus?: boolean;
  } | null;
}

/** A field with a list of options: arrows move, Enter chooses, Escape closes the list. */
export function Combobox({
  label,
  listLabel,
  placeholder,
  text,
  onText,
  groups,
  status,
  popup,
}: ComboboxProps) {
  const id = useId();
  /** Key of the active option; undefined: the first; null: none. */
  const [activeKey, setActiveKey] = useState<string | null | undefined>(popup === null ? undefined : null);
  const options = groups.flatMap((group) => group.options);
  const found = options.findIndex(({ key }) => key === activeKey);
  const active = found < 0 && activeKey !== null ? 0 : found;
  const chosen = options[active];
  const isOpen = popup?.isOpen !== false;
  const isExpanded = isOpen && options.length > 0;
  const open = () => {
    if (isOpen) return;
    popup?.onOpen(true);
    setActiveKey(null);
  };
  const take = ({ isDisabled, onChoose }: ComboboxOption) => {
    if (isDisabled !== true) onChoose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfComposition(event.nativeEvent)) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && !isOpen) open();
    else if (step !== 0) setActiveKey(options[stepped(active, step, options.length)]?.key);
    else if (event.key === 'Enter' && isExpanded && chosen !== undefined) take(chosen);
    else if (event.key === 'Escape' && popup?.isOpen === true) {
      event.stopPropagation(); // closes the list, not the dialog around it
      popup.onOpen(false);
    } else return;
    event.preventDefault();
  };
  return (
    <div className={popup === null ? 'flex flex-col gap-2' : 'relative min-w-0'}>
      <TextField
        label={label}
        hideLabel={popup === null}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isExpanded}
        aria-controls={isExpanded ? `${id}-list` : undefined}
        aria-activedescendant={!isExpanded || chosen === undefined ? undefined : `${id}-${String(active)}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={(next) => {
          onText(next);
          popup?.onOpen(true);
          setActiveKey(popup !== null && next.trim() === '' ? null : undefined);
        }}
        onKeyDown={onKeyDown}
        {...(popup === null
          ? { 'data-autofocus': '' }
          : {
              'data-autofocus': popup.opensInFocus === true ? '' : undefined,
              onFocus: (event) => {
                event.currentTarget.select();
                if (popup.opensInFocus === true) open();
              },
              onClick: (event) => {
                // Typing replaces the whole text.
                if (!isOpen) event.currentTarget.select();
                open();
              },
              onBlur: () => popup.onOpen(false),
            })}
      />
      <div
        // Keeps the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
        className={classNames(
          popup === null && 'flex flex-col gap-2',
          popup?.isOpen === true &&
            'absolute inset-x-0 top-full z-10 mt-1 rounded-md border border-line bg-surface-raised p-1 shadow-raised',
          !isOpen && 'sr-only',
        )}
      >
        {isExpanded && (
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label={listLabel}
            className={classNames(
              'overflow-y-auto',
              popup === null ? 'max-h-76' : 'max-h-[max(10rem,calc(100dvh-20rem))]',
            )}
          >
            {groups.map(({ name, options: members }, at) => {
              const before = groups.slice(0, at).reduce((sum, group) => sum + group.options.length, 0);
              return (
                <OptionGroup key={name} name={name}>
                  {members.map((option, index) => (
                    <div
                      key={option.key}
                      id={`${id}-${String(before + index)}`}
                      ref={before + index === active ? intoView : undefined}
                      role="option"
                      aria-selected={before + index === active}
                      aria-disabled={option.isDisabled}
                      onClick={() => take(option)}
                      className={classNames(
                        'rounded-sm px-2 py-1.5 text-sm wrap-anywhere',
                        option.isDisabled ? 'text-text-muted' : 'cursor-pointer hover:bg-hover',
                        before + index === active && 'bg-accent-soft',
                        before + index === active && !option.isDisabled && 'font-medium text-accent-text',
                      )}
                    >
                      {option.content}
                    </div>
                  ))}
                </OptionGroup>
              );
            })}
          </div>
        )}
        <Status
          as="p"
          className={classNames(
            'px-2 py-1 text-xs wrap-anywhere text-text-muted',
            popup !== null && isExpanded && 'border-t border-line',
          )}
        >
          {isOpen && status}
        </Status>
      </div>
    </div>
  );
}

function OptionGroup({ name, children }: { name: string | null; children: ReactNode }) {
  if (name === null) return children;
  return (
    <div role="group" aria-label={name}>
      <p aria-hidden="true" className="px-2 pt-2 pb-1 text-xs font-medium text-text-muted">
        {name}
      </p>
      {children}
    </div>
  );
}

function stepped(active: number, step: number, count: number): number {
  if (count === 0) return -1;
  return active < 0 ? (step > 0 ? 0 : count - 1) : (active + step + count) % count;
}

function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
