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
  allLabel: string;
  isSingle?: boolean;
  /** False: the label stands above instead of in the button. */
  hideLabel?: boolean;
  /** False: no tint, and a word beside the button replaces its label. */
  isFilter?: boolean;
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
    isSingle = false,
    isFilter = true,
  } = props;
  const { isOpen, close, triggerProps, panelProps } = usePopover('dialog');
  const [search, setSearch] = useState('');
  const [first, ...others] = values;
  const named =
    first === undefined ? allLabel : (options.find(({ value }) => value === first)?.label ?? first);
  const summary = others.length > 0 ? `${named} +${others.length}` : named;
  return (
    <div className="flex max-w-full min-w-0 flex-col gap-1">
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
