import type { SelectedStrip } from '@/components/grid/grid-selection';
import { announce } from './change-messages';
import { foldedCount, leftOutInWords } from '@/components/access/matrix/selected';
import { notify, toastStore } from '@/components/ui/feedback/toast-store';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { readAsStaged, stageProposal, takeForReview } from '@/lib/client/matrix/proposed-changes';
import { mostCells } from '@/lib/contract/limits';
import {
  propose,
  type BulkAction,
  type Proposal,
  type ReadCell,
  type WantedChange,
} from '@/lib/domain/access/change/change-proposal';
import { joined, type MatrixRows } from '@/lib/domain/access/filter/bands';
import type { MatrixColumns } from '@/lib/domain/access/filter/matrix-columns';
import type { AccessMatrix, KnownValue } from '@/lib/domain/access/matrix';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { counted } from '@/lib/domain/counted';

interface SelectedParts {
  matrix: AccessMatrix;
  /** What each row stands for: a band's head for all of its records. */
  rows: MatrixRows;
  /** A folded group stands for none of its entities. */
  columns: MatrixColumns;
  readCell: ReadCell;
}

interface Found extends Proposal {
  /** Entities of folded groups that are left out. */
  folded: number;
}

/** What is reviewed of a selection. */
export interface SelectedProposal extends Proposal {
  /** Entities of folded groups that it leaves out, and a review with them; undefined: it leaves out none. */
  leftOut?: { entities: number; onInclude: () => void } | undefined;
}

/** The changes that a bulk action makes to the selected cells. @param isFoldedToo whether to those of folded groups too. */
export function changesOf(
  { matrix, rows: shown, columns, readCell }: SelectedParts,
  strips: readonly SelectedStrip[],
  action: BulkAction,
  isFoldedToo = false,
): Found {
  const runsOfAll = strips.flatMap(({ runs }) => runs);
  const folded = isFoldedToo ? 0 : foldedCount(columns, runsOfAll);
  const proposal = { changes: [] as WantedChange[], already: 0, absent: 0, isCut: false, folded };
  for (const { top, bottom, runs } of strips) {
    const rows = shown.recordsIn(top, bottom);
    const entities = joined(runs.map(({ left, right }) => columns.entitiesIn(left, right, isFoldedToo)));
    const room = mostCells - proposal.changes.length;
    const { cells, already, absent, isCut } = propose(readCell, rows, entities, action, room);
    for (const { record, entity, wanted } of cells)
      proposal.changes.push({ cell: matrix.cell(record, entity), wanted });
    proposal.already += already;
    proposal.absent += absent;
    proposal.isCut ||= isCut;
    if (isCut) break;
  }
  // The rest was not counted.
  return proposal.isCut ? { ...proposal, already: 0, absent: 0 } : proposal;
}

interface ActingParts extends Pick<SelectedParts, 'matrix'> {
  store: MatrixStore;
  shown: VisibleMatrix;
  strips: readonly SelectedStrip[];
  isStaging: boolean;
  onReview: (found: SelectedProposal) => void;
}

/** Stages or reviews what is wanted of several assignments. */
export function actOnMany(
  wanted: BulkAction,
  { store, matrix, shown, strips, isStaging, onReview }: ActingParts,
): void {
  const proposed = (isFoldedToo = false) => {
    const find = (readCell: ReadCell) =>
      changesOf({ matrix, ...shown, readCell }, strips, wanted, isFoldedToo);
    const left = find(readAsStaged(store));
    // What is staged is still to be changed, as after Back in its review.
    const all =
      store.staged.size === 0 ? left : find((record, entity) => store.cells.stateAt(record, entity));
    return { ...left, already: left.isCut ? 0 : all.already, isStaged: all.changes.length > 0 };
  };
  const found = proposed();
  if (found.changes.length === 0 && !found.isStaged) return announce(nothingToDo(wanted, found));
  // Found now: in a newer document its cells have other indices.
  const whole = found.folded > 0 ? proposed(true) : null;
  if (found.changes.length > 0 && isStaging) {
    const groups = shown.columns.foldedIn(strips.flatMap(({ runs }) => runs));
    const entityIds = groups.flatMap(({ entities }) =>
      [...entities].map((entity) => matrix.entityId(entity)),
    );
    return stageFound(store, { found, whole, entityIds });
  }
  const onInclude = (all: Proposal) => {
    store.staged.dropReview();
    onReview(all);
  };
  const leftOut = whole && { entities: found.folded, onInclude: () => onInclude(whole) };
  onReview({ ...found, leftOut: leftOut ?? undefined });
}

/** A bulk action that was staged, and what it left out. */
interface StagedAct {
  found: Found;
  /** With the entities of folded groups; null: it lay over none. */
  whole: Found | null;
  /** IDs of the entities that are in `whole` only. */
  entityIds: readonly string[];
}

const stagedActs = new WeakMap<MatrixStore, readonly StagedAct[]>();

/** The acts that still have staged changes. */
function actsStillStaged(store: MatrixStore): readonly StagedAct[] {
  return (stagedActs.get(store) ?? []).filter(({ found }) =>
    found.changes.some(({ cell, wanted }) => store.cells.staged(cell) === wanted),
  );
}

/**
 * Proposes what is staged, and tells what its acts left out, as their own reviews would.
 * @param onReview reviews it with what was left out.
 */
export function reviewOfStaged(store: MatrixStore, onReview: (found: Proposal) => void): SelectedProposal {
  const acts = actsStillStaged(store);
  const { changes, already, absent, isCut } = takeForReview(store);
  const isToCome = ({ cell, wanted }: WantedChange) =>
    store.cells.staged(cell) !== wanted && store.cells.stateOf(cell) === (wanted ? 'denied' : 'granted');
  const left = acts.filter(({ whole }) => whole?.changes.some(isToCome));
  const entities = new Set(left.flatMap(({ entityIds }) => entityIds)).size;
  const onInclude = () => {
    store.staged.dropReview();
    onReview(joinedProposal(acts.map(({ found, whole }) => whole ?? found)));
  };
  const own = joinedProposal(acts.map(({ found }) => found));
  return {
    ...{ changes, isCut, already: already + own.already, absent: absent + own.absent },
    leftOut: entities === 0 ? undefined : { entities, onInclude },
  };
}

function joinedProposal(proposals: readonly Proposal[]): Proposal {
  const sum = (of: 'already' | 'absent') => proposals.reduce((all, one) => all + one[of], 0);
  return {
    changes: proposals.flatMap(({ changes }) => changes),
    ...{ already: sum('already'), absent: sum('absent'), isCut: proposals.some(({ isCut }) => isCut) },
  };
}

/** Stages the changes of a bulk action, and says how many are staged then. */
function stageFound(store: MatrixStore, act: StagedAct): void {
  const { found } = act;
  stagedActs.set(store, [...actsStillStaged(store), act]);
  if (!stageProposal(store, found))
    notify.problem(
      'Not all of it is staged',
      'One change set takes no more: apply the staged changes first.',
    );
  const leftOut = leftOutInWords(found.folded);
  // The bar shows how many are staged.
  announce(`${stagedCountInWords(store.staged.size)} ${leftOut}`.trim(), leftOut !== '');
}

/** Says why presses are staged all the same, where they are. */
export function tellStillStaged({ staged }: MatrixStore): void {
  if (staged.size > 0 || staged.offered.length > 0)
    announce('Something is staged or offered: apply or discard it first. Then presses switch at once again.');
}

/** Says why an action skips an assignment: "already has access". */
function alreadyWords(wanted: BulkAction): string {
  return wanted === 'give' ? 'already has access' : 'already has no access';
}

/** Why an action changes nothing of one assignment; null: it changes it. @param staged the value that is staged for it. */
export function nothingToDoForOne(
  wanted: BulkAction,
  now: KnownValue,
  staged: boolean | undefined,
): string | null {
  const isKnown = now === 'granted' || now === 'denied';
  if (!isKnown || wanted === 'invert' || (staged ?? now === 'granted') !== (wanted === 'give')) return null;
  return staged === undefined ? `It ${alreadyWords(wanted)}.` : 'It is already staged.';
}

/** Why a bulk action changes nothing. */
export function nothingToDo(
  wanted: BulkAction,
  { already, absent, folded }: Pick<Found, 'already' | 'absent' | 'folded'>,
): string {
  if (already === 0 && absent === 0) return 'Unfold the group to change it (Enter).';
  if (already === 0 && absent > 0)
    return `It is not set up; there is nothing to change. ${leftOutInWords(folded)}`.trim();
  const what = folded > 0 ? 'All that is unfolded' : absent > 0 ? 'All that is set up' : 'Everything';
  return `${what} ${alreadyWords(wanted)}; there is nothing to change. ${leftOutInWords(folded)}`.trim();
}

/** Drops all staged changes. A toast offers them back until the person stages something else, or it leaves. */
export function discard({ staged, subscribe }: MatrixStore): void {
  const dropped = staged.all();
  staged.drop();
  const message = notify.success(`${counted(dropped.length, 'staged change')} discarded`, {
    action: {
      label: 'Take back',
      onPress: () => {
        stop();
        staged.putBack(dropped);
      },
    },
  });
  const stop = subscribe(() => {
    if (staged.size === 0) return;
    stop();
    toastStore.dismiss(message);
  });
}

/** "2 assignments staged." */
export function stagedCountInWords(count: number): string {
  return count === 0 ? 'Nothing is staged any more.' : `${counted(count, 'assignment')} staged.`;
}
