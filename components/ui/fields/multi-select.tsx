'use client';

import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { buttonClasses } from '@/components/ui/button-classes';
import { classNames } from '@/components/ui/class-names';
import { OptionChecklist, type ChecklistOption } from './option-checklist';
import { usePopover } from '@/components/ui/overlays/use-popover';

interface MultiSelectProps<T extends string> {
  label: string;
  values: readonly T[];
  onChange: (values: T[]) => void;
  options: readonly ChecklistOption<T>[];
  /** For an empty choice: "All types". */
  allLabel: string;
  /** A choice closes the panel. */
  isSingle?: boolean;
  /** False: the label stands above instead of in the button. */
  hideLabel?: boolean;
  /** False: no tint, and a word beside the button replaces its label. */
  isFilter?: boolean;
  /** Number of values that the button names. */
  mostNamed?: number;
  className?: string | undefined;
}

/** A button with a panel of options to tick, or to choose one. */
export function MultiSelect<T extends string>(props: MultiSelectProps<T>) {
  const {
    label,
    values,
    onChange,
    options,
    allLabel,
    hideLabel = true,
    mostNamed = 1,
    className,
    isSingle = false,
    isFilter = true,
  } = props;
  const { isOpen, close, triggerProps, panelProps } = usePopover('dialog');
  const [search, setSearch] = useState('');
  const named = values
    .slice(0, mostNamed)
    .map((value) => options.find((option) => option.value === value)?.label ?? value)
    .join(', ');
  const more = values.length - mostNamed;
  const summary = values.length === 0 ? allLabel : more > 0 ? `${named} +${more}` : named;
  return (
    <div className="flex max-w-full min-w-0 flex-col gap-1">
      {/* The button's own name has the same word. */}
      {!hideLabel && (
        <span aria-hidden="true" className="text-xs font-medium text-text-muted">
          {label}
        </span>
      )}
      <button
        {...triggerProps}
        type="button"
        onClick={() => setSearch('')}
        className={classNames(
          buttonClasses('secondary'),
          'max-w-full min-w-0 shrink justify-between! px-2!',
          values.length > 0 && isFilter ? 'border-accent! not-hover:bg-accent-soft!' : 'font-normal!',
          className,
        )}
      >
        <span className="truncate">
          <span
            className={classNames(
              'font-normal text-text-muted',
              (values.length === 0 || !hideLabel || !isFilter) && 'sr-only',
            )}
          >
            {label}:{' '}
          </span>
          {summary}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
      </button>
      <div
        {...panelProps}
        role="dialog"
        aria-label={label}
        className="popover-panel w-72 overflow-hidden! outline-none"
      >
        {isOpen && (
          <OptionChecklist
            {...{ label, values, options, search, setSearch, isSingle }}
            onClose={close}
            onChange={onChange}
          />
        )}
      </div>
    </div>
  );
}
