'use client';

import { onDemand, tellMissing, whileKeysAreHeld } from '@/components/ui/on-demand';
import {
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
import { MountOnFirstOpen } from '@/components/ui/overlays/mount-on-first-open';
import { useDetailsTarget } from '@/lib/client/use-details-target';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { UndoStep } from '@/lib/client/matrix/undo-steps';
import { useStored, useStoreVersion } from '@/lib/client/matrix/use-matrix-store';
import type { Cell } from '@/lib/contract/access/access';
import { waitForAllWords } from '@/lib/domain/access/access-words';
import type { ReadCell, BulkAction, Proposal } from '@/lib/domain/access/change/change-proposal';
import { knownValue, type AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { counted } from '@/lib/domain/counted';
import type { useAccessAddress } from '@/components/access/filters/access-address';
import type { AccessCell } from './access-cell';
import { AccessGrid } from './access-grid';
import { ChangeBar, selectionWords } from '@/components/access/edit/change-bar';
import { AnnouncementBox, type Announce } from '@/components/access/announcement-box';
import { pressCell } from './press-cell';
import { nothingSelected, selectedCounts } from './selected-counts';
import { focusInView, revealTarget, showCell } from '@/components/access/matrix/show-cell';
import { undoKey, usePageKeys } from '@/components/ui/keys/use-page-keys';

interface MatrixWorkspaceProps {
  connection: string;
  store: MatrixStore;
  matrix: AccessMatrix;
  /** Whether the matrix was read to its end. */
  isComplete: boolean;
  shown: VisibleMatrix;
  listKey: string;
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
  /** Where `announce` writes. */
  box: RefObject<HTMLDivElement | null>;
  announce: Announce;
  /** Holds what compares what is selected, while something can be. */
  compareSelected: RefObject<(() => void) | null>;
}

const closeIt = ({ onClose }: { onClose: () => void }) => onClose();

// None of these is needed to see and switch: the page does not wait for them.
const CompareSheet = onDemand(
  async () => (await import('@/components/access/compare/compare-sheet')).CompareSheet,
  closeIt,
);
const SelectionActions = onDemand(
  async () => (await import('@/components/access/edit/selection-actions')).SelectionActions,
);
const LastStep = onDemand(async () => (await import('@/components/access/edit/last-step')).LastStep);
const CellReadout = onDemand(async () => (await import('./cell-readout')).CellReadout);
const KeyHelp = onDemand(async () => (await import('./key-help')).KeyHelp, closeIt);
const MatrixOverview = onDemand(
  async () => (await import('@/components/access/overview/matrix-overview')).MatrixOverview,
  closeIt,
);
const ReviewSheet = onDemand(
  async () => (await import('@/components/access/edit/review-sheet')).ReviewSheet,
  closeIt,
);

const loadActs = async () => ({
  ...(await import('@/components/access/edit/selection-acts')),
  ...(await import('@/lib/client/matrix/proposed-changes')),
});

/**
 * Does something that needs their code, which no single switch does. Nothing is done where another matrix came meanwhile,
 * or a person took it back by Escape.
 */
async function withActs(
  { store, announce }: Pick<MatrixWorkspaceProps, 'store' | 'announce'>,
  act: (acts: Awaited<ReturnType<typeof loadActs>>) => void,
): Promise<void> {
  const { matrix } = store.cells;
  const acts = await whileKeysAreHeld(loadActs());
  if (acts && store.cells.matrix !== matrix) announce(acts.readAgainWords);
  else if (acts) act(acts);
}

const actionOfLetter: Record<string, BulkAction> = { g: 'give', r: 'remove', i: 'invert' };

/** The matrix and what may be done with what is selected or staged in it. */
export function MatrixWorkspace(props: MatrixWorkspaceProps) {
  const { connection, store, matrix, names, shown, address, isComplete, mayChange, announce } = props;
  const { isStaging, staysStaging, isReasonRequired } = props;
  const [{ compare, overview, review: wantsReview }, set] = address;
  const [engine, setEngine] = useState<GridEngine<AccessCell> | null>(null);
  const [selected, setSelected] = useState(nothingSelected);
  const telling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (selected.cells === 0) return;
    // Told when the drawing pauses: the browser does not read what the cells say of themselves.
    telling.current = setTimeout(() => announce(selectionWords(selected), false), 500);
    return () => clearTimeout(telling.current);
  }, [selected, announce]);
  const [proposal, setProposal] = useState<Proposal | null>(null);
  /** What was compared when the copy under review was asked for. */
  const comparedBefore = useRef<typeof compare>(null);
  const count = useStored(store, ({ staged }) => staged.size);
  const hasWork = selected.cells + count > 0;
  useEffect(() => {
    if (hasWork) void loadActs().catch(() => undefined); // asked for again, and said, when it is needed
  }, [hasWork]);
  const lastStep = useStored(store, ({ undo }) => undo.last);
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
    if (selection.isEmpty && document.activeElement?.closest('[role="grid"]') == null)
      return announce('Nothing is selected.');
    const one = selection.isEmpty ? active : selection.only;
    const record = one ? shown.rows.recordAt(one.row) : -1;
    if (one && record >= 0) return actOnOne(record, shown.entities[one.column] ?? 0, wanted);
    if (!isComplete) return announce(waitForAllWords);
    const strips = selection.strips(); // as they are now, before the code comes
    void withActs(props, ({ actOnMany }) =>
      actOnMany(wanted, { ...props, strips, active, onReview: reviewOf }),
    );
  };
  /** One cell is pressed by a letter: as by Space, where that makes it what is wanted. */
  const actOnOne = (record: number, entity: number, wanted: BulkAction) => {
    const now = knownValue(seen(record, entity), isComplete);
    const isGiven = store.cells.stagedAt(record, entity) ?? now === 'granted';
    const isKnown = now === 'granted' || now === 'denied';
    if (isKnown && wanted !== 'invert' && isGiven === (wanted === 'give')) announce('It already matches.');
    else pressCell(matrix.cell(record, entity), now, { store, isReadOnly: false, isStaging, announce });
  };
  /** @param of what was compared, for a copy of access: who comes back from its review goes on there. */
  const reviewOf = (found: Proposal, of: typeof compare = null) =>
    void withActs(props, ({ stageForReview }) => {
      comparedBefore.current = of;
      setProposal(stageForReview(store, found));
    });

  const onSwitch = (cell: Cell) => engine && showCell(engine, matrix, shown, cell);
  /** What was done last is taken back: by a key the newest of it, staged or not; by its button what that names. */
  const undo = async (step?: UndoStep) => {
    const code = await whileKeysAreHeld(import('@/components/access/edit/take-back'));
    const parts = { store, isStaging: staysStaging, announce, onSwitch };
    if (code && step) code.undoStep(parts, step);
    else code?.takeBack(parts);
  };
  /** Whether the focus belongs to the active cell once no sheet is open: its button is gone, or one jumped away. */
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (overview || proposal !== null || !wantsFocus.current) return;
    wantsFocus.current = false;
    if (engine) focusInView(engine);
  }, [overview, proposal, engine]);
  useImperativeHandle(props.compareSelected, () => () => {
    void withActs(props, ({ selectedToCompare }) => {
      void set({ compare: selectedToCompare({ matrix, ...shown }, engine?.selection ?? null, compare) });
    });
  });
  const [isHelping, setHelping] = useState(false);
  const [wantsReadout, setWantsReadout] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  usePageKeys((key, isInGrid, isRepeated) => {
    const wanted = actionOfLetter[key];
    const isHere = root.current?.contains(document.activeElement) === true;
    if (key === undoKey) {
      // Else the browser would undo what was typed into a filter, wherever the focus is.
      if (isInGrid && mayChange && !isRepeated) void undo();
      return isInGrid;
    }
    if (key === '?') setHelping(true);
    else if (!isHere)
      return false; // a change is not asked for by a letter typed elsewhere
    else if (mayChange && key === 'z') void undo();
    else if (wanted !== undefined) act(wanted);
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
  const review = () =>
    withActs(props, ({ takeForReview, laterReviewWords }) => {
      if (isComplete) return setProposal(takeForReview(store));
      // What has not arrived would count as gone, and be dropped: the review comes when it has.
      announce(laterReviewWords);
      void set({ review: true });
    });
  const reviewAsked = useEffectEvent(() => {
    void set({ review: null });
    if (count > 0) void review();
  });
  useEffect(() => {
    if (wantsReview && isComplete) reviewAsked();
  }, [wantsReview, isComplete]);
  /** After a press of a button that is gone with it. */
  const focusGrid = () => {
    if (engine) focusInView(engine);
  };

  return (
    <div ref={root} className="flex h-full min-h-0 flex-col gap-2">
      <div className="flex min-h-0 flex-1 gap-2">
        <div
          className="relative min-w-0 flex-1"
          onPointerEnter={() => {
            setWantsReadout(true);
            SelectionActions.preload();
          }}
          onFocus={() => setWantsReadout(true)}
        >
          <AccessGrid
            {...{ store, matrix, names, shown, isComplete, isStaging, announce }}
            listKey={props.listKey}
            isReadOnly={!mayChange}
            describedBy={props.describedBy}
            setAddress={set}
            onSelection={(selection) =>
              setSelected(
                selection.isEmpty ? nothingSelected : selectedCounts({ matrix, ...shown }, selection),
              )
            }
            onEngine={setEngine}
          />
          <AnnouncementBox box={props.box} />
        </div>
        <MountOnFirstOpen isOpen={overview && engine !== null}>
          {engine && (
            <MatrixOverview
              {...{ matrix, store, engine, isComplete }}
              shown={shown}
              isOpen={overview}
              onLeave={() => (wantsFocus.current = true)}
              onClose={() => void set({ overview: null })}
            />
          )}
        </MountOnFirstOpen>
      </div>
      <ChangeBar
        {...{ isStaging, isReasonRequired, mayChange }}
        hasCells={shown.records.length > 0 && shown.entities.length > 0}
        onStaging={(isStage) => {
          store.chooseStaging(isStage);
          void set({ stage: isStage });
          if (!isStage) void withActs(props, ({ tellStillStaged }) => tellStillStaged(props));
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
          // Staging, nothing is switched back at once; the undo of a set is asked about.
          lastStep !== null &&
          !(staysStaging && lastStep.kind === 'switch') && (
            <LastStep
              store={store}
              isStaging={staysStaging}
              step={lastStep}
              runningChangeSet={props.runningChangeSet}
              onUndo={() => void undo(lastStep)}
            />
          )
        }
        readout={
          wantsReadout &&
          engine && <CellReadout {...{ connection, engine, store, matrix, names, shown, isComplete }} />
        }
        onSelectAll={() => {
          engine?.selectAll();
          focusGrid();
        }}
        staged={count}
        isKept={isKept}
        onReview={() => {
          store.staged.beginReview([]);
          void review();
        }}
        onDiscard={() =>
          void loadActs().then(({ discard }) => {
            discard(store);
            announce('', false); // what stood there of staging holds no more
            focusGrid();
          }, tellMissing)
        }
      />
      <MountOnFirstOpen isOpen={compare !== null}>
        <CompareSheet
          {...{ matrix, names, seen, shown, isComplete }}
          mayChange={mayChange && isComplete}
          compared={compare}
          onCompare={(next) => void set({ compare: next })}
          onClose={() => void set({ compare: null })}
          onReview={(next) => reviewOf(next, compare)}
        />
      </MountOnFirstOpen>
      <MountOnFirstOpen isOpen={isHelping}>
        <KeyHelp {...{ mayChange }} isOpen={isHelping} onClose={() => setHelping(false)} />
      </MountOnFirstOpen>
      <MountOnFirstOpen isOpen={proposal !== null}>
        <ReviewSheet
          connection={connection}
          {...{ store, matrix }}
          proposal={proposal}
          onClose={() => {
            setProposal(null);
            // Else the next copy would be reviewed with this one.
            if (comparedBefore.current !== null) store.staged.dropReview();
            if (store.staged.size > 0) announce('Still staged, not sent.');
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
      </MountOnFirstOpen>
    </div>
  );
}
