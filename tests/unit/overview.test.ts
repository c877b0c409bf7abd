import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { AccessSummary } from '@/lib/contract/access/access-summary';
import { attentionItems, type AttentionSources } from '@/components/overview/attention-items';
import { allEntities, entityColumns } from '@/components/overview/entity-columns';
import type { OverviewLinks } from '@/components/overview/overview-links';
import { AccessFigures, trendOf } from '@/components/overview/key-figures';
import { ShareGrid } from '@/components/overview/share-grid';
import { shareCounts, sharePercent } from '@/lib/domain/access/share-words';
import { accessSummary } from '@/lib/domain/access/access-summary';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { matrixNames, noNames } from '@/lib/domain/access/names/matrix-names';
import { someSet } from '@/tests/support/changes/some-set';
import { addressed } from '@/tests/support/addressed';

const links: OverviewLinks = {
  access: () => '/access',
  journal: () => '/journal',
  changes: () => '/changes',
  changeSet: (id) => `/changes/${id}`,
  metadata: () => '/metadata',
  connections: () => '/connections',
};

const restOfConnection = {
  place: { tenant: null, environment: null, company: 'a-company' },
  abilities: { filters: null, quotedBooleans: null, pages: null, limits: null },
  budget: { inFlight: 0, concurrency: 4, waiting: 0, inLastMinute: 0, perMinute: 960, pausedMs: 0 },
  secretExpires: null,
};

const nothing: AttentionSources = {
  connection: undefined,
  access: undefined,
  activity: undefined,
  active: undefined,
  checks: undefined,
  drift: undefined,
  now: Date.parse('2027-01-20T12:00:00Z'),
};

it('tells first what does not respond, then that the list of assignments is in doubt', () => {
  const doubt =
    'The service lists 30 records now, 60 before. Perhaps the console’s user lost a permission, or the service stopped in the middle of its list.';
  const problem = { code: 'service-timeout', detail: 'It is slow.', at: '2026-11-22T02:07:00.000Z' };
  const access = {
    ...accessSummary(new GrowingMatrix(), noNames),
    complete: true,
    loading: false,
    asOf: null,
  };
  const items = attentionItems({ ...nothing, access: { ...access, problem, doubt } }, links);
  expect(items.map(({ key, title }) => [key, title])).toEqual([
    ['connection', 'The service does not respond as it should'],
    ['doubt', doubt],
  ]);
});

it('says of a read that waits for a second one that the service lists less, not that it does not respond', () => {
  const title = 'The service lists less than before';
  const problem = { code: 'service-unavailable', title, detail: 'Less.', at: '2026-11-22T02:07:00.000Z' };
  const access = { complete: true, loading: false, asOf: null, doubt: null, entities: [], recordTypes: [] };
  const items = attentionItems({ ...nothing, access: { ...access, problem } }, links);
  expect(items).toMatchObject([{ tone: 'warning', title, more: 'Less.', step: { href: '/access' } }]);
});

describe('accessSummary', () => {
  it('counts each type in each entity as somebody would by hand', () => {
    const matrix = new GrowingMatrix();
    let seed = 7;
    const chance = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const rows: [string, string, string, boolean][] = [];
    for (let record = 0; record < 300; record++)
      for (let entity = 0; entity < 40; entity++)
        if (chance() < 0.8)
          rows.push([`Type ${String(record % 3)}`, String(record), String(entity), chance() < 0.1]);
    for (const row of rows) matrix.add(...row);
    const { entities, recordTypes } = accessSummary(matrix, noNames);
    expect(entities.map(({ entityId }) => entityId)).toEqual(
      Array.from({ length: 40 }, (_, at) => String(at)),
    );
    for (const { recordType, granted, existing, records, withoutEntity } of recordTypes) {
      const own = rows.filter(([type]) => type === recordType);
      expect(existing).toEqual(
        entities.map(({ entityId }) => own.filter((row) => row[2] === entityId).length),
      );
      expect(granted).toEqual(
        entities.map(({ entityId }) => own.filter((row) => row[2] === entityId && row[3]).length),
      );
      expect(records).toBe(100);
      const open = new Set(own.filter((row) => row[3]).map((row) => row[1]));
      expect(withoutEntity).toBe(new Set(own.map((row) => row[1])).size - open.size);
    }
  });

  it('names entities and their groups as the file does', () => {
    const matrix = new GrowingMatrix();
    matrix.add('Item', '1', 'UK01', true);
    matrix.add('Item', '1', '100', true);
    const names = matrixNames(matrix, { records: [], entities: [['100', 'Cronus', 'UK']] });
    expect(accessSummary(matrix, names).entities).toEqual([
      { entityId: '100', name: 'Cronus', group: 'UK' },
      { entityId: 'UK01', name: '', group: '' },
    ]);
  });
});

describe('the table of shares', () => {
  const drawn = (recordTypes: AccessSummary['recordTypes'], name = 'A') => {
    const columns = [{ name, entities: [{ place: 0, entityId: '1', name: '' }] }];
    const whole = allEntities(columns);
    return renderToStaticMarkup(createElement(ShareGrid, { recordTypes, columns, whole, wholeHead: 'All' }));
  };

  it('says in words where nothing is set up, in place of heads without rows', () => {
    expect(drawn([])).toContain('No record is set up');
    expect(drawn([])).not.toContain('<table');
  });
});

describe('entityColumns', () => {
  const entity = (entityId: string, group = '') => ({ entityId, name: '', group });

  it('puts entities of a group together, in the order in which groups begin, and those of none last', () => {
    const columns = entityColumns([entity('1'), entity('2', 'B'), entity('3', 'A'), entity('4', 'B')]);
    expect(columns.map(({ name, entities }) => [name, entities.map(({ place }) => place)])).toEqual([
      ['B', [1, 3]],
      ['A', [2]],
      ['No group', [0]],
    ]);
  });

  it('puts neighbours together where nobody named groups, and loses none', () => {
    const few = entityColumns([entity('1'), entity('2')]);
    expect(few.map(({ name }) => name)).toEqual(['1', '2']);
    const many = entityColumns(Array.from({ length: 200 }, (_, at) => entity(String(at))));
    expect(many).toHaveLength(6);
    expect(many[0]?.name).toBe('0 to 32');
    expect(many.flatMap(({ entities }) => entities.map(({ place }) => place))).toEqual(
      Array.from({ length: 200 }, (_, at) => at),
    );
    expect(entityColumns([])).toEqual([]);
  });
});

describe('shares in words', () => {
  it('say all and none only where it is exactly so', () => {
    expect(sharePercent({ granted: 0, existing: 1_000 })).toBe('0%');
    expect(sharePercent({ granted: 1, existing: 1_000 })).toBe('<1%');
    expect(sharePercent({ granted: 999, existing: 1_000 })).toBe('>99%');
    expect(sharePercent({ granted: 1_000, existing: 1_000 })).toBe('100%');
    expect([sharePercent({ granted: 0, existing: 0 }), shareCounts({ granted: 0, existing: 0 })]).toEqual([
      '–',
      'not set up',
    ]);
  });
});

describe('attentionItems', () => {
  const quiet = {
    days: Array.from({ length: 14 }, (_, at) => ({
      day: `2026-11-${String(at + 10)}`,
      given: 3,
      removed: 1,
      refused: 0,
      outside: 0,
      growth: 2,
    })),
    outside: { day: 0, waiting: 0 },
    refused: { sets: 0, assignments: 0 },
    unconfirmed: { sets: 0, assignments: 0 },
    log: { entries: 9, signedTo: 9, verified: null },
  };

  it('has nothing where nothing is wrong', () => {
    expect(attentionItems({ ...nothing, activity: quiet, drift: [], active: [] }, links)).toEqual([]);
  });

  it('leaves out what was changed outside and somebody has reviewed', () => {
    const activity = { ...quiet, outside: { day: 1, waiting: 0 } };
    expect(attentionItems({ ...nothing, activity }, links)).toEqual([]);
  });

  it('says of very many changes made outside that there may be more', () => {
    const titles = (waiting: number) =>
      attentionItems({ ...nothing, activity: { ...quiet, outside: { day: 0, waiting } } }, links).map(
        ({ title }) => title,
      );
    expect(titles(999)).toEqual(['999 changes made outside this console, not reviewed yet']);
    expect(titles(1_000)).toEqual([
      `${(1_000).toLocaleString()} or more changes made outside this console, not reviewed yet`,
    ]);
  });

  it('tells of the interface as it was read last, until it is read now', () => {
    const health = { isUp: true, lastAnswerAt: null, lastAnswerMs: null, problem: null, lastFailure: null };
    const connection = {
      key: 'default',
      label: 'Demo',
      kind: 'sandbox' as const,
      currency: null,
      bcUrl: null,
      reference: true,
      ...restOfConnection,
      health,
      reads: { matrixAt: null, linesAt: null, nextAt: null, nextLinesAt: null },
      drift: 2,
      labelsProblem: null,
    };
    const titles = (drift: AttentionSources['drift']) =>
      attentionItems({ ...nothing, connection, drift }, links).map(({ title, more }) => [title, more]);
    const words = '2 differences, each listed with what it means.';
    expect(titles(undefined)).toEqual([['The service’s interface is not as expected', words]]);
    expect(titles([])).toEqual([]);
  });

  it('says how many checks are not known while the access matrix is in doubt', () => {
    const check = (id: string, lines: number | null) =>
      ({ id, title: 'A title', meaning: '', advice: '', lines, filter: {} }) as const;
    const any = check('any', 108);
    const titles = (doubt: string | null, lines: number | null) => {
      const found = [check('no-entity', 108), check('item-access', lines), check('location-access', null)];
      const checks = {
        checks: found,
        any,
        doubt,
        lines: 2_608,
        today: '',
        copy: '',
        asOf: '',
        refreshing: false,
      };
      return attentionItems({ ...nothing, checks }, links).map(({ tone, title }) => `${tone} ${title}`);
    };
    expect(titles('Why.', null)).toEqual([
      'danger A title: 108 lines',
      'warning Journal lines: 2 checks not known',
    ]);
    expect(titles('Why.', 5).at(-1)).toBe('warning Journal lines: 2 checks not fully known');
    expect(titles(null, null)).toEqual(['danger A title: 108 lines']);
  });

  it('calls of a set under way only those finished that are confirmed or refused', () => {
    const counts = { ...someSet().counts, total: 5, pending: 1, applied: 2, unknown: 2 };
    const [item] = attentionItems({ ...nothing, activity: quiet, active: [someSet({ counts })] }, links);
    expect(item?.more).toBe('2 of 5 finished, 2 unconfirmed');
    const one = { ...counts, total: 1, pending: 0, applied: 0, unknown: 1 };
    const [unconfirmed] = attentionItems(
      { ...nothing, activity: quiet, active: [someSet({ counts: one })] },
      links,
    );
    expect(unconfirmed?.more).toBe('0 of 1 finished, 1 unconfirmed');
  });

  it('puts what is wrong before what may be', () => {
    const activity = {
      ...quiet,
      outside: { day: 1, waiting: 2 },
      refused: { sets: 1, assignments: 4 },
      unconfirmed: { sets: 1, assignments: 1 },
    };
    const health = {
      isUp: false,
      lastAnswerAt: null,
      lastAnswerMs: null,
      problem: 'It does not answer.',
      lastFailure: null,
    };
    const labelsProblem = 'It is not UTF-8; save it as “CSV UTF-8”.';
    const connection = {
      key: 'default',
      label: 'Demo',
      kind: 'sandbox' as const,
      currency: null,
      bcUrl: null,
      reference: true,
      ...restOfConnection,
      health,
      reads: { matrixAt: null, linesAt: null, nextAt: null, nextLinesAt: null },
      drift: null,
      labelsProblem,
      secretExpires: '2027-01-31',
    };
    const items = attentionItems({ ...nothing, activity, connection }, links);
    expect(items.at(-1)?.more).toContain('not UTF-8');
    expect(items.map(({ tone, title }) => [tone, title])).toEqual([
      ['danger', 'The service does not respond as it should'],
      ['danger', '1 change unconfirmed'],
      ['warning', 'The secret for the service ends soon'],
      ['warning', '4 changes refused or failed'],
      ['warning', '2 changes made outside this console, not reviewed yet'],
      ['warning', 'The labels file could not be read'],
    ]);
  });
});

describe('access given', () => {
  const day = { given: 0, removed: 0, refused: 0, outside: 0 };
  const days = [3, 2, null, 5, -1].map((growth, at) => ({
    ...day,
    day: `2026-11-${String(at + 10)}`,
    growth,
  }));
  const summary: AccessSummary = {
    ...{ complete: true, loading: false, asOf: null, problem: null, doubt: null },
    entities: [{ entityId: '1', name: '', group: '' }],
    recordTypes: [{ recordType: 'Item', records: 9, withoutEntity: 2, granted: [100], existing: [200] }],
  };
  const figures = (access: AccessSummary) => {
    const activity = {
      ...{ days, outside: { day: 0, waiting: 0 } },
      ...{ refused: { sets: 0, assignments: 0 }, unconfirmed: { sets: 0, assignments: 0 } },
      log: { entries: 9, signedTo: 9, verified: null },
    };
    const drawn = createElement(AccessFigures, { access, activity });
    return renderToStaticMarkup(addressed(drawn));
  };

  it('is told of no day before one of which the log cannot say by how much it grew', () => {
    expect(trendOf({ days }, { granted: 100 })).toEqual({ days: days.slice(2), values: [96, 101, 100] });
    expect(trendOf({ days: days.slice(3) }, { granted: 100 }).values).toEqual([101, 100]);
  });

  it('is marked while the list is in doubt, and has no trend then', () => {
    expect(figures(summary)).toContain('<polyline');
    expect(figures(summary)).not.toContain('doubt');
    const doubted = figures({ ...summary, doubt: 'Why.' });
    expect(doubted).toContain('100 of 200 assignments, no trend while in doubt');
    expect(doubted.match(/>In doubt</g)).toHaveLength(2);
    expect(doubted).not.toContain('<polyline');
  });
});
