'use client';

import { Minus, Plus, Repeat2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { SegmentedControl } from '@/components/ui/fields/segmented-control';
import { Status } from '@/components/ui/feedback/status';
import { onDemand } from '@/components/ui/on-demand';
import { Popover } from '@/components/ui/overlays/popover';
import type { BulkAction } from '@/lib/domain/access/change-proposal';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';

interface ChangeBarProps {
  isStaging: boolean;
  /** Nothing is switched at once then: a press is staged, and the review asks for the reason. */
  isReasonRequired: boolean;
  onStaging: (isStaging: boolean) => void;
  selected: { cells: number; rows: number; columns: number };
  onAction: (action: BulkAction) => void;
  /** The rows are to be ordered by the one selected entity. */
  onSort: () => void;
  /** What is known of the one assignment, record or entity that is selected is to be told. */
  onDetails: () => void;
  /** The two selected entities or records are to be compared. */
  onCompare: () => void;
  /** The one selected entity or record is to be compared with another, or that one is to get what it has. */
  onOther: (purpose: 'compare' | 'copy') => void;
  /** What was done last, and a way to take it back. */
  lastStep: ReactNode;
  mayChange: boolean;
  onSelectAll: (isAll: boolean) => void;
  staged: number;
  /** Whether what is staged outlasts the page. */
  isKept: boolean;
  onReview: () => void;
  onDiscard: () => void;
}

const LineMenu = onDemand(
  async () => (await import('./line-menu')).LineMenu,
  ({ onClose }) => onClose(),
);

const modes = [
  { value: 'now', label: 'Switch now' },
  { value: 'stage', label: 'Stage' },
] as const;

/** How a press changes, what may be done with what is selected, and what is staged. Always as tall. */
export function ChangeBar(props: ChangeBarProps) {
  const {
    isStaging,
    isReasonRequired,
    onStaging,
    selected,
    onAction,
    onSort,
    onDetails,
    onCompare,
    onOther,
    lastStep,
    mayChange,
    onSelectAll,
    staged,
    isKept,
    onReview,
    onDiscard,
  } = props;
  const hasSelection = selected.cells > 0;
  /** One whole entity or record, as far as it is shown. */
  const isLine = selected.cells > 1 && (selected.columns === 1 || selected.rows === 1);
  return (
    // Messages keep above it.
    <div
      data-print="hide"
      data-bottom-bar=""
      className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-sm"
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
        className="flex flex-wrap items-center gap-1 max-sm:order-1"
      >
        <span className="tabular mr-1 text-text-muted">
          {hasSelection ? selectionWords(selected) : 'Nothing selected'}
        </span>
        {hasSelection ? (
          <>
            {mayChange && <BulkActions {...{ onAction, isStaging }} />}
            {(selected.columns === 1 || selected.rows === 1) && (
              <Button size="sm" variant="ghost" onPress={onDetails}>
                Details…
              </Button>
            )}
            {isLine && (
              <Popover
                label="More"
                align="above"
                className="w-56 p-1!"
                trigger={
                  <Button size="sm" variant="ghost" {...LineMenu.ahead}>
                    More…
                  </Button>
                }
              >
                {(onClose) => (
                  <LineMenu isEntity={selected.columns === 1} {...{ mayChange, onSort, onOther, onClose }} />
                )}
              </Popover>
            )}
            {(selected.columns === 2 || selected.rows === 2) && (
              <Button size="sm" variant="ghost" onPress={onCompare}>
                Compare these two {selected.columns === 2 ? 'entities' : 'records'}
              </Button>
            )}
            <IconButton
              label="Select nothing"
              icon={<X aria-hidden="true" />}
              onPress={() => onSelectAll(false)}
            />
          </>
        ) : (
          <Button size="sm" variant="ghost" onPress={() => onSelectAll(true)}>
            Select all shown
          </Button>
        )}
      </div>
      {/* Narrow, in the line of the modes, which has room for it: nothing grows when there is something. */}
      <div className="min-w-0 max-sm:flex-1">{lastStep}</div>
      {staged > 0 && (
        <div
          role="group"
          aria-label="Staged changes"
          className="ml-auto flex max-sm:order-2 items-center gap-1"
        >
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
export function RestingChangeBar(props: Pick<ChangeBarProps, 'isStaging' | 'isReasonRequired'>) {
  return (
    <div inert>
      <ChangeBar
        {...props}
        {...{ mayChange: true, isKept: true, staged: 0, lastStep: null }}
        selected={{ cells: 0, rows: 0, columns: 0 }}
        onStaging={nothing}
        onAction={nothing}
        onSort={nothing}
        onDetails={nothing}
        onCompare={nothing}
        onOther={nothing}
        onSelectAll={nothing}
        onReview={nothing}
        onDiscard={nothing}
      />
    </div>
  );
}

function BulkActions({ onAction, isStaging }: Pick<ChangeBarProps, 'onAction' | 'isStaging'>) {
  const after = isStaging ? '' : '…'; // a review follows
  return (
    <>
      <Button size="sm" aria-keyshortcuts="g" onPress={() => onAction('give')}>
        <Plus aria-hidden="true" className="size-4" />
        Give{after}
        <kbd aria-hidden="true">G</kbd>
      </Button>
      <Button size="sm" aria-keyshortcuts="r" onPress={() => onAction('remove')}>
        <Minus aria-hidden="true" className="size-4" />
        Remove{after}
        <kbd aria-hidden="true">R</kbd>
      </Button>
      <Button size="sm" aria-keyshortcuts="i" onPress={() => onAction('invert')}>
        <Repeat2 aria-hidden="true" className="size-4" />
        Invert{after}
        <kbd aria-hidden="true">I</kbd>
      </Button>
    </>
  );
}

/** "12 selected: 3 records, 4 entities". */
export function selectionWords({ cells, rows, columns }: ChangeBarProps['selected']): string {
  return `${inDigits(cells)} selected: ${counted(rows, 'record')}, ${counted(columns, 'entity', 'entities')}`;
}
