'use client';

import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { SegmentedControl } from '@/components/ui/fields/segmented-control';
import { Status } from '@/components/ui/feedback/status';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import styles from './change-bar.module.css';

interface ChangeBarProps {
  isStaging: boolean;
  /** Nothing is switched at once then: a press is staged, and the review asks for the reason. */
  isReasonRequired: boolean;
  onStaging: (isStaging: boolean) => void;
  selected: { cells: number; rows: number; columns: number };
  /** What may be done with what is selected. */
  actions: ReactNode;
  /** What was done last, and a way to take it back. */
  lastStep: ReactNode;
  /** What the cell is that is pointed at. */
  readout: ReactNode;
  mayChange: boolean;
  onSelectAll: () => void;
  staged: number;
  /** Whether what is staged outlasts the page. */
  isKept: boolean;
  onReview: () => void;
  onDiscard: () => void;
}

const modes = [
  { value: 'now', label: 'Switch now' },
  { value: 'stage', label: 'Stage' },
] as const;

/** How a press changes, what may be done with what is selected, what is pointed at and what is staged. Always as tall. */
export function ChangeBar(props: ChangeBarProps) {
  const {
    isStaging,
    isReasonRequired,
    onStaging,
    selected,
    actions,
    lastStep,
    readout,
    mayChange,
    onSelectAll,
    staged,
    isKept,
    onReview,
    onDiscard,
  } = props;
  const hasSelection = selected.cells > 0;
  return (
    // Messages keep above it.
    <div
      data-print="hide"
      data-bottom-bar=""
      className={`${styles.bar ?? ''} @container flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-sm`}
    >
      {mayChange && isReasonRequired && <span>Changes need a reason: presses are staged.</span>}
      {mayChange && !isReasonRequired && (
        <SegmentedControl
          label="A press of a switch"
          value={isStaging ? 'stage' : 'now'}
          onChange={(mode) => onStaging(mode === 'stage')}
          options={modes}
        />
      )}
      <div
        role="group"
        aria-label="What is selected"
        data-some={hasSelection || undefined}
        className="flex flex-wrap items-center gap-1"
      >
        <span className="tabular mr-1 text-text-muted">
          {hasSelection ? selectionWords(selected) : 'Nothing selected'}
        </span>
        {hasSelection ? (
          actions
        ) : (
          <Button size="sm" variant="ghost" onPress={onSelectAll}>
            Select all shown
          </Button>
        )}
      </div>
      <div className="min-w-0">{lastStep}</div>
      {readout}
      {staged > 0 && (
        <div role="group" aria-label="Staged changes" className="ml-auto flex items-center gap-1">
          <Status as="span" className="tabular font-medium">
            {inDigits(staged)} staged{!isKept && ', not kept when you leave'}
          </Status>
          <Button size="sm" variant="ghost" onPress={onDiscard}>
            Discard
          </Button>
          <Button size="sm" variant="primary" onPress={onReview}>
            Review…
          </Button>
        </div>
      )}
    </div>
  );
}

const nothing = () => undefined;

/** The bar as it is while there is no grid to act on. */
export function RestingChangeBar(
  props: Pick<ChangeBarProps, 'isStaging' | 'isReasonRequired' | 'mayChange'>,
) {
  return (
    <div inert>
      <ChangeBar
        {...props}
        {...{ isKept: true, staged: 0, actions: null, lastStep: null, readout: null }}
        selected={{ cells: 0, rows: 0, columns: 0 }}
        onStaging={nothing}
        onSelectAll={nothing}
        onReview={nothing}
        onDiscard={nothing}
      />
    </div>
  );
}

/** "12 selected: 3 records, 4 entities", with a line break where a phone's style heeds it. */
export function selectionWords({ cells, rows, columns }: ChangeBarProps['selected']): string {
  return `${inDigits(cells)} selected:\n${counted(rows, 'record')}, ${counted(columns, 'entity', 'entities')}`;
}
