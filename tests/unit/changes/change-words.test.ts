import { describe, expect, it } from 'vitest';
import { undoInWords } from '@/components/changes/set/set-question';
import { cellStates, type CellState } from '@/lib/contract/changes/change-states';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { cellChangeInWords, setTitle, stepInWords } from '@/lib/domain/changes/change-words';
import { durationInWords, percentOf } from '@/lib/domain/changes/progress-figures';

const cell = { recordType: 'Customer', recordId: '40000', entityId: '100' };
const none = { pending: 0, applied: 0, already: 0, conflict: 0, rejected: 0, unknown: 0, cancelled: 0 };

describe('the words about a change', () => {
  it('say what became of it, so that no two outcomes that differ read alike as done', () => {
    const words = (state: CellState, accessible = true) => cellChangeInWords({ ...cell, accessible, state });
    expect(words('applied')).toBe('Entity 100 can now use Customer 40000');
    expect(words('applied', false)).toBe('Entity 100 can no longer use Customer 40000');
    expect(words('already', false)).toBe('Entity 100 already could not use Customer 40000');
    expect(words('unknown', false)).toBe('Entity 100 may have lost access to Customer 40000');
    expect(words('pending')).toBe('Entity 100 is to be given access to Customer 40000');
    expect(words('rejected', false)).toBe('Entity 100 did not lose access to Customer 40000');
    for (const state of cellStates.filter((one) => one !== 'applied'))
      expect(words(state)).not.toBe(words('applied'));
  });

  it('name a set by its one cell, its size, its file or what it undoes', () => {
    const set = {
      only: null,
      counts: { ...none, total: 1_240, pending: 1_240 },
      kind: 'changes',
      source: null,
    } as const;
    const title = (more: Partial<ChangeSet>) => setTitle({ ...set, ...more } as ChangeSet); // the parts a title is made of
    expect(title({})).toBe('Change of 1,240 assignments');
    expect(title({ kind: 'undo' })).toBe('Undo of 1,240 assignments');
    expect(title({ kind: 'import', source: { file: 'q4.xlsx', sha256: 'a'.repeat(64) } })).toBe(
      '1,240 assignments from q4.xlsx',
    );
    expect(title({ only: { ...cell, accessible: true, state: 'applied' } })).toBe(
      'Entity 100 can now use Customer 40000',
    );
  });

  it('show a step from value to value, also where the assignment is not set up', () => {
    expect(stepInWords(false, true)).toBe('no access → has access');
    expect(stepInWords(true, null)).toBe('has access → not set up');
  });

  it('tell by what an undo was counted', () => {
    const [, how] = undoInWords({ give: 1, remove: 0, left: 0, asOf: '2026-11-21T10:02:00Z' }, Date.now());
    expect(how).toMatch(/^Based on data read at .+, plus changes since\./);
    expect(undoInWords({ give: 1, remove: 0, left: 0, asOf: null }, Date.now())[1]).toContain(
      'has not read the service yet',
    );
  });

  it('tell what an undo would do, and what it leaves', () => {
    expect(undoInWords({ give: 38, remove: 4, left: 2, asOf: null }, Date.now()).slice(0, 2)).toEqual([
      '38 assignments will have access again, 4 assignments will lose access again.',
      '2 assignments changed since, or their values before are not known: left as they are.',
    ]);
    expect(undoInWords({ give: 1, remove: 0, left: 0, asOf: null }, Date.now())[0]).toBe(
      '1 assignment will have access again.',
    );
    expect(undoInWords({ give: 0, remove: 0, left: 1, asOf: null }, Date.now())).toEqual([
      'Nothing is left to undo: no assignment still has the value that this change gave it.',
      '1 assignment changed since, or its value before is not known: left as it is.',
    ]);
  });
});

describe('progress', () => {
  it('is 0 or 100 percent only when nothing or everything is decided', () => {
    const at = (decided: number, total: number) =>
      percentOf({ ...none, total, applied: decided, pending: total - decided });
    expect([at(0, 100_000), at(1, 100_000), at(50_000, 100_000), at(99_999, 100_000), at(7, 7)]).toEqual([
      0, 1, 50, 99, 100,
    ]);
    expect(percentOf({ ...none, total: 10, applied: 5, unknown: 5 })).toBe(50);
  });

  it.each([
    [0.2, '1 s'],
    [59, '59 s'],
    [61, '1 min'],
    [3_570, '1 h'],
    [7_800, '2 h 10 min'],
    [400_000, '5 days'],
  ])('counts %s seconds as people do: %s', (seconds, words) => {
    expect(durationInWords(seconds)).toBe(words);
  });
});
