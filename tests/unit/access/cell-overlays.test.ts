import { describe, expect, it } from 'vitest';
import { CellOverlays, type MatrixProof, type OverlayPhase } from '@/lib/domain/access/cell-overlays';

const cell = { recordType: 'Customer', recordId: '40000', entityId: '100' };

function overlaid(phase: OverlayPhase): CellOverlays {
  const overlays = new CellOverlays();
  overlays.put({ cell, phase, value: 'granted', note: '', at: 100 });
  return overlays;
}

const proof = (more: Partial<MatrixProof>): MatrixProof => ({
  documentRequestedAt: 50,
  documentVersion: 'a',
  statusRequestedAt: 50,
  statusVersion: 'a',
  unknown: [],
  ...more,
});

describe('changes laid over the matrix', () => {
  it('keeps a settled change until a document that was asked for later, so that an older one cannot flip it back', () => {
    const overlays = overlaid('settled');
    overlays.reconcile(
      proof({ documentRequestedAt: 99, documentVersion: 'b', statusRequestedAt: 150, statusVersion: 'b' }),
    );
    expect(overlays.get(cell)?.value).toBe('granted');
    expect(overlays.reconcile(proof({ documentRequestedAt: 101 }))).toEqual([cell]);
    expect(overlays.get(cell)).toBeUndefined();
  });

  it('never lets a matrix replace a change that is on its way, or whose fate the page is asking for', () => {
    for (const phase of ['pending', 'unanswered'] as const) {
      const overlays = overlaid(phase);
      overlays.reconcile(proof({ documentRequestedAt: 900, statusRequestedAt: 900 }));
      expect(overlays.get(cell)?.phase).toBe(phase);
    }
  });

  it('keeps an unknown change until the console no longer names it and the matrix on the screen is its newest', () => {
    const overlays = overlaid('unknown');
    overlays.reconcile(proof({ documentRequestedAt: 200, statusRequestedAt: 200, unknown: [cell] }));
    expect(overlays.get(cell)?.phase).toBe('unknown');
    overlays.reconcile(proof({ statusRequestedAt: 300, statusVersion: 'b' }));
    expect(overlays.get(cell)?.phase).toBe('unknown');
    overlays.reconcile(proof({ statusRequestedAt: 300 }));
    expect(overlays.get(cell)).toBeUndefined();
  });

  it('keeps the mark of a refused change, but takes its value from newer documents', () => {
    const overlays = overlaid('refused');
    overlays.reconcile(proof({ documentRequestedAt: 200 }));
    expect(overlays.get(cell)).toMatchObject({ phase: 'refused', value: undefined });
    expect(overlays.clearMarks()).toEqual([cell]);
    expect(overlays.get(cell)).toBeUndefined();
  });

  it('keeps the value the service named in a conflict when its mark is cleared before a newer document came', () => {
    const overlays = overlaid('conflict');
    overlays.clearMarks();
    expect(overlays.get(cell)).toMatchObject({ phase: 'settled', value: 'granted' });
  });

  it('does not confuse cells whose parts run together', () => {
    const overlays = overlaid('pending');
    expect(overlays.get({ recordType: 'Customer4', recordId: '0000', entityId: '100' })).toBeUndefined();
  });
});
