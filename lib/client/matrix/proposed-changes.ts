import {
  stillToMake,
  type Proposal,
  type ReadCell,
  type WantedChange,
} from '@/lib/domain/access/change/change-proposal';
import type { MatrixStore } from './matrix-store';

/** The values after the staged changes: giving access to a cell whose removal is staged unstages it. */
export function readAsStaged({ cells }: MatrixStore): ReadCell {
  return (record, entity) => {
    const wanted = cells.stagedAt(record, entity);
    return wanted === undefined ? cells.stateAt(record, entity) : wanted ? 'granted' : 'denied';
  };
}

/** Stages what was proposed. @returns whether all of it fits. */
export function stageProposal({ staged, cells }: MatrixStore, { changes, isCut }: Proposal): boolean {
  const now = (change: WantedChange) => cells.stateOf(change.cell) === 'granted';
  return staged.stage(changes.map((change) => ({ ...change, now: now(change) }))) === 0 && !isCut;
}

/** Proposes the staged changes; drops those that the service has by now, and those of cells that are gone. */
export function takeForReview({ staged, cells }: MatrixStore): Proposal {
  const { others, ...parts } = stillToMake(staged.all(), ({ cell }) => cells.stateOf(cell));
  staged.drop(others.map(({ cell }) => cell));
  return { ...parts, isCut: false };
}

/** Stages what an act proposes, for a review. @returns whether all of it fits. */
export function stageAct(store: MatrixStore, proposal: Proposal): boolean {
  store.staged.beginReview(proposal.changes);
  return stageProposal(store, proposal);
}

/** Stages what an act proposes, and proposes it with all that was staged before. */
export function stageForReview(store: MatrixStore, proposal: Proposal): Proposal {
  const isCut = !stageAct(store, proposal);
  const { changes, already, absent } = takeForReview(store);
  return { changes, already: already + proposal.already, absent: absent + proposal.absent, isCut };
}
