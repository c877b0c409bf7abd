import { describe, expect, it } from 'vitest';
import { isDay } from '@/lib/domain/calendar-day';
import {
  countFilters,
  daysAreReversed,
  evidenceScopeOf,
  isFiltered,
  isNarrowedBesidesDays,
  listFilterOf,
  type ChangesShown,
} from '@/components/changes/list/changes-parameters';
import { dayInWords } from '@/components/ui/instant';
import { byDay } from '@/components/changes/rows-by-day';
import { filtersInWords } from '@/components/changes/list/filter-words';
import { possibleActions } from '@/components/changes/set/use-set-actions';
import { endInWords } from '@/components/changes/progress-words';
import { listChangesQuerySchema, type ChangeSet } from '@/lib/contract/changes/changes';
import { evidenceSchema } from '@/lib/contract/changes/evidence';

const nothing: ChangesShown = {
  ...{ person: '', recordType: '', recordId: '', entityId: '', from: '', to: '', before: '' },
  ...{ outcome: null, state: null, kind: null },
};

describe('the address of the list', () => {
  it('asks for nothing where nothing is chosen', () => {
    expect(Object.values(listFilterOf(nothing)).filter((value) => value !== undefined)).toEqual([]);
    expect(isFiltered({ ...nothing, before: '1.a' })).toBe(false);
    expect(isFiltered({ ...nothing, state: 'active' })).toBe(true);
  });

  it('makes instants of days: from the first midnight to the one after the last day', () => {
    const { from, to } = listFilterOf({ ...nothing, from: '2026-03-28', to: '2026-03-29' });
    expect([from, to]).toEqual([new Date(2026, 2, 28).toISOString(), new Date(2026, 2, 30).toISOString()]);
    expect(listChangesQuerySchema.safeParse({ from, to }).success).toBe(true);
    expect(daysAreReversed({ ...nothing, from: '2026-03-29', to: '2026-03-28' })).toBe(true);
  });

  it('takes no year that is still being typed', () => {
    expect(
      ['0002-11-22', '0020-11-22', '0202-11-22', '2026-11', '2026-13-45x', '2026-02-30', '9999-12-31'].filter(
        isDay,
      ),
    ).toEqual([]);
    expect(isDay('2026-11-22')).toBe(true);
  });

  it('is told in words where no filters are to be seen', () => {
    expect(filtersInWords({ ...nothing, before: '1.a' })).toBe('');
    const shown = {
      ...nothing,
      person: 'Dana',
      state: 'active',
      outcome: 'rejected',
      kind: 'import',
    } as const;
    expect(filtersInWords(shown)).toBe(
      'person: “Dana”, source: from files, state: not ended, with outcome: refused',
    );
    expect(filtersInWords({ ...nothing, from: '2026-03-28' })).toMatch(/^from .*28.*2026|^from .*2026.*28/);
    expect(countFilters({ ...shown, before: '1.a' })).toBe(4);
  });
});

describe('the evidence of what a list shows', () => {
  it('goes by its days alone, and where it ends now, the console says when that is', () => {
    expect(evidenceScopeOf({ ...nothing, person: 'Dana' })).toEqual({ what: 'ledger' });
    expect(isNarrowedBesidesDays({ ...nothing, person: 'Dana' })).toBe(true);
    expect(isNarrowedBesidesDays({ ...nothing, from: '2026-03-28', to: '2026-03-29' })).toBe(false);
    const open = evidenceScopeOf({ ...nothing, from: '2026-03-28' });
    expect(open).toEqual({ what: 'period', from: new Date(2026, 2, 28).toISOString() });
    const whole = evidenceScopeOf({ ...nothing, to: '2026-03-29' });
    expect(whole).toMatchObject({ what: 'period', to: new Date(2026, 2, 30).toISOString() });
    for (const scope of [open, whole]) expect(evidenceSchema.safeParse(scope).success).toBe(true);
  });
});

describe('the days of a list', () => {
  it('keep the order and are named by how long ago they were', () => {
    const now = new Date(2026, 2, 1, 12).getTime();
    const at = (day: number, hour: number) => new Date(2026, 1, day, hour).toISOString();
    const days = byDay([at(29, 9), at(28, 23), at(28, 0), at(3, 5)], (one) => one, now); // 29 February 2026 is 1 March
    expect(days.map(({ name, items }) => [name, items.length])).toEqual([
      ['Today', 1],
      ['Yesterday', 2],
      [dayInWords(new Date(2026, 1, 3)), 1],
    ]);
  });
});

describe('the end of a set', () => {
  it('is told with what needs a look first', () => {
    const counts = { total: 10_000, pending: 0, applied: 9_963, already: 0, conflict: 0, rejected: 37 };
    expect(endInWords({ state: 'done', counts: { ...counts, unknown: 0, cancelled: 0 } })).toBe(
      `Done: 37 refused, ${(9_963).toLocaleString()} applied`,
    );
  });
});

describe('what is offered for a set', () => {
  const counts = {
    total: 4,
    pending: 0,
    applied: 1,
    already: 0,
    conflict: 1,
    rejected: 1,
    unknown: 0,
    cancelled: 1,
  };
  const offered = (more: Partial<ChangeSet>) => {
    const set = { state: 'done', asked: null, withdrawn: null, counts, ...more } as ChangeSet; // the parts that decide
    return [...possibleActions(set)];
  };

  it('is what the console would take, where there is something to do', () => {
    expect(offered({ state: 'running' })).toEqual(['pause', 'cancel']);
    expect(offered({ state: 'running', asked: 'pause' })).toEqual(['resume', 'cancel']);
    expect(offered({ state: 'running', asked: 'cancel' })).toEqual([]);
    expect(offered({ state: 'paused' })).toEqual(['pause', 'resume', 'cancel']);
    expect(offered({ state: 'paused', asked: 'pause' })).toEqual(['resume', 'cancel', 'undo']);
    expect(offered({})).toEqual(['retry', 'undo']);
    expect(offered({ counts: { ...counts, total: 1, conflict: 0, rejected: 0, cancelled: 0 } })).toEqual([
      'undo',
    ]);
    expect(offered({ counts: { ...counts, applied: 0 } })).toEqual(['retry']);
  });
});
