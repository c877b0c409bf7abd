'use client';

import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { isOfComposition } from '@/components/ui/keys/typed-key';
import { TextField } from './text-field';
import { Status } from '@/components/ui/feedback/status';

export interface ComboboxOption {
  /** Stable and unique. */
  key: string;
  content: ReactNode;
  /** It is listed, and says in its content why it cannot be taken. */
  isDisabled?: boolean;
  onChoose: () => void;
}

interface ComboboxProps {
  label: string;
  /** What the list is called. */
  listLabel: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** What is offered, in its order; a group without a name stands alone. */
  groups: readonly { name: string | null; options: readonly ComboboxOption[] }[];
  /** Says how much is found. */
  status: string;
  /** Null: the list is always there, and its first option chosen. Otherwise it floats below the field while open. */
  popup: {
    isOpen: boolean;
    onOpen: (isOpen: boolean) => void;
    /** It takes the focus where a dialog opens with it, and its list is open as soon as it has it. */
    opensInFocus?: boolean;
  } | null;
}

/** A field and the options that fit what is typed into it: the arrows choose, Enter takes, Escape closes the list. */
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
  /** The key of the active option; undefined: the first, whichever that is; null: none. */
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
                // A press has put the caret somewhere: typing is to replace what is chosen as a whole.
                if (!isOpen) event.currentTarget.select();
                open();
              },
              onBlur: () => popup.onOpen(false),
            })}
      />
      <div
        // A press on the list leaves the keyboard in the field.
        onMouseDown={(event) => event.preventDefault()}
        className={classNames(
          popup === null && 'flex flex-col gap-2',
          popup?.isOpen === true &&
            'absolute inset-x-0 top-full z-10 mt-1 rounded-md border border-line bg-surface-raised p-1 shadow-raised',
          !isOpen && 'sr-only',
        )}
      >
        {/* A list in a dialog of its own cuts its last row, which shows that there are more. */}
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

/** The next option or the one before, from the last to the first and back. */
function stepped(active: number, step: number, count: number): number {
  if (count === 0) return -1;
  return active < 0 ? (step > 0 ? 0 : count - 1) : (active + step + count) % count;
}

function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
