'use client';

import {
  memo,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import type { GridEngine } from '@/components/grid/grid-engine';
import type { GridPosition } from '@/components/grid/grid-model';
import { useDetailsTarget } from '@/lib/client/address/use-details-target';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { stageForReview } from '@/lib/client/matrix/proposed-changes';
import { useStored, useStoreVersion } from '@/lib/client/matrix/use-matrix-store';
import type { Cell } from '@/lib/contract/access/access';
import { waitForAllWords } from '@/lib/domain/access/access-words';
import type { ReadCell, BulkAction } from '@/lib/domain/access/change/change-proposal';
import { knownValue, type AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { counted } from '@/lib/domain/counted';
import {
  useBandFolding,
  useGroupFolding,
  type useAccessAddress,
} from '@/components/access/filters/access-address';
import type { AccessCell } from './access-cell';
import { AccessGrid } from './access-grid';
import { CompareSheet } from '@/components/access/compare/compare-sheet';
import { ChangeBar, selectionWords } from '@/components/access/edit/change-bar';
import { announce } from '@/components/access/edit/change-messages';
import { selectionAsTable } from '@/components/access/edit/copy-selection';
import { LastStep } from '@/components/access/edit/last-step';
import { ReviewSheet } from '@/components/access/edit/review-sheet';
import { SelectionActions } from '@/components/access/edit/selection-actions';
import {
  actOnMany,
  discard,
  nothingToDoForOne,
  reviewOfStaged,
  type SelectedProposal,
  tellStillStaged,
} from '@/components/access/edit/selection-acts';
import { takeBack, undoChange } from '@/components/access/edit/take-back';
import { BandJumps } from './band-jumps';
import { MatrixOverview } from '@/components/access/overview/matrix-overview';
import { CellReadout } from './cell-readout';
import { KeyHelp } from './key-help';
import { isAssignment, meantStrips, nothingSelected, selectedCounts, selectedToCompare } from './selected';
import { revealTarget, showCell } from '@/components/access/matrix/show-cell';
import { copyTable } from '@/components/ui/tables/copy-table';
import { undoKey, usePageKeys } from '@/components/ui/keys/use-page-keys';

interface MatrixWorkspaceProps {
  connection: string;
  store: MatrixStore;
  matrix: AccessMatrix;
  /** Whether the matrix was read to its end. */
  isComplete: boolean;
  shown: VisibleMatrix;
  listKey: string;
  /** Record types whose bands are unfolded where the address does not say; a constant. */
  fittingBands: readonly string[];
  address: ReturnType<typeof useAccessAddress>;
  names: MatrixNames;
  mayChange: boolean;
  /** Whether a press stages instead of switching at once. */
  isStaging: boolean;
  /** Else presses are staged only as long as anything is, and what was done last may be a switch. */
  staysStaging: boolean;
  isReasonRequired: boolean;
  describedBy: string;
  /** As `AccessView` has it. */
  runningChangeSet: ReactNode;
  /** Holds what compares what is selected, while something can be. */
  compareSelected: RefObject<(() => void) | null>;
}

const actionOfLetter: Record<string, BulkAction> = { g: 'give', r: 'remove', i: 'invert' };

/** The matrix and what may be done with what is selected or staged in it. A new status of the matrix draws nothing of it. */
export const MatrixWorkspace = memo(function MatrixWorkspace(props: MatrixWorkspaceProps) {
  const { connection, store, matrix, names, shown, address, isComplete, mayChange } = props;
  const { isStaging, staysStaging, isReasonRequired } = props;
  const [{ compare, overview, review: wantsReview }, set] = address;
  const onBand = useBandFolding(set, matrix.recordTypes, props.fittingBands);
  const onGroup = useGroupFolding(set);
  const [engine, setEngine] = useState<GridEngine<AccessCell> | null>(null);
  const [selected, setSelected] = useState(nothingSelected);
  const telling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (selected.cells === 0 && selected.folded === 0) return;
    // Told when the drawing pauses: the browser does not read what the cells say of themselves.
    telling.current = setTimeout(() => announce(selectionWords(selected), false), 500);
    return () => clearTimeout(telling.current);
  }, [selected]);
  const [proposal, setProposal] = useState<SelectedProposal | null>(null);
  /** What was compared when the copy under review was asked for. */
  const comparedBefore = useRef<typeof compare>(null);
  const count = useStored(store, ({ staged }) => staged.size);
  const isKept = useStored(store, ({ staged }) => staged.isKept);
  const version = useStoreVersion(store, compare !== null);
  const seen = useMemo<ReadCell>(
    () => (record, entity) => store.cells.stateAt(record, entity),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- another function for another version: what is compared is counted anew
    [store, matrix, version],
  );

  const act = (wanted: BulkAction) => {
    if (engine === null) return;
    clearTimeout(telling.current); // what comes of the action is newer
    if (!mayChange) return announce('Your role may read access, but not change it.');
    const { selection, active } = engine;
    const isInGrid = document.activeElement?.closest('[role="grid"]') != null;
    if (selection.isEmpty && (!isInGrid || !engine.hasActive || active.row < 0))
      return announce('Nothing is selected.');
    const one = selection.isEmpty ? active : selection.only;
    if (one !== null && !engine.isInView(one)) return engine.moveTo(one); // as Space: a key acts on what is seen
    if (one !== null && isAssignment(shown, one)) return actOnOne(engine, one, wanted);
    if (!isComplete) return announce(waitForAllWords);
    actOnMany(wanted, { ...props, strips: meantStrips(shown.rows, engine), onReview: reviewOf });
  };
  const copy = () => {
    if (engine === null) return;
    if (!isComplete) return announce(waitForAllWords);
    const parts = { matrix, names, ...shown, provenAt: store.cells.provenAt.bind(store.cells) };
    const table = selectionAsTable(parts, meantStrips(shown.rows, engine));
    if (typeof table === 'string') announce(table);
    else void copyTable(table, table.done);
  };
  /** One cell is pressed by a letter: as by Space, where that makes it what is wanted. */
  const actOnOne = ({ model }: GridEngine<AccessCell>, { row, column }: GridPosition, wanted: BulkAction) => {
    const [record, entity] = [shown.rows.recordAt(row), shown.columns.entityAt(column)];
    const now = knownValue(seen(record, entity), isComplete);
    const why = nothingToDoForOne(wanted, now, store.cells.stagedAt(record, entity));
    if (why === null) model.press(row, column, true);
    else announce(why);
  };
  /** @param of what was compared, for a copy of access: who comes back from its review goes on there. */
  const reviewOf = (found: SelectedProposal, of: typeof compare = null) => {
    comparedBefore.current = of;
    setProposal({ ...stageForReview(store, found), leftOut: found.leftOut });
  };

  const onSwitch = (cell: Cell) => engine && showCell(engine, matrix, shown, cell);
  const isInView = ({ recordType, recordId, entityId }: Cell) => {
    const row = shown.rows.rowOf(matrix.recordIndex(recordType, recordId));
    const column = shown.columns.columnOf(matrix.entityIndex(entityId));
    return row >= 0 && column >= 0 && engine?.isInView({ row, column }) === true;
  };
  /** @param isHere whether the focus is in the matrix or its bar; else it asks first. */
  const undo = (isHere: boolean) => {
    const isShown = () => root.current !== null;
    const isSeen = (cell: Cell) => isHere && isInView(cell);
    void takeBack({ connection, store, isStaging: staysStaging, isInView: isSeen, isShown, onSwitch });
  };
  /** Whether the focus belongs to the active cell once no sheet is open: its button is gone, or one jumped away. */
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (overview || proposal !== null || !wantsFocus.current) return;
    wantsFocus.current = false;
    engine?.focus();
  }, [overview, proposal, engine]);
  useImperativeHandle(props.compareSelected, () => () => {
    void set({ compare: selectedToCompare({ matrix, ...shown }, engine?.selection ?? null, compare) });
  });
  const [isHelping, setHelping] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  usePageKeys((key, isInGrid, isRepeated) => {
    const wanted = actionOfLetter[key];
    const isHere = root.current?.contains(document.activeElement) === true;
    if (key === undoKey) {
      // Else the browser would undo what was typed into a filter, wherever the focus is.
      if (isInGrid && mayChange && !isRepeated) undo(true);
      return isInGrid;
    }
    if (key === '?') setHelping(true);
    else if (mayChange && key === 'z') undo(isHere);
    else if (isHere && wanted !== undefined) act(wanted);
    else return false;
    return true;
  });

  const [asked, askDetails] = useDetailsTarget();
  /** What was brought into view for its details, once, or has no row though all is read: then only people scroll the grid. */
  const revealed = useRef<typeof asked>(null);
  useEffect(() => {
    if (engine === null || asked === null || revealed.current === asked) return;
    if (revealTarget(engine, matrix, shown, asked) || isComplete) revealed.current = asked;
  }, [engine, matrix, shown, asked, isComplete]);
  const review = () => {
    if (isComplete) return setProposal(reviewOfStaged(store, reviewOf));
    // Records that have not arrived would count as gone, and their changes be dropped.
    announce('The matrix is still being read: the review opens when it is complete.');
    void set({ review: true });
  };
  const reviewAsked = useEffectEvent(() => {
    void set({ review: null });
    if (count > 0) review();
  });
  useEffect(() => {
    if (!wantsReview || !isComplete) return;
    const timer = setTimeout(() => reviewAsked()); // as `useAskedOnce` says
    return () => clearTimeout(timer);
  }, [wantsReview, isComplete]);
  /** After a press of a button that is gone with it. */
  const focusGrid = () => {
    engine?.focus();
  };

  return (
    <div ref={root} className="flex h-full min-h-0 flex-col gap-2">
      <div className="flex min-h-0 flex-1 gap-2">
        <div className="relative min-w-0 flex-1">
          <AccessGrid
            {...{ store, matrix, names, shown, isComplete, isStaging }}
            listKey={props.listKey}
            {...{ onBand, onGroup }}
            isReadOnly={!mayChange}
            describedBy={props.describedBy}
            onSelection={(selection) =>
              setSelected(
                selection.isEmpty ? nothingSelected : selectedCounts({ matrix, ...shown }, selection),
              )
            }
            onEngine={setEngine}
            onCopy={copy}
          />
        </div>
        {engine && (
          <MatrixOverview
            {...{ matrix, store, engine, isComplete, onBand, onGroup }}
            shown={shown}
            isOpen={overview}
            onLeave={() => (wantsFocus.current = true)}
            onClose={() => void set({ overview: null })}
          />
        )}
      </div>
      {/* Messages keep above it. */}
      <div data-bottom-bar="" className="flex shrink-0 flex-col gap-2">
        <BandJumps {...{ engine, shown, onBand }} />
        <ChangeBar
          {...{ isStaging, isReasonRequired, mayChange }}
          hasCells={shown.records.length > 0 && shown.entities.length > 0}
          onStaging={(isStage) => {
            store.chooseStaging(isStage);
            void set({ stage: isStage });
            if (!isStage) tellStillStaged(store);
          }}
          selected={selected}
          actions={
            engine && (
              <SelectionActions
                {...{ isStaging, mayChange, selected, engine, matrix, shown, set, askDetails }}
                onAction={act}
                onSelectNothing={() => {
                  engine.selectNothing();
                  focusGrid();
                }}
              />
            )
          }
          lastStep={
            mayChange && (
              <LastStep
                {...{ store }}
                isStaging={staysStaging}
                runningChangeSet={props.runningChangeSet}
                onUndo={(change) => undoChange({ store, onSwitch }, change)}
                onTakeBack={() => undo(true)}
              />
            )
          }
          readout={engine && <CellReadout {...{ engine, store, matrix, names, shown, isComplete }} />}
          onSelectAll={() => {
            engine?.selectAll();
            focusGrid();
          }}
          onUnfold={() => {
            for (const { name } of shown.columns.foldedIn(engine?.selection.columnRuns() ?? []))
              onGroup(name);
            focusGrid();
          }}
          staged={count}
          isKept={isKept}
          onReview={() => {
            store.staged.beginReview([]);
            review();
          }}
          onDiscard={() => {
            discard(store);
            focusGrid();
          }}
        />
      </div>
      <CompareSheet
        {...{ matrix, names, seen, shown, isComplete }}
        mayChange={mayChange && isComplete}
        compared={compare}
        onCompare={(next) => void set({ compare: next })}
        onClose={() => void set({ compare: null })}
        onReview={(next) => reviewOf(next, compare)}
      />
      <KeyHelp {...{ mayChange }} isOpen={isHelping} onClose={() => setHelping(false)} />
      <ReviewSheet
        connection={connection}
        {...{ store, matrix }}
        proposal={proposal}
        onClose={() => {
          setProposal(null);
          // Else the next copy would be reviewed with this one.
          if (comparedBefore.current !== null) store.staged.dropReview();
          if (store.staged.size > 0) announce('Still staged: “Review…” opens them again.');
          if (comparedBefore.current !== null) void set({ compare: comparedBefore.current });
          comparedBefore.current = null;
        }}
        onApplied={(applied) => {
          setProposal(null);
          announce(`Applying ${counted(applied, 'change')}…`, false); // the bar shows how far it is
          store.staged.endReview();
          wantsFocus.current = true;
          comparedBefore.current = null;
          engine?.selectNothing();
        }}
      />
    </div>
  );
});
