'use client';

import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { SegmentedControl } from '@/components/ui/fields/segmented-control';
import { Status } from '@/components/ui/feedback/status';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { foldedInWords, type SelectedCounts } from '@/components/access/matrix/selected';

interface ChangeBarProps {
  isStaging: boolean;
  /** A press is staged then, and the review asks for the reason. */
  isReasonRequired: boolean;
  onStaging: (isStaging: boolean) => void;
  selected: SelectedCounts;
  /** Acts on the selection. */
  actions: ReactNode;
  /** The newest change, and a button that takes it back. */
  lastStep: ReactNode;
  /** Words for the cell under the pointer or in focus. */
  readout: ReactNode;
  mayChange: boolean;
  /** Whether the matrix shows any assignment. */
  hasCells: boolean;
  onSelectAll: () => void;
  /** Unfolds the groups of entities that the selection lies over. */
  onUnfold: () => void;
  staged: number;
  /** Whether staged changes outlast the page. */
  isKept: boolean;
  onReview: () => void;
  onDiscard: () => void;
}

const modes = [
  { value: 'now', label: 'Switch now' },
  { value: 'stage', label: 'Stage' },
] as const;

/**
 * The mode of presses, acts on the selection, the read-out of a cell, and the staged changes. A wide bar has one row. A
 * narrower one has two from the start, because the matrix must not move while a person presses in it; in a low window it has
 * one that scrolls sideways.
 */
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
    hasCells,
    onSelectAll,
    onUnfold,
    staged,
    isKept,
    onReview,
    onDiscard,
  } = props;
  const hasSelection = selected.cells > 0;
  const isOverFolded = selected.folded > 0;
  return (
    <div data-print="hide" className="@container text-sm">
      <div
        className={`flex flex-wrap items-center gap-x-3 gap-y-1 short:flex-nowrap short:overflow-x-auto ${mayChange ? 'min-h-17 content-start short:min-h-9 @min-[64rem]:min-h-9' : 'min-h-9'}`}
      >
        <div className="flex min-w-0 flex-wrap items-center gap-x-1 gap-y-1 short:shrink-0 short:flex-nowrap @min-[28rem]:gap-x-3">
          {mayChange && isReasonRequired && <span>Changes need a reason: presses are staged.</span>}
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
            className="min-w-0 flex-wrap items-center gap-1 @min-[28rem]:flex @max-[28rem]:contents"
          >
            <span
              title={hasSelection ? selectionWords(selected) : undefined}
              className={classNames(
                'tabular mr-1 text-text-muted',
                !hasSelection && !isOverFolded && '@max-[28rem]:sr-only',
              )}
            >
              {hasSelection ? (
                <>
                  {inDigits(selected.cells)} selected
                  <span className="@max-[84rem]:hidden">: {linesInWords(selected)}</span>
                  {isOverFolded && `; ${foldedInWords(selected.folded, 'not selected')}`}
                </>
              ) : (
                selectionWords(selected)
              )}
            </span>
            {hasSelection && actions}
            {!hasSelection && isOverFolded && (
              <Button size="sm" onPress={onUnfold}>
                Unfold
              </Button>
            )}
            {!hasSelection && !isOverFolded && hasCells && (
              <Button size="sm" variant="ghost" onPress={onSelectAll}>
                Select all shown
              </Button>
            )}
          </div>
        </div>
        <div
          className={classNames(
            'flex min-h-7 min-w-0 flex-auto flex-wrap items-center justify-end gap-x-3 gap-y-1 short:shrink-0 short:flex-nowrap',
            // The read-out alone is for wider windows.
            'max-md:has-[>:only-child]:hidden',
          )}
        >
          {lastStep}
          {readout}
          {staged > 0 && (
            <div role="group" aria-label="Staged changes" className="flex items-center gap-1">
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
      </div>
    </div>
  );
}

/**
 * "12 selected: 3 records, 4 entities; 2 folded entities not selected", which may be staged all the same; "12 selected: 12
 * records, entity 420", or "Nothing selected: 2 folded entities left out".
 */
export function selectionWords(selected: SelectedCounts): string {
  const { cells, folded } = selected;
  if (cells === 0) return folded === 0 ? 'Nothing selected' : `Nothing selected: ${foldedInWords(folded)}`;
  const words = `${inDigits(cells)} selected: ${linesInWords(selected)}`;
  return folded === 0 ? words : `${words}; ${foldedInWords(folded, 'not selected')}`;
}

function linesInWords({ rows, columns, entity }: SelectedCounts): string {
  return `${counted(rows, 'record')}, ${entity === null ? counted(columns, 'entity', 'entities') : `entity ${entity}`}`;
}
