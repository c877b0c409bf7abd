import { describe, expect, it } from 'vitest';
import { isDay } from '@/lib/domain/calendar-day';
import {
  daysAreReversed,
  evidenceScopeOf,
  isFiltered,
  isFilteredBesidesDays,
  listFilterOf,
  unreadableParts,
  type ChangesShown,
} from '@/components/changes/list/changes-parameters';
import { dayInWords } from '@/components/ui/instant';
import { byDay } from '@/components/changes/rows-by-day';
import { mondayOf } from '@/lib/domain/calendar-day';
import { activeFilters, filtersInWords } from '@/components/changes/list/filter-words';
import { possibleActions } from '@/components/changes/set/use-set-actions';
import { finishedInWords } from '@/components/changes/set/set-progress';
import { standingOf } from '@/components/changes/outcome/state-badge';
import { endInWords } from '@/components/changes/progress-words';
import { listChangesQuerySchema, type ChangeSet } from '@/lib/contract/changes/changes';
import type { BadgeTone } from '@/components/ui/feedback/badge';
import { someSet } from '@/tests/support/changes/some-set';
import { evidenceSchema } from '@/lib/contract/changes/evidence';

const nothing: ChangesShown = {
  ...{ person: '', recordType: '', recordId: '', entityId: '', from: '', to: '', before: '' },
  ...{ outcome: null, state: null, kind: null, mine: false },
};

describe('what is not understood in the address of the list', () => {
  const faultsOf = (search: string) => Object.keys(unreadableParts(new URLSearchParams(search)));

  it('is nothing of what is, nor what other parts of the console put there', () => {
    const search = 'outcome=applied&state=active&kind=outside&mine=true&from=2026-11-02&recordId=C00170';
    expect(faultsOf(`${search}&person=Dana&before=1.a`)).toEqual([]);
    expect(faultsOf('connection=other&history=Customer/C00170&line=A&_rsc=1abc')).toEqual([]);
  });

  it('is a value that is not known, a part given twice, and a name that is not known', () => {
    expect(faultsOf('outcome=nonsense&state=x&kind=x&mine=perhaps&from=2026-31-10&to=x')).toEqual(
      ['mine', 'outcome', 'state', 'kind', 'from', 'to'], // as the page knows them
    );
    expect(faultsOf('entityId=100&entityId=110&record=NOPE')).toEqual(['entityId', 'record']);
  });
});

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
      'requested by “Dana”, source: from files, state: not ended, with outcome: refused or failed',
    );
    expect(filtersInWords({ ...nothing, from: '2026-03-28' })).toMatch(/^from .*28.*2026|^from .*2026.*28/);
    expect(filtersInWords({ ...nothing, mine: true })).toBe('requested by you');
    expect(listFilterOf({ ...nothing, mine: true }).mine).toBe('true');
  });
});

it('names each filter by its words and its part of the address', () => {
  const shown: ChangesShown = {
    ...nothing,
    ...{ mine: true, recordId: 'C1', kind: 'outside', from: '2026-03-28' },
  };
  const filters = activeFilters({ ...shown, before: '1.a' });
  expect(filters.map(({ words }) => words)).toEqual([
    'Requested by you',
    'Record ID “C1”',
    'Source: outside',
    expect.stringMatching(/^From .*2026/),
  ]);
  expect(filters.map(({ key }) => key)).toEqual(['mine', 'recordId', 'kind', 'from']);
  // Where what changed outside is listed, its heading says so.
  expect(filtersInWords({ ...nothing, kind: 'outside' })).toBe('');
});

describe('this week', () => {
  it.each([
    ['2026-11-25', '2026-11-23'],
    ['2026-11-23', '2026-11-23'],
    ['2026-11-29', '2026-11-23'],
    ['2026-03-01', '2026-02-23'],
    ['2027-01-01', '2026-12-28'],
  ])('of %s begins on Monday, %s', (day, monday) => {
    expect(mondayOf(day)).toBe(monday);
  });
});

describe('the evidence of what a list shows', () => {
  it('goes by its days alone, and where it ends now, the console says when that is', () => {
    expect(evidenceScopeOf({ ...nothing, person: 'Dana' })).toEqual({ what: 'ledger' });
    expect(isFilteredBesidesDays({ ...nothing, person: 'Dana' })).toBe(true);
    expect(isFilteredBesidesDays({ ...nothing, from: '2026-03-28', to: '2026-03-29' })).toBe(false);
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
    const onPaper = byDay([at(29, 9), at(28, 23)], (one) => one, null);
    expect(onPaper.map(({ name }) => name)).toEqual(
      [29, 28].map((day) => dayInWords(new Date(2026, 1, day))),
    );
  });
});

describe('the end of a set', () => {
  it.each([
    [1, 1, '0 of 1 finished'],
    [2, 1, '1 of 2 finished, the other was cancelled'],
    [5, 3, '2 of 5 finished, the others were cancelled'],
    [5, 0, '5 of 5 finished'],
  ])(
    'of %i of which %i were cancelled tells of others only where there are any',
    (total, cancelled, words) => {
      const { counts } = someSet();
      const ended = { ...counts, total, cancelled, applied: total - cancelled, pending: 0 };
      expect(finishedInWords({ state: 'done', counts: ended })).toBe(words);
    },
  );

  it('is told with what needs a look first', () => {
    const counts = { total: 10_000, pending: 0, applied: 9_963, already: 0, conflict: 0, rejected: 37 };
    expect(endInWords({ state: 'done', counts: { ...counts, unknown: 0, cancelled: 0 } })).toBe(
      `Done: 37 refused or failed, ${(9_963).toLocaleString()} confirmed`,
    );
  });
});

describe('how a set stands', () => {
  const none = { pending: 0, applied: 0, already: 0, conflict: 0, rejected: 0, unknown: 0, cancelled: 0 };
  const counted = (some: Partial<typeof none>) => {
    const counts = { ...none, ...some };
    return { ...counts, total: Object.values(counts).reduce((sum, count) => sum + count, 0) };
  };

  it.each<[string, BadgeTone, Partial<typeof none>, Partial<ChangeSet>]>([
    ['Done', 'success', { applied: 12 }, {}],
    ['Done, 13 refused or failed', 'warning', { applied: 27, rejected: 13 }, {}],
    ['Done, 1 changed meanwhile', 'warning', { applied: 27, conflict: 1 }, {}],
    ['Done, 3 not applied', 'warning', { applied: 27, conflict: 1, rejected: 2 }, {}],
    ['Refused or failed', 'danger', { rejected: 1 }, {}],
    ['No change needed', 'neutral', { already: 2 }, {}],
    ['Cancelled', 'neutral', { cancelled: 12 }, { state: 'cancelled' }],
    ['Cancelled, 4 confirmed', 'warning', { cancelled: 8, applied: 4 }, { state: 'cancelled' }],
    ['Undone', 'neutral', { applied: 12 }, { undoState: 'done', undone: 12 }],
    ['Partly undone', 'warning', { applied: 27, rejected: 13 }, { undoState: 'done', undone: 26 }],
    ['Done', 'success', { applied: 12 }, { undoState: 'running', undone: 4 }],
    ['Waiting', 'neutral', { pending: 12 }, { state: 'queued' }],
    ['Running', 'accent', { pending: 12 }, { state: 'running' }],
    ['Running, 2 unconfirmed', 'warning', { pending: 10, unknown: 2 }, { state: 'running' }],
    ['Unconfirmed', 'warning', { unknown: 1 }, { state: 'running' }],
    ['Pausing', 'warning', { pending: 12 }, { state: 'running', asked: 'pause' }],
    ['Paused', 'warning', { pending: 12 }, { state: 'paused' }],
    ['Paused, tries again', 'warning', { pending: 12 }, { state: 'paused', pause: { code: 'storm', detail: '', at: '', retryAt: '' } }],
    ['Cancelling', 'warning', { pending: 12 }, { state: 'running', asked: 'cancel' }],
])('is told as “%s” (%s)', (word, tone, some, more) => {
    const set = someSet({ state: 'done', counts: counted(some), ...more });
    expect(standingOf(set)).toMatchObject({ word, tone });
  }); // prettier-ignore
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
    // The parts that decide.
    const set = {
      state: 'done',
      asked: null,
      withdrawn: null,
      counts,
      undone: 0,
      undoState: null,
      ...more,
    } as ChangeSet;
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
    expect(offered({ undone: 1 })).toEqual(['retry']); // all that it did
  });
});
