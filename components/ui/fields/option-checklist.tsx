'use client';

import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react';
import { Button } from '@/components/ui/button';
import { inDigits } from '@/lib/domain/reader-formats';
import { Checkbox } from './checkbox';
import { ChecklistSearch } from './checklist-search';
import { useFirstFocus } from '@/components/ui/overlays/use-popover';
import { Status } from '@/components/ui/feedback/status';

export interface ChecklistOption<T extends string> {
  value: T;
  label: string;
  count?: number | undefined;
}

export interface OptionChecklistProps<T extends string> {
  label: string;
  values: readonly T[];
  onChange: (values: T[]) => void;
  options: readonly ChecklistOption<T>[];
  search: string;
  setSearch: (search: string) => void;
  /** Enter was pressed in the search before the list came. */
  isEntered?: boolean;
}

/** Most options drawn at once; a longer list asks for a search instead of growing the page. */
const mostDrawn = 300;

/**
 * Search box, ticked list and clear button of a `MultiSelect`. Values that are no longer offered stay visible. Enter in
 * the search box ticks the option that is called so, or the only one found.
 */
export function OptionChecklist<T extends string>(props: OptionChecklistProps<T>) {
  const { label, values, onChange, options, search, setSearch, isEntered = false } = props;
  const list = useRef<HTMLDivElement>(null);
  useFirstFocus(list);
  const offered = new Set(options.map((option) => option.value));
  const orphans = values.filter((value) => !offered.has(value)).map((value) => ({ value, label: value }));
  const wanted = search.trim().toLocaleLowerCase();
  const found = [...orphans, ...options].filter((option: ChecklistOption<T>) =>
    option.label.toLocaleLowerCase().includes(wanted),
  );
  const chosen = new Set(values);
  const exact = found.find((one) =>
    [one.label, one.value].some((text) => text.toLocaleLowerCase() === wanted),
  );
  const meant = exact ?? (found.length === 1 ? found[0] : undefined);
  const tickMeant = (): void => {
    if (wanted === '' || meant === undefined) return;
    if (!chosen.has(meant.value)) onChange([...values, meant.value]);
    setSearch('');
  };
  const take = useEffectEvent(() => isEntered && tickMeant());
  useEffect(() => void take(), []);
  return (
    <div ref={list} onKeyDown={moveOnArrows} className="flex min-h-0 flex-col">
      <ChecklistSearch
        {...{ label, search, setSearch }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') tickMeant();
        }}
      />
      {/* Not a fieldset: browsers do not let one shrink below its content. */}
      <div role="group" aria-label={label} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1">
        {found.slice(0, mostDrawn).map((option: ChecklistOption<T>) => (
          <Checkbox
            key={option.value}
            isSelected={chosen.has(option.value)}
            onChange={(isSelected) =>
              onChange(
                isSelected ? [...values, option.value] : values.filter((value) => value !== option.value),
              )
            }
            className="rounded-sm px-2 hover:bg-hover"
          >
            <span className="flex min-w-0 items-baseline gap-2">
              <span className="min-w-0 flex-1 truncate">{option.label}</span>
              {option.count !== undefined && (
                <span className="tabular text-xs text-text-faint">{inDigits(option.count)}</span>
              )}
            </span>
          </Checkbox>
        ))}
        {found.length === 0 && <p className="p-2 text-sm text-text-muted">Nothing matches “{search}”.</p>}
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

/** Arrows walk from the search box through the options and back; Enter ticks as Space does. */
function moveOnArrows(event: KeyboardEvent<HTMLElement>): void {
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
  const at = boxes.findIndex((box) => box === event.target);
  const isSearch = event.target instanceof HTMLInputElement && event.target.type === 'search';
  if (at < 0 && !isSearch) return;
  if (event.key === 'ArrowDown') boxes[at + 1]?.focus();
  else if (event.key === 'ArrowUp' && at > 0) boxes[at - 1]?.focus();
  else if (event.key === 'ArrowUp' && at === 0)
    event.currentTarget.querySelector<HTMLInputElement>('[data-autofocus]')?.focus();
  else if (event.key === 'Enter' && at >= 0) boxes[at]?.click();
  else return;
  event.preventDefault();
}
