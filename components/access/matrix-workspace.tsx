'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { GridEngine } from '@/components/grid/grid-engine';
import type { GridSelection } from '@/components/grid/grid-selection';
import { OnceOpen } from '@/components/ui/once-open';
import { notify } from '@/components/ui/toast';
import type { AccessChanges } from '@/lib/client/access-changes';
import { useAskedPlace } from '@/lib/client/asked-place';
import { changeSetAddress } from '@/lib/client/change-set-address';
import { useCollectedCount } from '@/lib/client/use-collected';
import type { Cell, MatrixStatus } from '@/lib/contract/access';
import type { Seen, Wish } from '@/lib/domain/access/change-proposal';
import type { CollectedChanges } from '@/lib/domain/access/collected-changes';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/matrix-names';
import type { ShownMatrix } from '@/lib/domain/access/shown-matrix';
import { combinationsInWords } from '@/lib/domain/changes/change-words';
import type { useAccessAddress } from './access-address';
import type { AccessCell } from './access-cell';
import { AccessGrid } from './access-grid';
import type { CellRemarks } from './cell-remarks';
import { ChangeBar, selectionWords } from './change-bar';
import { LiveRegion, type Announce } from './live-region';
import { LastStep } from './last-step';
import { discard, nothingToDo, reviewOf, seenNow } from './collected-review';
import type { Proposal } from './review-sheet';
import { changesOfSelection } from './selected-changes';
import { selectedPair, selectedPlace } from './selected-place';
import { focusInView, showCell } from './shown-place';
import { takeBack, undoStep } from './take-back';
import { usePageKeys } from './use-page-keys';
import { useSetMarks } from './use-set-marks';
import { useBeyondVersion } from './use-shown-matrix';

interface MatrixWorkspaceProps {
  connection: string | undefined;
  matrix: AccessMatrix;
  status: MatrixStatus;
  shown: ShownMatrix;
  listKey: string;
  address: ReturnType<typeof useAccessAddress>;
  remarks: CellRemarks;
  names: MatrixNames;
  changes: AccessChanges;
  collected: CollectedChanges;
  mayChange: boolean;
  isNarrow: boolean;
  isPart: boolean;
  describedBy: string;
  /** Where `announce` writes. */
  region: RefObject<HTMLDivElement | null>;
  announce: Announce;
}

// None of these is needed to see and switch: the page does not wait for them.
const CompareSheet = dynamic(async () => (await import('./compare-sheet')).CompareSheet);
const KeyHelp = dynamic(async () => (await import('./key-help')).KeyHelp);
const MatrixOverview = dynamic(async () => (await import('./matrix-overview')).MatrixOverview);
const ReviewSheet = dynamic(async () => (await import('./review-sheet')).ReviewSheet);

const wishOfLetter: Record<string, Wish> = { g: 'give', r: 'remove', i: 'invert' };
const nothing = { cells: 0, rows: 0, columns: 0 };

/** The matrix and what may be done with what is selected or collected in it. */
export function MatrixWorkspace(props: MatrixWorkspaceProps) {
  const { connection, matrix, names, shown, address, remarks, changes, collected, mayChange, announce } =
    props;
  const [{ collect: isCollecting, compare, overview }, set] = address;
  const router = useRouter();
  const [engine, setEngine] = useState<GridEngine<AccessCell> | null>(null);
  const [selected, setSelected] = useState(nothing);
  const onSelection = useCallback((selection: GridSelection) => {
    setSelected(selection.isEmpty ? nothing : selection.counts());
  }, []);
  const telling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (selected.cells === 0) return;
    // Told when the drawing pauses: the browser does not read what the cells say of themselves.
    telling.current = setTimeout(() => announce(selectionWords(selected), false), 500);
    return () => clearTimeout(telling.current);
  }, [selected, announce]);
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const count = useCollectedCount(collected);
  const version = useBeyondVersion(compare !== null, changes, collected);
  const seen = useMemo<Seen>(
    () => (record, entity) => remarks.stateAt(record, entity),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- another function for another version: what is compared is counted anew
    [remarks, version],
  );

  const grantedTo = useCallback(
    (record: number) => matrix.countsOfRecord(record).granted + remarks.grantedMore(record),
    [matrix, remarks],
  );

  const wish = (wanted: Wish) => {
    if (engine === null) return;
    clearTimeout(telling.current); // what comes of the wish is newer
    if (!mayChange) return announce('Your role may read access, but not change it.');
    const { selection, active } = engine;
    if (selection.isEmpty && document.activeElement?.closest('[role="grid"]') == null)
      return announce('Nothing is selected.');
    if (!selection.isEmpty && !props.status.complete)
      return announce('The matrix is still being read: wait until it is complete.');
    // What is collected counts as done: to give access back takes a collected removal out again.
    const asCollected = (record: number, entity: number) => {
      const value = remarks.collectedAt(record, entity);
      return value === undefined ? seen(record, entity) : value ? 'granted' : 'denied';
    };
    const found = changesOfSelection(
      { matrix, ...shown, seen: isCollecting ? asCollected : seen },
      selection,
      active,
      wanted,
    );
    if (found.changes.length === 0) announce(nothingToDo(found));
    else if (isCollecting) {
      const withNow = found.changes.map((change) => ({
        ...change,
        now: seenNow(matrix, seen, change.cell) === 'granted',
      }));
      const left = collected.collect(withNow);
      if (left > 0 || found.isCut)
        notify.problem('Not all of it is collected', 'No more fits: apply what is collected first.');
      announce(`${combinationsInWords(collected.size)} collected.`);
    } else if (selection.isEmpty && found.changes[0] !== undefined) {
      const { cell, wanted: value } = found.changes[0];
      void changes.change(cell, !value);
    } else setProposal(found);
  };

  const showSet = (id: string) => router.push(changeSetAddress(connection, id));
  const markSet = useSetMarks(connection, changes, showSet);
  const onSwitch = (cell: Cell) => engine && showCell(engine, matrix, shown, cell);
  const undoing = { changes, collected, isCollecting, announce, onSet: showSet, onSwitch };
  const [, setJumps] = useState(0);
  /** Whether the focus belongs to the active cell once no sheet is open: its button is gone, or one jumped away. */
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (overview || proposal !== null || !wantsFocus.current) return;
    wantsFocus.current = false;
    engine?.moveTo(engine.active);
  }, [overview, proposal, engine]);
  /** What was compared when a copy was asked for: who comes back from its review goes on there. */
  const comparedBefore = useRef<typeof compare>(null);
  const [isHelping, setHelping] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  usePageKeys((key) => {
    const wanted = wishOfLetter[key.toLowerCase()];
    const isHere = root.current?.contains(document.activeElement) === true;
    if (key === '/') document.querySelector<HTMLElement>('[data-search]')?.focus();
    else if (key === '?') setHelping(true);
    else if (!isHere)
      return false; // a change is not asked for by a letter typed elsewhere
    else if (mayChange && key.toLowerCase() === 'z') takeBack(undoing);
    else if (wanted !== undefined) wish(wanted);
    else return false;
    return true;
  });

  const [, askPlace] = useAskedPlace();
  const review = () => {
    // What has not arrived would count as gone, and be dropped.
    if (props.status.complete) setProposal(reviewOf(collected, matrix, seen));
    else
      notify.problem(
        'Not everything has arrived yet',
        'The matrix is still being read. What is collected stays; review it when the list is complete.',
      );
  };
  const openVersion = useBeyondVersion(overview, changes, collected);
  const { unknown } = props.status;
  const openCells = useMemo(() => {
    if (!overview) return [];
    remarks.takeOver(changes, collected, unknown);
    return remarks.openCells();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `openVersion` stands for what the two stores hold
  }, [overview, remarks, changes, collected, unknown, openVersion]);
  const sortBySelected = () => {
    const column = engine?.selection.ranges.at(-1)?.left;
    const entity = column === undefined ? undefined : shown.entities[column];
    if (entity !== undefined) void set({ sort: `entity:${matrix.entityId(entity)}`, reverse: false });
  };

  return (
    <div ref={root} className="flex h-full min-h-0 flex-col gap-2">
      <div className="relative min-h-0 flex-1">
        <AccessGrid
          {...{ matrix, names, shown, remarks, changes, collected, isCollecting, announce }}
          status={props.status}
          listKey={props.listKey}
          isReadOnly={!mayChange}
          isNarrow={props.isNarrow}
          isPart={props.isPart}
          describedBy={props.describedBy}
          onSelection={onSelection}
          onEngine={setEngine}
        />
        <LiveRegion region={props.region} />
      </div>
      {(mayChange || selected.cells > 0) && (
        <ChangeBar
          {...{ isCollecting, mayChange }}
          onCollecting={(collect) => void set({ collect })}
          selected={selected}
          onWish={wish}
          onSort={() => sortBySelected()}
          onDetails={() => askPlace(engine && selectedPlace({ matrix, ...shown }, engine.selection))}
          onCompare={() =>
            void set({ compare: engine && selectedPair({ matrix, ...shown }, engine.selection) })
          }
          lastStep={
            <LastStep steps={changes.steps} isCollecting={isCollecting} onUndo={() => undoStep(undoing)} />
          }
          onSelectAll={(isAll) => {
            engine?.selectAll(isAll);
            if (engine) focusInView(engine); // the button is gone
          }}
          collected={count}
          onReview={() => review()}
          onDiscard={() => {
            discard(collected);
            if (engine) focusInView(engine); // the button is gone
          }}
        />
      )}
      <OnceOpen isOpen={compare !== null}>
        <CompareSheet
          {...{ matrix, names, seen }}
          mayChange={mayChange && props.status.complete}
          isComplete={props.status.complete}
          records={shown.records}
          entities={shown.entities}
          compared={compare}
          onCompare={(next) => void set({ compare: next })}
          onClose={() => void set({ compare: null })}
          onReview={(next) => {
            void set({ compare: null });
            comparedBefore.current = compare;
            setProposal(next);
          }}
        />
      </OnceOpen>
      <OnceOpen isOpen={overview}>
        <MatrixOverview
          {...{ matrix }}
          records={shown.records}
          entities={shown.entities}
          open={openCells}
          isOpen={overview}
          isComplete={props.status.complete}
          view={overview && engine !== null ? engine.view : null}
          onJump={(position) => {
            engine?.moveTo(position);
            wantsFocus.current = true;
            setJumps((before) => before + 1); // for the part in view
          }}
          onClose={() => void set({ overview: null })}
        />
      </OnceOpen>
      <OnceOpen isOpen={isHelping}>
        <KeyHelp {...{ mayChange }} isOpen={isHelping} onClose={() => setHelping(false)} />
      </OnceOpen>
      <OnceOpen isOpen={proposal !== null}>
        <ReviewSheet
          connection={connection}
          {...{ matrix, names }}
          grantedTo={grantedTo}
          proposal={proposal}
          onClose={() => {
            setProposal(null);
            if (comparedBefore.current !== null) void set({ compare: comparedBefore.current });
            comparedBefore.current = null;
          }}
          onApplied={(applied, id, askedAt) => {
            announce(
              `${combinationsInWords(applied.length)} on the way: each is shown as soon as it is proven.`,
            );
            markSet(id, applied, askedAt);
            changes.steps.begin({ kind: 'set', changeSetId: id, cells: applied.length })();
            wantsFocus.current = true;
            comparedBefore.current = null;
            const cells = applied.map(({ cell }) => cell);
            changes.clearMarks(cells);
            collected.drop(cells);
            engine?.selectAll(false);
          }}
        />
      </OnceOpen>
    </div>
  );
}
