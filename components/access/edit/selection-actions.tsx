'use client';

import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Popover } from '@/components/ui/overlays/popover';
import type { GridEngine } from '@/components/grid/grid-engine';
import type { useAccessAddress } from '@/components/access/filters/access-address';
import type { AccessCell } from '@/components/access/matrix/access-cell';
import {
  comparedFrom,
  isAssignment,
  selectedPair,
  selectedTarget,
  type ComparePurpose,
  type SelectedCounts,
} from '@/components/access/matrix/selected';
import type { BulkAction } from '@/lib/domain/access/change/change-proposal';
import type { DetailsTarget } from '@/lib/domain/access/details-target';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { LineMenu } from './line-menu';

interface SelectionActionsProps {
  mayChange: boolean;
  isStaging: boolean;
  selected: SelectedCounts;
  engine: GridEngine<AccessCell>;
  matrix: AccessMatrix;
  shown: VisibleMatrix;
  /** Writes to the address. */
  set: ReturnType<typeof useAccessAddress>[1];
  /** Opens the details of the one assignment, record or entity that is selected. */
  askDetails: (target: DetailsTarget | null) => void;
  onAction: (action: BulkAction) => void;
  onSelectNothing: () => void;
}

/** Acts on the selected cells of the matrix. */
export function SelectionActions(props: SelectionActionsProps) {
  const { mayChange, isStaging, selected, engine, matrix, shown, set, askDetails } = props;
  const { selection } = engine;
  const { only } = selection;
  const isOne = only !== null && isAssignment(shown, only);
  const target = () => selectedTarget({ matrix, ...shown }, selection);
  const sort = () => {
    const { entity } = selected;
    if (entity !== null) void set({ sort: `entity:${entity}`, reverse: false });
  };
  const compareFor = (purpose: ComparePurpose) => void set({ compare: comparedFrom(target(), purpose) });
  /** One whole entity or record, as far as it is shown. */
  const isLine = selected.cells > 1 && (selected.columns === 1 || selected.rows === 1);
  const pair = selectedPair({ matrix, ...shown }, selection);
  const pairWords = pair && (pair.kind === 'entities' ? 'these two entities' : 'these two records');
  const comparePair = () => void set({ compare: pair });
  return (
    <>
      {mayChange && <BulkActions hasReview={!isStaging && !isOne} onAction={props.onAction} />}
      {(selected.columns === 1 || selected.rows === 1) && (
        <Button size="sm" variant="ghost" onPress={() => askDetails(target())}>
          Details…
        </Button>
      )}
      {isLine && (
        <Popover
          label="More"
          align="above"
          className="w-56 p-1!"
          trigger={
            <Button size="sm" variant="ghost">
              More…
            </Button>
          }
        >
          {(onClose) => (
            <LineMenu
              isEntity={selected.columns === 1}
              {...{ mayChange, onClose }}
              pair={pairWords}
              onPair={comparePair}
              onSort={sort}
              onOther={compareFor}
            />
          )}
        </Popover>
      )}
      {pairWords !== null && !isLine && (
        <Button size="sm" variant="ghost" onPress={comparePair}>
          Compare {pairWords}
        </Button>
      )}
      <IconButton label="Select nothing" icon={<X aria-hidden="true" />} onPress={props.onSelectNothing} />
    </>
  );
}

const bulkActions = [
  { action: 'give', word: 'Give' },
  { action: 'remove', word: 'Remove' },
  { action: 'invert', word: 'Invert' },
] as const;

interface BulkActionsProps extends Pick<SelectionActionsProps, 'onAction'> {
  hasReview: boolean;
}

function BulkActions({ onAction, hasReview }: BulkActionsProps) {
  return bulkActions.map(({ action, word }) => {
    const words = hasReview ? `${word}…` : word;
    return (
      <Button key={action} size="sm" aria-keyshortcuts={action.charAt(0)} onPress={() => onAction(action)}>
        {words}
        <kbd aria-hidden="true" className="@max-[48rem]:hidden">
          {action.charAt(0).toUpperCase()}
        </kbd>
      </Button>
    );
  });
}
