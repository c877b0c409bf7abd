import { describe, expect, it } from 'vitest';
import {
  journalPageParameters,
  narrowed,
  readJournalAddress,
  withNarrowed,
  type JournalShown,
  type Narrowing,
} from '@/components/journal/journal-parameters';
import { changedSearch } from '@/lib/client/address/use-address';
import { withPostingDays, withShort } from '@/lib/domain/journal/conditions-list';
import { conditionsOnly } from '@/lib/domain/journal/grouping';
import type { FieldFilter } from '@/lib/domain/journal/query';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { journalRequestSchema } from '@/lib/domain/journal/request-schema';
import { readBy } from '@/tests/support/read-by';

const shownBy = (search: string) => readJournalAddress(new URLSearchParams(search), '2026-11-24');

/** What an address asks of the console, as the address of a request says it. */
const askedBy = (search: string) => encodeJournalQuery(conditionsOnly(shownBy(search).query));

const faultsOf = (search: string) => shownBy(search).faults;

const narrowedTo = (search: string, change: (shown: JournalShown) => Narrowing) => {
  const shown = shownBy(search);
  return decodeURIComponent(withNarrowed(search, narrowed(shown, change(shown))));
};

describe('a period in the address', () => {
  it('is asked as the days it means', () => {
    expect(shownBy('period=last-month').period).toBe('last-month');
    expect(askedBy('period=last-month&entity=200')).toEqual({
      ...{ from: ['2026-10-01'], to: ['2026-10-31'], entity: ['200'] },
    });
  });

  it('has weeks from Monday for every reader, as groups and month end have', () => {
    for (const locale of ['en-GB', 'en-US'])
      expect(readBy(locale, () => askedBy('period=this-week'))['from']).toEqual(['2026-11-23']);
  });

  it('asks for days that the console takes', () => {
    for (const period of ['older-than-30-days', 'before-this-year']) {
      const address = askedBy(`period=${period}`);
      expect(journalRequestSchema.safeParse(address).error?.issues).toBeUndefined();
    }
  });

  it('stays while other conditions change, and is left with its days', () => {
    const search = 'period=this-month&entity=200';
    expect(narrowedTo(search, () => ({ q: 'desk' }))).toBe('period=this-month&q=desk&entity=200');
    expect(narrowedTo(search, ({ query }) => withShort(query, 'BssiEntityID', null))).toBe(
      'period=this-month',
    );
    expect(narrowedTo(search, ({ query }) => withShort(query, 'PostingDate', null))).toBe('entity=200');
    const since = { op: 'ge', value: '2026-11-09' } as const;
    expect(narrowedTo(search, ({ query }) => withPostingDays(query, since))).toBe(
      'entity=200&from=2026-11-09',
    );
  });

  it('keeps its days beside another condition on the posting date', () => {
    const added: FieldFilter = { field: 'PostingDate', op: 'ge', value: '2026-11-09' };
    const search = narrowedTo('period=this-month', ({ query }) => ({ filters: [...query.filters, added] }));
    expect(search).toBe('period=this-month&filter=PostingDate~ge~2026-11-09');
    expect(askedBy(search)).toEqual({
      ...{ from: ['2026-11-01'], to: ['2026-11-30'], filter: ['PostingDate~ge~2026-11-09'] },
    });
    const without = narrowedTo(search, ({ query }) => withShort(query, 'PostingDate', null));
    expect(without).toBe('from=2026-11-09');
  });
});

describe('a condition on a field with a short parameter', () => {
  it('is read as that parameter says it, wherever the address has it', () => {
    expect(askedBy('filter=LocationCode~eq~EAST&filter=Amount~gt~1')).toEqual({
      ...{ location: ['EAST'], filter: ['Amount~gt~1'] },
    });
  });

  it('moves there with the next change, so that removing it removes it from the address', () => {
    const search = 'filter=LocationCode~eq~EAST';
    expect(narrowedTo(search, ({ query }) => withShort(query, 'LocationCode', null))).toBe('');
    expect(narrowedTo(search, () => ({ q: 'desk' }))).toBe('q=desk&location=EAST');
    const added: FieldFilter = { field: 'ItemNo', op: 'startswith', value: '70' };
    expect(narrowedTo('', () => ({ filters: [added] }))).toBe('item=70*');
  });
});

describe('the order in the address', () => {
  it('is left out where it is the usual one', () => {
    const up = { field: 'PostingDate', descending: false };
    expect(shownBy('').query.sort).toEqual([{ ...up, descending: true }]);
    expect(narrowedTo('page=3', () => ({ sort: [up] }))).toBe('sort=PostingDate');
    expect(narrowedTo('sort=PostingDate', () => ({ sort: [{ ...up, descending: true }] }))).toBe('');
  });
});

describe('the page in the address', () => {
  it('is the first with 100 lines, unless the address says another', () => {
    expect(shownBy('').query).toMatchObject({ page: 1, pageSize: 100 });
    expect(shownBy('page=7&pageSize=50').query).toMatchObject({ page: 7, pageSize: 50 });
    expect(changedSearch(journalPageParameters, 'pageSize=50', { pageSize: 100 })).toBe('');
  });

  it('is the one that holds the open line where the address names a line and no page', () => {
    const line = { template: 'ITEM', batch: 'DEFAULT', lineNo: 10_000 };
    expect(shownBy('line=ITEM/DEFAULT/10000')).toMatchObject({ line, located: line });
    expect(shownBy('line=ITEM/DEFAULT/10000&page=1')).toMatchObject({ line, located: null });
  });

  it('is the first again with other conditions, also beside an open line', () => {
    const narrowed = (search: string) => narrowedTo(search, () => ({ q: 'desk' }));
    expect(narrowed('page=7')).toBe('q=desk');
    expect(narrowed('line=A/B/1&page=7')).toBe('line=A/B/1&q=desk&page=1');
  });
});

describe('widths and columns that stay in view', () => {
  it('come back from the address as they were written', () => {
    const change = { widths: { Amount: 140, Description: 220 }, pins: ['ItemNo'] };
    const search = changedSearch(journalPageParameters, '', change);
    expect(decodeURIComponent(search)).toBe('widths=Amount:140,Description:220&pins=ItemNo');
    expect(shownBy(search)).toMatchObject(change);
    expect(shownBy(changedSearch(journalPageParameters, '', { pins: [] })).pins).toEqual([]);
    expect(changedSearch(journalPageParameters, search, { widths: {}, pins: shownBy('').pins })).toBe('');
  });
});

describe('the day of a check', () => {
  const queryOf = (search: string) => shownBy(search).query;

  it('is the reader’s, unless the address fixes another', () => {
    expect(queryOf('check=future-date')).toMatchObject({ check: 'future-date', today: '2026-11-24' });
    expect(queryOf('check=future-date&today=2026-10-31').today).toBe('2026-10-31');
  });

  it('is not asked for where there is no check', () => {
    expect(queryOf('entity=200').today).toBe('');
    expect(queryOf('today=2026-10-31').today).toBe('');
  });
});

describe('what is not understood in the address', () => {
  it('is nothing of what is', () => {
    const search =
      'entity=420&from=2026-10-01&item=A*|B&filter=Amount~ge~20000&filter=PostingDate~notempty&page=2';
    expect(faultsOf(search)).toEqual([]);
    expect(faultsOf('period=this-month&view=output&empty=hidden&measure=amount&connection=x')).toEqual([]);
  });

  it('is named part by part, with why', () => {
    expect(faultsOf('entity=420&from=2026-10-1&to=2026-31-10')).toMatchObject([
      { name: 'from', written: 'from=2026-10-1', isCondition: true },
      { name: 'to', written: 'to=2026-31-10', isCondition: true },
    ]);
    expect(faultsOf('item=1..2..3')[0]?.words).toContain('“1..2..3” is not understood');
    expect(faultsOf('period=this-decade')).toMatchObject([{ name: 'period', isCondition: true }]);
    expect(faultsOf('from=2026-01-01&from=2026-02-01')).toMatchObject([{ name: 'from' }]);
  });

  it('leaves those of several filters that are understood', () => {
    const search = 'filter=Amount~ge~20000&filter=Amount~lt~much&filter=Nothing~eq~1';
    expect(faultsOf(search).map(({ written }) => written)).toEqual([
      'filter=Amount~lt~much',
      'filter=Nothing~eq~1',
    ]);
    expect(askedBy(search)).toEqual({ filter: ['Amount~ge~20000'] });
  });

  it('is too much where there are too many filters', () => {
    const search = Array.from({ length: 21 }, (_, at) => `filter=LineNo~ne~${at}`).join('&');
    expect(faultsOf(search)).toMatchObject([{ name: 'filter', isCondition: true }]);
    expect(askedBy(search)['filter']).toHaveLength(20);
  });

  it('is a name that the page does not know, whatever it was meant to say', () => {
    expect(faultsOf('entitty=420&entitty=430&Entity=7&elephants=')).toEqual([
      {
        name: 'entitty',
        written: 'entitty=420 & entitty=430',
        words: 'is not known here; the page knows “entity”.',
        isCondition: true,
      },
      expect.objectContaining({ name: 'Entity', words: 'is not known here; the page knows “entity”.' }),
      expect.objectContaining({ name: 'elephants', words: 'is not known here.' }),
    ]);
    // Names of parts that the address has under other names.
    expect(faultsOf('entities=420&filters=x').map(({ name }) => name)).toEqual(['entities', 'filters']);
  });

  it('is no name that another part of the console owns', () => {
    expect(faultsOf('line=ITEM%2FDEFAULT%2F10000&connection=other&_rsc=1abc&by=ItemNo&order=-lines')).toEqual(
      [],
    );
  });

  it('is a period beside dates, of which only one can be meant', () => {
    expect(faultsOf('period=this-month&from=2026-01-01')).toMatchObject([
      { name: 'period', isCondition: true },
    ]);
  });

  it('hides no line where only the look is meant', () => {
    const looks = faultsOf(
      'page=0&sort=Nothing&columns=Nothing&view=nothing&empty=maybe&pageSize=70&widths=Amount:9&pins=Nothing&line=A',
    );
    expect(looks).toHaveLength(9);
    expect(looks.filter(({ isCondition }) => isCondition)).toEqual([]);
  });
});
