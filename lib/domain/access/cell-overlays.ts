import type { Cell } from '@/lib/contract/access';
import type { CellState } from './matrix';

/**
 * What became of the person's own change of a cell: `pending` on its way, `settled` read back by the console,
 * `unknown` sent without proof, which the console is looking for; `unanswered` the console itself did not answer, the
 * page asks for the cell; `conflict` and `refused` not done.
 */
export type OverlayPhase = 'pending' | 'settled' | 'unknown' | 'unanswered' | 'conflict' | 'refused';

/** What the page knows of a cell beyond its matrix. */
export interface CellOverlay {
  readonly cell: Cell;
  readonly phase: OverlayPhase;
  /** The value to show in place of the matrix's; undefined: the matrix is right. */
  readonly value: CellState | undefined;
  /** A sentence about the phase for the person; '' when there is nothing to say. */
  readonly note: string;
  /** The change set that did not do it, where that was one made of many. */
  readonly changeSetId?: string | undefined;
  /** When this became so, in the milliseconds of the clock that also stamps requests. */
  readonly at: number;
}

/** One text for one cell; the parts cannot run into each other. */
export function overlayKey(cell: Cell): string {
  return JSON.stringify([cell.recordType, cell.recordId, cell.entityId]);
}

/** What a matrix on the screen says about the overlays it may replace. */
export interface MatrixProof {
  /** When its document was asked for. */
  documentRequestedAt: number;
  documentVersion: string;
  /** When the newest status was asked for, the version it named, and the cells whose value nobody knows. */
  statusRequestedAt: number;
  statusVersion: string;
  unknown: readonly Cell[];
}

/**
 * The person's own changes, laid over the matrix until the matrix is known to contain them. An older document can
 * therefore never flip a switch back, and a change that was refused keeps its mark until the person acts on it again.
 */
export class CellOverlays {
  readonly #overlays = new Map<string, CellOverlay>();

  get(cell: Cell): CellOverlay | undefined {
    return this.#overlays.get(overlayKey(cell));
  }

  all(): CellOverlay[] {
    return [...this.#overlays.values()];
  }

  put(overlay: CellOverlay): void {
    const { recordType, recordId, entityId } = overlay.cell;
    this.#overlays.set(overlayKey(overlay.cell), { ...overlay, cell: { recordType, recordId, entityId } });
  }

  /** Takes away the marks of changes that were not done, of these cells or of all; returns the cells that had one. */
  clearMarks(of: readonly Cell[] | null = null): Cell[] {
    const some = of === null ? this.all() : of.flatMap((cell) => this.get(cell) ?? []);
    const marked = some.filter(({ phase }) => phase === 'conflict' || phase === 'refused');
    for (const { cell, value, at } of marked) {
      if (value === undefined) this.#overlays.delete(overlayKey(cell));
      else this.put({ cell, phase: 'settled', value, note: '', at });
    }
    return marked.map(({ cell }) => cell);
  }

  /** Lets go of what the matrix on the screen now proves by itself; returns the cells that changed. */
  reconcile(proof: MatrixProof): Cell[] {
    const open = new Set(proof.unknown.map(overlayKey));
    const changed: Cell[] = [];
    for (const [key, overlay] of this.#overlays) {
      const next = this.#afterProof(overlay, proof, open.has(key));
      if (next === overlay) continue;
      changed.push(overlay.cell);
      if (next === null) this.#overlays.delete(key);
      else this.#overlays.set(key, next);
    }
    return changed;
  }

  #afterProof(overlay: CellOverlay, proof: MatrixProof, isOpen: boolean): CellOverlay | null {
    const documentIsNewer = proof.documentRequestedAt > overlay.at;
    switch (overlay.phase) {
      case 'pending':
      case 'unanswered':
        return overlay;
      case 'settled':
        return documentIsNewer ? null : overlay;
      case 'unknown': {
        const asked = proof.statusRequestedAt > overlay.at && !isOpen;
        // The version the console holds now is the one on the screen: it already contains the outcome.
        return asked && (documentIsNewer || proof.documentVersion === proof.statusVersion) ? null : overlay;
      }
      case 'conflict':
      case 'refused':
        return documentIsNewer && overlay.value !== undefined ? { ...overlay, value: undefined } : overlay;
    }
  }
}
