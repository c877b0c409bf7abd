import { describe, expect, it } from 'vitest';
import { undoInWords } from '@/components/changes/set/set-question';
import type { ChangeSummary } from '@/lib/contract/changes/changes';
import { typeInWords } from '@/lib/domain/access/type-words';
import { summaryOf } from '@/lib/domain/changes/change-summary';
import { cellChangeInWords } from '@/lib/domain/changes/cell-words';
import { setTitle, stepInWords, undoReason, type TitledSet } from '@/lib/domain/changes/change-words';
import { durationInWords, percentOf } from '@/lib/domain/changes/progress-figures';

const cell = { recordType: 'Customer', recordId: '40000', entityId: '100' };
const none = { pending: 0, applied: 0, already: 0, conflict: 0, rejected: 0, unknown: 0, cancelled: 0 };

describe('the words about a change', () => {
  describe('about a set', () => {
    const summary = {
      ...{ given: 12, removed: 0, records: 7, record: null },
      types: { count: 1, names: ['Customer'] },
      entities: { count: 5, ids: [] },
    };
    const set: TitledSet = {
      ...{ summary, source: null },
      undoOf: null,
      state: 'done',
      counts: { ...none, total: 12, applied: 12 },
    };
    const title = (more: Partial<ChangeSummary> = {}, of: Partial<TitledSet> = {}) =>
      setTitle({ ...set, ...of, summary: { ...summary, ...more } });
    const removed = { given: 0, removed: 12 };
    const mixed = {
      ...{ given: 6, removed: 6, types: { count: 1, names: ['Fixed Asset'] } },
      entities: { count: 2, ids: ['210', '220'] },
    };

    it.each<[string, Partial<ChangeSummary>]>([
      ['Given: 7 customers in 5 entities', {}],
      ['Given: 1,240 customers in 5 entities', { records: 1_240 }],
      ['Removed: 7 customers from entity 999', { ...removed, entities: { count: 1, ids: ['999'] } }],
      [
        'Removed: 8 vendors and bank accounts from entity 999',
        {
          ...{ ...removed, records: 8, types: { count: 2, names: ['Vendor', 'Bank Account'] } },
          entities: { count: 1, ids: ['999'] },
        },
      ],
      ['Given: 40 records of 3 types in 5 entities', { records: 40, types: { count: 3, names: ['Customer', 'G/L Account'] } }],
      ['Given: 40 records of 5 types in 5 entities', { records: 40, types: { count: 5, names: ['Customer', 'Item'] } }],
      ['Given 6, removed 6: fixed assets in entities 210 and 220', mixed],
      [
        'Given 1, removed 1: Customer 40000 in entities 210 and 220',
        {
          ...{
            ...mixed,
            given: 1,
            removed: 1,
            records: 1,
            record: { recordType: 'Customer', recordId: '40000' },
          },
          types: { count: 1, names: ['Customer'] },
        },
      ],
    ])('tell what it did: %s', (words, more) => {
      expect(title(more)).toBe(words);
    }); // prettier-ignore

    it('name one record, and the one entity it was changed in, as people call them', () => {
      const one = summaryOf([{ ...cell, accessible: true }]);
      const names = { record: () => 'Deerfield', entity: (id: string) => `Cronus ${id}`, group: () => '' };
      const of = (more: ChangeSummary) => setTitle({ ...set, summary: more }, names);
      expect(of(one)).toBe('Given: Customer Deerfield · 40000 in entity Cronus 100 · 100');
      expect(title(one)).toBe('Given: Customer 40000 in entity 100');
      expect(of({ ...one, entities: { count: 2, ids: ['100', '110'] } })).toBe(
        'Given: Customer Deerfield · 40000 in entities 100 and 110',
      );
    });

    it.each<[string, Partial<TitledSet>, Partial<ChangeSummary>]>([
      ['Will give: 7 customers in 5 entities', { state: 'queued' }, {}],
      ['Giving: 7 customers in 5 entities', { state: 'running' }, {}],
      ['Removing: 7 customers from 5 entities', { state: 'paused' }, removed],
      ['Giving 6, removing 6: fixed assets in entities 210 and 220', { state: 'running' }, mixed],
      // Stopped half way, or refused in part, it did some of it; stopped before, or refused altogether, none.
      [
        'Partly given (1 of 12): 7 customers in 5 entities',
        { state: 'cancelled', counts: { ...none, total: 12, applied: 1, cancelled: 11 } },
        {},
      ],
      ['Partly removed (11 of 12): 7 customers from 5 entities', { counts: { ...none, total: 12, applied: 11, unknown: 1 } }, removed],
      ['Partly given or removed (5 of 12): fixed assets in entities 210 and 220', { counts: { ...none, total: 12, applied: 5, conflict: 7 } }, mixed],
      ['Not given: 7 customers in 5 entities', { state: 'cancelled', counts: { ...none, total: 12, cancelled: 12 } }, {}],
      ['Not removed: 7 customers from 5 entities', { counts: { ...none, total: 12, rejected: 12 } }, removed],
      ['Not given or removed: fixed assets in entities 210 and 220', { counts: { ...none, total: 12, rejected: 12 } }, mixed],
      // Where nothing was to be done, nothing is told as done; what has no proof is no more than possible.
      ['Already given: 7 customers in 5 entities', { counts: { ...none, total: 12, already: 12 } }, {}],
      ['Given: 7 customers in 5 entities (11 of 12 had access already)', { counts: { ...none, total: 12, applied: 1, already: 11 } }, {}],
      // What had the value that was asked for, this set did not give.
      [
        'Not given: 7 customers in 5 entities (3 of 12 had access already)',
        { state: 'cancelled', counts: { ...none, total: 12, already: 3, cancelled: 9 } },
        {},
      ],
      ['Removed: 7 customers from 5 entities (11 of 12 had no access already)', { counts: { ...none, total: 12, applied: 1, already: 11 } }, removed],
      ['Given 6, removed 6: fixed assets in entities 210 and 220 (11 of 12 needed no change)', { counts: { ...none, total: 12, applied: 1, already: 11 } }, mixed],
      ['Perhaps given: 7 customers in 5 entities', { counts: { ...none, total: 12, rejected: 11, unknown: 1 } }, {}],
      ['Undo of: 7 customers given in 5 entities', { undoOf: 'one' }, removed],
      ['Undo of: 7 customers removed from 5 entities', { undoOf: 'one' }, {}],
      ['Undoing: 7 customers given in 5 entities', { undoOf: 'one', state: 'running' }, removed],
      ['Undo of: fixed assets given or removed in entities 210 and 220', { undoOf: 'one' }, mixed],
      ['Partly undone (5 of 12): 7 customers given in 5 entities', { undoOf: 'one', counts: { ...none, total: 12, applied: 5, conflict: 7 } }, removed],
      ['Given: 7 customers in 5 entities, from q4.xlsx', { source: { file: 'q4.xlsx', sha256: 'a'.repeat(64) } }, {}],
      ['Given: 7 customers in 5 entities, from \u2068נגישות.csv\u2069', { source: { file: 'נגישות.csv', sha256: 'a'.repeat(64) } }, {}],
    ])('stand in the tense that is true: %s', (words, of, more) => {
      expect(title(more, of)).toBe(words);
    }); // prettier-ignore
  });

  it.each([
    ['Customer', 'customers'],
    ['G/L Account', 'G/L accounts'],
    ['Currency', 'currencies'],
    ['Journey', 'journeys'],
    ['Resources', 'resources'],
  ])('name records of the type %s as people do: %s', (type, words) => {
    expect(typeInWords(type)).toBe(words);
  });

  it('show a step from value to value, also where the assignment is not set up', () => {
    expect(stepInWords(false, true)).toBe('no access → has access');
    expect(stepInWords(true, null)).toBe('has access → not set up');
  });

  it.each<[string, Partial<Parameters<typeof cellChangeInWords>[0]>]>([
    ['no access → has access', { state: 'applied', before: false, current: true }],
    ['given', { state: 'applied', expected: null }],
    ['already has access', { state: 'already', before: true, current: true }],
    ['not given: still no access', { state: 'rejected', before: false, current: false }],
    ['not given', { state: 'rejected', expected: null }],
    [
      'not removed: changed meanwhile, now has access',
      { state: 'conflict', accessible: false, expected: false, current: true },
    ],
    // The value from before is the one that changed.
    ['not given: changed meanwhile', { state: 'conflict', before: false, current: null }],
    ['not removed', { state: 'cancelled', accessible: false, expected: true }],
    ['being given, unconfirmed', { state: 'unknown' }],
    ['to be given', { state: 'pending' }],
  ])('tell as a step only what happened: %s', (words, more) => {
    const asked = {
      accessible: true,
      expected: false,
      before: null,
      current: null,
      state: 'applied',
    } as const;
    expect(cellChangeInWords({ ...asked, ...more })).toBe(words);
  });

  it('record as the reason of an undo that it is one, and why the set undone was asked for', () => {
    expect(undoReason('')).toBe('Undo');
    expect(undoReason(undoReason(''))).toBe('Undo'); // of an undo that is undone
    expect(undoReason('Closing')).toBe('Undo: Closing');
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
      'Access will be given back for 38 assignments and removed again from 4.',
      '2 assignments changed since, or their values before are not known: left as they are.',
    ]);
    expect(undoInWords({ give: 1, remove: 0, left: 0, asOf: null }, Date.now())[0]).toBe(
      'Access will be given back.',
    );
    expect(undoInWords({ give: 0, remove: 3, left: 0, asOf: null }, Date.now())[0]).toBe(
      'Access will be removed again from 3 assignments.',
    );
    expect(undoInWords({ give: 0, remove: 0, left: 1, asOf: null }, Date.now())).toEqual([
      'Nothing is left to undo.',
      '1 assignment changed since, or its value before is not known: left as it is.',
    ]);
  });

  it('tell what of an undo was undone already apart from what changed since', () => {
    const leaves = (left: number, undone: number) =>
      undoInWords({ give: 0, remove: 0, left, asOf: null }, Date.now(), { undone });
    expect(leaves(40, 39)).toEqual([
      'Nothing is left to undo.',
      '39 assignments are undone already.',
      '1 assignment changed since, or its value before is not known: left as it is.',
    ]);
    expect(leaves(1, 1)).toEqual(['Nothing is left to undo.', '1 assignment is undone already.']);
  });

  it('tell of a paused set what is still sent when it goes on', () => {
    const sentences = undoInWords({ give: 38, remove: 0, left: 0, asOf: null }, Date.now(), { waiting: 154 });
    expect(sentences[1]).toBe(
      '154 assignments of this change set are still waiting, and will be sent if a person resumes it. To prevent that, cancel the set too.',
    );
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
