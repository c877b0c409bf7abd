'use client';

import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { SegmentedControl } from '@/components/ui/fields/segmented-control';
import { Status } from '@/components/ui/feedback/status';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { nothingSelected, type SelectedCounts } from '@/components/access/matrix/selected-counts';
import styles from './change-bar.module.css';

interface ChangeBarProps {
  isStaging: boolean;
  /** Nothing is switched at once then: a press is staged, and the review asks for the reason. */
  isReasonRequired: boolean;
  onStaging: (isStaging: boolean) => void;
  selected: SelectedCounts;
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
      data-selected={hasSelection || undefined}
      data-staged={staged > 0 || undefined}
      data-changing={mayChange || undefined}
      className={classNames(
        styles.bar,
        '@container flex items-center gap-x-3 gap-y-1 text-sm max-sm:flex-wrap',
      )}
    >
      {mayChange && isReasonRequired && (
        <span className="sm:truncate">Changes need a reason: presses are staged.</span>
      )}
      {mayChange && !isReasonRequired && (
        <SegmentedControl
          label="A press of a switch"
          value={isStaging ? 'stage' : 'now'}
          onChange={(mode) => onStaging(mode === 'stage')}
          options={modes}
          className="shrink-0"
        />
      )}
      <div
        role="group"
        aria-label="What is selected"
        data-some={hasSelection || undefined}
        className="flex min-w-0 items-center gap-1 max-sm:flex-wrap"
      >
        <span
          title={hasSelection ? selectionWords(selected) : undefined}
          className="tabular mr-1 min-w-0 text-text-muted sm:truncate"
        >
          {hasSelection ? (
            <>
              {inDigits(selected.cells)} selected<span data-room="some">:{linesInWords(selected)}</span>
            </>
          ) : (
            'Nothing selected'
          )}
        </span>
        {hasSelection ? (
          actions
        ) : (
          <Button size="sm" variant="ghost" onPress={onSelectAll}>
            Select all shown
          </Button>
        )}
      </div>
      <div data-last-step="">{lastStep}</div>
      {readout}
      {staged > 0 && (
        <div role="group" aria-label="Staged changes" className="ml-auto flex min-w-0 items-center gap-1">
          <Status as="span" className="tabular min-w-0 font-medium sm:truncate">
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

interface RestingWorkspaceProps extends Pick<ChangeBarProps, 'isStaging' | 'isReasonRequired' | 'mayChange'> {
  /** The first view of the matrix. */
  children: ReactNode;
}

/** The workspace while there is no grid to act on: what came with the page, above the bar as it is then. */
export function RestingWorkspace({ children, ...props }: RestingWorkspaceProps) {
  return (
    <div data-changing={props.mayChange || undefined} className={styles.resting}>
      <div className="relative min-h-0">{children}</div>
      <div inert>
        <ChangeBar
          {...props}
          {...{ isKept: true, staged: 0, actions: null, lastStep: null, readout: null }}
          selected={nothingSelected}
          onStaging={nothing}
          onSelectAll={nothing}
          onReview={nothing}
          onDiscard={nothing}
        />
      </div>
    </div>
  );
}

/** "12 selected: 3 records, 4 entities", or "3 records, entity 420", with a line break where a phone's style heeds it. */
export function selectionWords(selected: ChangeBarProps['selected']): string {
  return `${inDigits(selected.cells)} selected:${linesInWords(selected)}`;
}

function linesInWords({ rows, columns, entity }: ChangeBarProps['selected']): string {
  return `\n${counted(rows, 'record')}, ${entity === null ? counted(columns, 'entity', 'entities') : `entity ${entity}`}`;
}
