'use client';

import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { isOfComposition } from '@/components/ui/keys/typed-key';
import { plainLetters } from '@/lib/domain/plain-letters';
import { inDigits } from '@/lib/domain/reader-formats';
import { Checkbox } from './checkbox';
import { SearchField } from './search-field';
import { Status } from '@/components/ui/feedback/status';
import { classNames } from '@/components/ui/class-names';

export interface ChecklistOption<T extends string> {
  value: T;
  label: string;
  count?: number | undefined;
}

interface OptionChecklistProps<T extends string> {
  label: string;
  values: readonly T[];
  onChange: (values: T[]) => void;
  options: readonly ChecklistOption<T>[];
  search: string;
  setSearch: (search: string) => void;
  isSingle?: boolean;
  onClose?: () => void;
}

/** Longer lists ask for a search. */
const mostDrawn = 300;

/**
 * Search, options and clear button of a `MultiSelect`. Chosen values stay listed. Enter in the search takes the exact
 * or only match.
 */
export function OptionChecklist<T extends string>(props: OptionChecklistProps<T>) {
  const { label, values, onChange, options, search, setSearch } = props;
  const { isSingle = false, onClose } = props;
  const group = useId();
  /** An arrow key presses radio buttons, which must not close the list. */
  const isWalking = useRef(false);
  const offered = new Set(options.map((option) => option.value));
  const orphans = values.filter((value) => !offered.has(value)).map((value) => ({ value, label: value }));
  const wanted = plainLetters(search.trim());
  const found = [...orphans, ...options].filter((option: ChecklistOption<T>) =>
    plainLetters(option.label).includes(wanted),
  );
  const chosen = new Set(values);
  const meantBy = (read: (text: string) => string) =>
    found.find((one) => [one.label, one.value].some((text) => read(text) === read(search.trim())));
  const exact = meantBy((text) => text.toLowerCase()) ?? meantBy(plainLetters);
  const meant = exact ?? (found.length === 1 ? found[0] : undefined);
  const tickMeant = (): void => {
    if (wanted === '' || meant === undefined) return;
    if (!chosen.has(meant.value)) onChange(isSingle ? [meant.value] : [...values, meant.value]);
    setSearch('');
    if (isSingle) onClose?.();
  };
  return (
    <div
      onKeyDown={(event) => {
        isWalking.current = event.key.startsWith('Arrow');
        moveOnArrows(event);
      }}
      onKeyUp={() => (isWalking.current = false)}
      className="flex min-h-0 flex-col"
    >
      <div className="shrink-0 border-b border-line p-2">
        <SearchField
          label={`Search ${label.toLowerCase()}`}
          value={search}
          onChange={setSearch}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault(); // else it also presses the button that gets the focus
            tickMeant();
          }}
          data-autofocus
        />
      </div>
      {/* Browsers do not shrink a fieldset below its content. */}
      <div
        role={isSingle ? 'radiogroup' : 'group'}
        aria-label={label}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1"
      >
        {found.slice(0, mostDrawn).map((option: ChecklistOption<T>) => {
          const isChosen = chosen.has(option.value);
          const shown = {
            className: 'rounded-sm px-2 hover:bg-hover',
            children: (
              <span className="flex min-w-0 items-baseline gap-2">
                <span translate="no" className="min-w-0 flex-1 truncate">
                  {option.label}
                </span>
                {option.count !== undefined && (
                  <span className="tabular text-xs text-text-faint">{inDigits(option.count)}</span>
                )}
              </span>
            ),
          };
          if (isSingle)
            return (
              <Radio
                key={option.value}
                {...shown}
                name={group}
                isChosen={isChosen}
                onChoose={() => onChange([option.value])}
                onPress={() => {
                  if (!isWalking.current) onClose?.();
                }}
              />
            );
          return (
            <Checkbox
              key={option.value}
              {...shown}
              isSelected={isChosen}
              onChange={(isSelected) =>
                onChange(
                  isSelected ? [...values, option.value] : values.filter((value) => value !== option.value),
                )
              }
            />
          );
        })}
        {found.length === 0 && (
          <p className="p-2 text-sm text-text-muted">
            {wanted === '' ? 'There is nothing to choose from yet.' : `Nothing matches “${search}”.`}
          </p>
        )}
        {found.length > mostDrawn && (
          <p className="p-2 text-xs text-text-muted">
            {inDigits(found.length - mostDrawn)} more. Type to narrow the list.
          </p>
        )}
      </div>
      <div className="flex shrink-0 items-center justify-between gap-2 border-t border-line bg-surface-raised p-2">
        <Status as="span" className="tabular text-xs text-text-muted">
          {values.length === 0 ? 'None chosen: all are shown' : `${inDigits(values.length)} chosen`}
        </Status>
        <Button size="sm" variant="ghost" onPress={() => onChange([])} isDisabled={values.length === 0}>
          Clear
        </Button>
      </div>
    </div>
  );
}

/** Arrows move between search and options, Enter ticks. Radio buttons keep the browser's arrows. */
function moveOnArrows(event: KeyboardEvent<HTMLElement>): void {
  const boxes = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>('input:is([type="checkbox"],[type="radio"])'),
  ];
  const at = boxes.findIndex((box) => box === event.target);
  const isSearch = event.target instanceof HTMLInputElement && event.target.type === 'search';
  if ((at < 0 && !isSearch) || isOfComposition(event.nativeEvent)) return;
  const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
  if (isArrow && boxes[at]?.type === 'radio') return;
  if (event.key === 'ArrowDown' && isSearch)
    (boxes.find(({ type, checked }) => type === 'radio' && checked) ?? boxes[0])?.focus();
  else if (event.key === 'ArrowDown') boxes[at + 1]?.focus();
  else if (event.key === 'ArrowUp' && at > 0) boxes[at - 1]?.focus();
  else if (event.key === 'ArrowUp' && at === 0)
    event.currentTarget.querySelector<HTMLInputElement>('[data-autofocus]')?.focus();
  else if (event.key === 'Enter' && at >= 0) boxes[at]?.click();
  else if (event.key === ' ' && boxes[at]?.type === 'radio')
    boxes[at].click(); // browsers ignore Space on a chosen one
  else return;
  event.preventDefault();
}

interface RadioProps {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  /** Also for the chosen one; arrow keys press as well. */
  onPress: () => void;
  children: ReactNode;
  className?: string;
}

function Radio({ name, isChosen, onChoose, onPress, children, className }: RadioProps) {
  return (
    <label
      className={classNames('flex min-h-7 min-w-0 cursor-pointer items-center gap-2 text-sm', className)}
    >
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        onClick={onPress}
        className="size-4 shrink-0"
      />
      <span className="min-w-0 flex-1">{children}</span>
    </label>
  );
}
