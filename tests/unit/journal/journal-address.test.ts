import { describe, expect, it } from 'vitest';
import { addressFaults, journalFaultParameters } from '@/components/journal/filters/address-faults';
import {
  journalPageParameters,
  journalShownOf,
  narrowedState,
  type Narrowing,
} from '@/components/journal/journal-parameters';
import { changedSearch } from '@/lib/client/address';
import { readParameters } from '@/lib/client/address-parameters';
import type { FieldFilter } from '@/lib/domain/journal/query';
import { readBy } from '@/tests/support/read-by';

const stateOf = (search: string) => readParameters(journalPageParameters, new URLSearchParams(search));

function faultsOf(search: string) {
  const asked = new URLSearchParams(search);
  return addressFaults(stateOf(search), readParameters(journalFaultParameters, asked), asked);
}

describe('a period in the address', () => {
  const shown = (search: string, locale = 'en-GB') =>
    readBy(locale, () => journalShownOf(stateOf(search), '2026-11-24'));

  it('is asked as the days it means', () => {
    const { query, period } = shown('period=last-month&entity=200');
    expect(period).toBe('last-month');
    expect(query).toMatchObject({ from: '2026-10-01', to: '2026-10-31', entities: ['200'] });
    expect(Object.keys(query)).not.toContain('period');
  });

  it('has weeks from Monday for every reader, as groups and month end have', () => {
    expect(shown('period=this-week').query.from).toBe('2026-11-23');
    expect(shown('period=this-week', 'en-US').query.from).toBe('2026-11-23');
  });
});

describe('a condition that has a parameter of its own', () => {
  const narrowedTo = (search: string, change: Narrowing) => {
    const state = stateOf(search);
    const next = narrowedState(state, journalShownOf(state, '2026-11-24'), change);
    return changedSearch(journalPageParameters, search, next);
  };

  it('is shown there, wherever the address has it', () => {
    const { query } = journalShownOf(stateOf('filter=LocationCode~eq~EAST&filter=Amount~gt~1'), '2026-11-24');
    expect(query).toMatchObject({ location: 'EAST', filters: [{ field: 'Amount' }] });
  });

  it('moves there with the next change, so that taking it off takes it out of the address', () => {
    const search = 'filter=LocationCode~eq~EAST';
    expect(narrowedTo(search, { location: '' })).toBe('');
    expect(narrowedTo(search, { q: 'desk' })).toBe('location=EAST&q=desk');
    const added: FieldFilter = { field: 'ItemNo', op: 'startswith', value: '70' };
    expect(narrowedTo('', { filters: [added] })).toBe('item=70*');
  });

  it('leaves days that move with the calendar as they are', () => {
    const added: FieldFilter = { field: 'PostingDate', op: 'ge', value: '2026-11-09' };
    expect(narrowedTo('period=this-month', { filters: [added] })).toBe(
      'period=this-month&filter=PostingDate%7Ege%7E2026-11-09',
    );
    expect(narrowedTo('period=this-month', { from: '2026-11-09' })).toBe('from=2026-11-09&to=2026-11-30');
  });
});

describe('the page in the address', () => {
  const shown = (search: string) => journalShownOf(stateOf(search), '2026-11-24');

  it('is the first with 100 lines, unless the address says another', () => {
    expect(shown('').query).toMatchObject({ page: 1, pageSize: 100 });
    expect(shown('page=7&pageSize=50').query).toMatchObject({ page: 7, pageSize: 50 });
    expect(changedSearch(journalPageParameters, 'pageSize=50', { pageSize: 100 })).toBe('');
  });

  it('is the one that holds the open line where the address names a line and no page', () => {
    const line = { template: 'ITEM', batch: 'DEFAULT', lineNo: 10_000 };
    expect(shown('line=ITEM/DEFAULT/10000')).toMatchObject({ line, located: line });
    expect(shown('line=ITEM/DEFAULT/10000&page=1')).toMatchObject({ line, located: null });
  });

  it('is the first again with other conditions, also beside an open line', () => {
    const narrowed = (search: string) => {
      const state = stateOf(search);
      const next = narrowedState(state, journalShownOf(state, '2026-11-24'), { q: 'desk' });
      return changedSearch(journalPageParameters, search, next);
    };
    expect(narrowed('page=7')).toBe('q=desk');
    expect(narrowed('line=A/B/1&page=7')).toBe('line=A%2FB%2F1&page=1&q=desk');
  });
});

describe('widths and columns that stay in view', () => {
  it('come back from the address as they were written', () => {
    const change = { widths: { Amount: 140, Description: 220 }, pins: ['ItemNo'] };
    const search = changedSearch(journalPageParameters, '', change);
    expect(decodeURIComponent(search)).toBe('widths=Amount:140,Description:220&pins=ItemNo');
    expect(stateOf(search)).toMatchObject(change);
    expect(stateOf(changedSearch(journalPageParameters, '', { pins: [] })).pins).toEqual([]);
    expect(changedSearch(journalPageParameters, search, { widths: {}, pins: stateOf('').pins })).toBe('');
  });
});

describe('the day of a check', () => {
  const queryOf = (search: string) => journalShownOf(stateOf(search), '2026-11-24').query;

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
      { part: 'from', written: 'from=2026-10-1', isCondition: true },
      { part: 'to', written: 'to=2026-31-10', isCondition: true },
    ]);
    expect(faultsOf('item=1..2..3')[0]?.words).toContain('“1..2..3” is not understood');
    expect(faultsOf('period=this-decade')).toMatchObject([{ part: 'period', isCondition: true }]);
    expect(faultsOf('from=2026-01-01&from=2026-02-01')).toMatchObject([{ part: 'from' }]);
  });

  it('leaves those of several filters that are understood', () => {
    const search = 'filter=Amount~ge~20000&filter=Amount~lt~much&filter=Nothing~eq~1';
    expect(faultsOf(search).map(({ written }) => written)).toEqual([
      'filter=Amount~lt~much',
      'filter=Nothing~eq~1',
    ]);
    expect(stateOf(search).filters).toEqual([{ field: 'Amount', op: 'ge', value: 20_000 }]);
  });

  it('is too much where there are too many filters', () => {
    const search = Array.from({ length: 21 }, (_, at) => `filter=LineNo~ne~${at}`).join('&');
    expect(faultsOf(search)).toMatchObject([{ part: 'filters', isCondition: true }]);
    expect(stateOf(search).filters).toHaveLength(20);
  });

  it('is a name that the page does not know, whatever it was meant to say', () => {
    expect(faultsOf('entitty=420&entitty=430&Entity=7&elephants=')).toEqual([
      {
        part: null,
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
      { part: 'period', isCondition: true },
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
