'use client';

import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { inDigits } from '@/lib/domain/reader-formats';

interface FilterChipsProps {
  filters: readonly { key: string; words: string; onRemove: () => void }[];
  onClear: () => void;
  className?: string;
  children?: ReactNode;
}

export function FilterChips({ filters, onClear, className, children }: FilterChipsProps) {
  const [shown, more] = useFolded(filters);
  return (
    // Limited height, so that the content below stays in sight.
    <div
      ref={rescueFocus}
      className={classNames(
        'flex max-h-40 shrink-0 flex-wrap items-center gap-1.5 overflow-y-auto',
        className,
      )}
    >
      {filters.length > 0 && (
        <>
          <span className="text-xs text-text-muted">Filtered by</span>
          <ul className="contents">
            {shown.map(({ key, words, onRemove }) => (
              <li key={key} className="min-w-0">
                <Chip does="Remove filter: " {...{ words, onRemove }} />
              </li>
            ))}
          </ul>
          {more}
          <Button size="sm" variant="ghost" onPress={onClear} data-print="hide">
            Clear all
          </Button>
        </>
      )}
      {children}
    </div>
  );
}

export function Chip({ does, words, onRemove }: { does: string; words: string; onRemove: () => void }) {
  return (
    <button
      ref={rescueFocus}
      type="button"
      onClick={onRemove}
      className="inline-flex h-6 max-w-full items-center gap-1 rounded-sm bg-accent-soft pr-1 pl-2 text-xs font-medium text-accent-text hover:text-text"
    >
      <span className="sr-only">{does}</span>
      <span className="truncate">{words}</span>
      <X aria-hidden="true" data-print="hide" className="size-3.5 shrink-0" />
    </button>
  );
}

const mostUnfolded = 12;

/** The filters to list, and a button that shows the rest of a long list. */
export function useFolded<T>(filters: readonly T[]): [readonly T[], ReactNode] {
  const [isOpen, setOpen] = useState(false);
  if (filters.length <= mostUnfolded) return [filters, null];
  const others = inDigits(filters.length - mostUnfolded);
  return [
    isOpen ? filters : filters.slice(0, mostUnfolded),
    <Button
      key="more"
      size="sm"
      variant="ghost"
      aria-expanded={isOpen}
      onPress={() => setOpen((before) => !before)}
    >
      {isOpen ? 'Show fewer' : `and ${others} more`}
    </Button>,
  ];
}
