import { describe, expect, it } from 'vitest';
import { byOutcome, groupsOf, setOfGroup, titledSetOf } from '@/components/changes/history/history-groups';
import type { HistoryEntry } from '@/lib/contract/changes/changes';
import { setTitle } from '@/lib/domain/changes/change-words';

let seq = 1_000;

/** An entry of a history, older than the one before. */
function entry(more: Partial<HistoryEntry>): HistoryEntry {
  seq--;
  return {
    ...{ recordType: 'Customer', recordId: '10000', entityId: '100', seq, at: '2026-11-25T10:00:00.000Z' },
    ...{
      by: 'console',
      person: { id: 'p', name: 'Dana' },
      changeSetId: 'a',
      undoOf: null,
      setTotal: 2,
      state: 'applied',
      wanted: true,
    },
    ...{ before: false, after: true, since: null, reason: '', detail: '' },
    ...more,
  };
}

const shape = (value: HistoryEntry[]) =>
  groupsOf({ value, cut: [], next: null }).value.map(({ entries, ofTotal }) => [
    entries.map(({ entityId }) => entityId).join(' '),
    ofTotal,
  ]);

const outside = {
  by: 'outside',
  changeSetId: null,
  undoOf: null,
  setTotal: null,
  state: null,
  wanted: null,
} as const;

describe('a history', () => {
  it('tells a set once, and what changed outside one by one', () => {
    expect(
      shape([
        entry({ entityId: '100' }),
        entry({ entityId: '110' }),
        entry({ entityId: '120', changeSetId: 'b' }),
        entry({ entityId: '130', changeSetId: 'c', setTotal: 1 }),
        entry({ ...outside, entityId: '140' }),
        entry({ ...outside, entityId: '150' }),
      ]),
    ).toEqual([
      ['100 110', null],
      ['120', 2],
      ['130', null],
      ['140', null],
      ['150', null],
    ]);
  });

  it('leaves nothing out of what a set met twice', () => {
    const twice = [
      entry({}),
      entry({ entityId: '110' }),
      entry({ state: 'rejected' }),
      entry({ entityId: '120' }),
    ];
    expect(shape(twice).map(([entities]) => entities)).toEqual(['100 110', '100 120']);
  });

  it('counts all that the page lists of a set that another change parts', () => {
    const parted = [entry({}), entry({ ...outside, entityId: '120' }), entry({ entityId: '110' })];
    expect(shape(parted).map(([, ofTotal]) => ofTotal)).toEqual([null, null, null]);
  });

  it('says how many a set has where others stand on another page or are of other targets', () => {
    const large = { changeSetId: 'b', setTotal: 536 };
    expect(shape([entry({ ...large }), entry({ ...large, entityId: '110' })])).toEqual([['100 110', 536]]);
    expect(groupsOf({ value: [], cut: [], next: 7 })).toEqual({ value: [], next: 7 });
  });

  it('titles a set that goes on beyond the page by the whole of it', () => {
    const counts = {
      total: 93,
      pending: 0,
      applied: 93,
      already: 0,
      conflict: 0,
      rejected: 0,
      unknown: 0,
      cancelled: 0,
    };
    const summary = {
      given: 93,
      removed: 0,
      records: 93,
      record: null,
      types: { count: 1, names: ['Vendor'] },
      entities: { count: 1, ids: ['420'] },
    };
    const undo = { id: 'a', undoOf: 'b', state: 'done', source: null, summary, counts } as const;
    const [group] = groupsOf({
      value: ['1', '2'].map((recordId) =>
        entry({ recordType: 'Vendor', recordId, entityId: '420', setTotal: 93 }),
      ),
      cut: [undo],
      next: 7,
    }).value;
    expect(group && setTitle(titledSetOf(group))).toBe('Undo of: 93 vendors removed from entity 420');
    expect(group?.ofTotal).toBe(93);
    expect(group && setOfGroup(group).counts.total).toBe(2);
  });

  it('names what the set did to the target, and tells apart what became of it', () => {
    const [group] = groupsOf({
      value: [
        entry({ entityId: '100' }),
        entry({ entityId: '110', state: 'rejected', detail: 'Closing.' }),
        entry({ entityId: '120' }),
        entry({ entityId: '130', state: 'rejected', detail: 'Closing.' }),
      ],
      cut: [],
      next: null,
    }).value;
    if (group === undefined) throw new Error('There is no group.');
    expect(setTitle(setOfGroup(group))).toBe('Partly given (2 of 4): Customer 10000 in 4 entities');
    expect(setOfGroup(group).counts).toMatchObject({ total: 4, applied: 2, rejected: 2 });
    expect(byOutcome(group).map(({ state, detail, entries }) => [state, detail, entries.length])).toEqual([
      ['applied', '', 2],
      ['rejected', 'Closing.', 2],
    ]);
  });

  it('tells of what is not confirmed no more than that it may have been done', () => {
    const [group] = groupsOf({
      value: [entry({ entityId: '100', state: 'unknown' }), entry({ entityId: '110', state: 'unknown' })],
      cut: [],
      next: null,
    }).value;
    expect(group && setTitle(setOfGroup(group))).toBe(
      'Perhaps given: Customer 10000 in entities 100 and 110',
    );
  });
});
