import { QueryClient } from '@tanstack/react-query';
import { createElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ActiveFilters } from '@/components/journal/filters/active-filters';
import { FieldFilter } from '@/components/journal/filters/field-filter';
import { FilterBar } from '@/components/journal/filters/filter-bar';
import { activeFilters } from '@/components/journal/filters/filter-words';
import type { JournalAddress } from '@/components/journal/journal-address';
import { NoLines } from '@/components/journal/lines/no-lines';
import type { JournalFacets } from '@/lib/contract/journal/journal';
import { journalFacetsQuery } from '@/lib/client/journal/journal';
import { journalField } from '@/lib/domain/journal/field-index';
import {
  defaultJournalQuery,
  type FieldFilter as Filter,
  type JournalQuery,
} from '@/lib/domain/journal/query';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { draw } from './draw';

beforeEach(() => {
  document.documentElement.dataset.locale = 'de'; // read once by a page
});

function labelled(place: HTMLElement, label: string): HTMLInputElement {
  const found = [...place.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  const field = found?.control;
  if (!field) throw new Error(`no field ${label}`);
  return field as HTMLInputElement; // or a select, of which the value is asked as well
}

describe('a condition on one field', () => {
  function filterOn(name: string) {
    const field = journalField(name);
    if (!field) throw new Error(`no field ${name}`);
    const added: Filter[] = [];
    const { place } = draw(createElement(FieldFilter, { field, onAdd: (filter) => added.push(filter) }));
    const compare = (op: string) => userEvent.selectOptions(labelled(place, 'Comparison'), op);
    return { place, added, compare };
  }

  it('is typed as its reader writes numbers, and shown back before it applies', async () => {
    const { place, added, compare } = filterOn('Amount');
    await compare('ge');
    await userEvent.fill(labelled(place, 'Value'), '20000,5');
    expect(place.textContent).toContain('Amount is at least 20.000,50');
    await userEvent.tab();
    expect(labelled(place, 'Value').value).toBe('20.000,5');
    expect(added).toEqual([]);
    await userEvent.click(labelled(place, 'Value'));
    await userEvent.keyboard('{Enter}');
    expect(added).toEqual([{ field: 'Amount', op: 'ge', value: 20_000.5 }]);
  });

  it('is not guessed from a number that could be two', async () => {
    const { place, added } = filterOn('Amount');
    await userEvent.fill(labelled(place, 'Value'), '100.5');
    await userEvent.keyboard('{Enter}');
    expect(added).toEqual([]);
    expect(place.textContent).toContain('“100.5” can be read in more than one way');
    expect(labelled(place, 'Value').getAttribute('aria-invalid')).toBe('true');
  });

  it('becomes a list where a column of cells is pasted', async () => {
    const { place, added } = filterOn('DocumentNo');
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'T0001\r\nT0002\r\n');
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    flushSync(() => labelled(place, 'Value').dispatchEvent(paste));
    expect(labelled(place, 'Comparison').value).toBe('in');
    expect(place.textContent).toContain('Document No. is T0001 or T0002');
    await userEvent.click(place.querySelector('[type="submit"]') as HTMLElement); // it is drawn
    expect(added).toEqual([{ field: 'DocumentNo', op: 'in', values: ['T0001', 'T0002'] }]);
  });

  it('offers the options of the field as choices', async () => {
    const { place, added } = filterOn('EntryType');
    await userEvent.click(labelled(place, 'Sale'));
    await userEvent.click(labelled(place, 'Empty'));
    await userEvent.click(place.querySelector('[type="submit"]') as HTMLElement); // it is drawn
    expect(added).toEqual([{ field: 'EntryType', op: 'in', values: ['Sale', ''] }]);
  });

  it('needs no value to be empty', async () => {
    const { place, added, compare } = filterOn('PostingDate');
    await compare('empty');
    await userEvent.click(place.querySelector('[type="submit"]') as HTMLElement); // it is drawn
    expect(added).toEqual([{ field: 'PostingDate', op: 'empty' }]);
  });
});

/** The last query, as an address says it. */
const asked = (queries: readonly JournalQuery[]) => encodeJournalQuery(queries.at(-1) ?? defaultJournalQuery);

describe('the quick filters', () => {
  /** The bar over a query, whose lists of entities and batches cannot be read, and how they come after all. */
  async function bar(initial: Partial<JournalQuery> = {}) {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('away')));
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const queries: JournalQuery[] = [];
    function Page() {
      const [query, setQuery] = useState<JournalQuery>({ ...defaultJournalQuery, ...initial });
      const narrow: JournalAddress['narrow'] = (change) => {
        queries.push({ ...query, ...change });
        setQuery({ ...query, ...change });
      };
      // The bar looks at no more of the address.
      const address = {
        query,
        period: null,
        narrow,
        setPeriod: () => undefined,
      } as unknown as JournalAddress;
      return createElement(FilterBar, { address, connection: 'a' });
    }
    const { place } = draw(createElement(Page), { data: client });
    const lists = {
      BssiEntityID: { '420': 11, '500': 7 },
      JournalBatchName: { 'ITEM/DEFAULT': 18, 'ITEM/EAST': 4 },
    };
    const listsCome = (then = /All batches/) => {
      for (const [field, lines] of Object.entries(lists)) {
        const values = Object.entries(lines).map(([value, count]) => ({ value, lines: count }));
        const facets: JournalFacets = {
          field,
          values,
          more: 0,
          copy: 'a-1',
          asOf: '2026-11-15T12:00:00Z',
          refreshing: false,
        };
        client.setQueryData(journalFacetsQuery(field, defaultJournalQuery, 'a').queryKey, facets);
      }
      // Until the fields that nobody uses have become choices.
      return vi.waitFor(() => expect(place.textContent).toMatch(then));
    };
    await vi.waitFor(() => [labelled(place, 'Entity'), labelled(place, 'Batch')]);
    return { place, queries, listsCome };
  }

  it('offer a list while it is read: nothing becomes wider when it comes', () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const address = { query: defaultJournalQuery, period: null } as unknown as JournalAddress; // it looks at no more
    const filters = createElement(FilterBar, { address, connection: 'a' });
    const { place } = draw(filters);
    const names = [...place.querySelectorAll('[aria-haspopup="dialog"]')].map((one) => one.textContent);
    expect(names.slice(0, 2)).toEqual(['Entity: All entities', 'Batch: All batches']);
  });

  it('say where a condition stands that they cannot say themselves', async () => {
    const { place } = await bar({
      filters: [
        { field: 'BssiEntityID', op: 'notempty' },
        { field: 'JournalBatchName', op: 'eq', value: 'DEFAULT' },
        { field: 'PostingDate', op: 'notempty' },
        { field: 'LocationCode', op: 'contains', value: 'A*' },
      ],
    });
    const hints = ['Entity', 'Batch', 'Location Code', 'Item No.'].map(
      (label) => labelled(place, label).placeholder,
    );
    expect(hints).toEqual(['Filtered below', 'Filtered below', 'Filtered below', '']);
    const dates = labelled(place, 'Posting date') as unknown as HTMLSelectElement; // a choice
    expect(dates.selectedOptions[0]?.label).toBe('Filtered below');
  });

  it('say that a year in two digits is not applied', async () => {
    const { place, queries } = await bar({
      filters: [{ field: 'PostingDate', op: 'ge', value: '2026-11-01' }],
    });
    await userEvent.fill(labelled(place, 'Posting date from'), '0026-11-09');
    await vi.waitFor(() => expect(place.textContent).toContain('write the year with four digits'));
    expect(queries).toEqual([]);
    await userEvent.fill(labelled(place, 'Posting date from'), '2026-11-09');
    await vi.waitFor(() => expect(asked(queries)['from']).toEqual(['2026-11-09']));
    await vi.waitFor(() => expect(place.textContent).not.toContain('write the year with four digits'));
  });

  it('keep the entity field while one types, also when the list of entities comes', async () => {
    const { place, queries, listsCome } = await bar();
    const field = labelled(place, 'Entity');
    await userEvent.click(field);
    await userEvent.keyboard('42');
    await listsCome();
    await userEvent.keyboard('0{Enter}');
    expect(document.activeElement).toBe(field);
    expect(asked(queries)['entity']).toEqual(['420']);
    await userEvent.tab();
    await vi.waitFor(() => expect(place.textContent).toContain('Entity: 420'));
  });

  it('tick the entity that is typed into the list, at Enter', async () => {
    const { place, queries, listsCome } = await bar();
    await listsCome();
    const entities = [...place.querySelectorAll('button')].find((one) => one.textContent?.includes('Entity'));
    await userEvent.click(entities as HTMLElement); // it is drawn
    const search = await vi.waitFor(() => {
      const found = document.querySelector<HTMLInputElement>(
        'input[aria-label="Search entity"], [data-autofocus]',
      );
      if (found === null) throw new Error('The list is not open.');
      return found;
    });
    await userEvent.fill(search, '420');
    await userEvent.keyboard('{Enter}'); // heard before the list's code has come, too
    await expect.poll(() => asked(queries)['entity']).toEqual(['420']);
  });

  it('take one batch that is typed, and several that are ticked', async () => {
    const { place, queries, listsCome } = await bar();
    await userEvent.fill(labelled(place, 'Batch'), 'ITEM');
    await userEvent.keyboard('{Enter}');
    expect(queries).toEqual([]); // no batch is called so
    await userEvent.fill(labelled(place, 'Batch'), 'ITEM/EAST');
    await userEvent.keyboard('{Enter}');
    expect(asked(queries)['batch']).toEqual(['ITEM/EAST']);
    await userEvent.tab();
    await listsCome(/Batch: ITEM \/ EAST/);
    const button = [...place.querySelectorAll('button')].find((one) => one.textContent?.includes('Batch'));
    await userEvent.click(button as HTMLElement); // it is drawn
    const other = await vi.waitFor(() => {
      const found = [...document.querySelectorAll('label')].find((one) =>
        one.textContent?.includes('ITEM / DEFAULT'),
      );
      if (found === undefined) throw new Error('The list is not open.');
      return found;
    });
    await userEvent.click(other);
    expect(asked(queries)['batch']).toEqual(['ITEM/EAST', 'ITEM/DEFAULT']);
    await vi.waitFor(() => expect(place.textContent).toContain('ITEM / EAST +1'));
  });

  it('take filter syntax and pasted cells, and say what they do not understand', async () => {
    const { place, queries } = await bar();
    const item = labelled(place, 'Item No.');
    await userEvent.fill(item, '10..20|A*');
    await userEvent.keyboard('{Enter}');
    expect(asked(queries)['item']).toEqual(['10..20|A*']);
    await userEvent.fill(item, '>=');
    await userEvent.keyboard('{Enter}');
    expect(asked(queries)['item']).toEqual(['10..20|A*']);
    expect(place.textContent).toContain('Not applied: “>=” is not understood');
    expect(place.textContent).not.toContain('matches nothing'); // the lines before are still shown
    await userEvent.fill(item, '20..10');
    await userEvent.keyboard('{Enter}');
    expect(asked(queries)['item']).toEqual(['10..20|A*']);
    expect(place.textContent).toContain('The ends of “20..10” are swapped: write 10..20');
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '1896-S\r\n1900-S\r\n');
    flushSync(() =>
      item.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
    );
    expect(asked(queries)['item']).toEqual(['1896-S|1900-S']);
    expect(place.textContent).not.toContain('swapped');
  });
});

it('names a condition alike above the lines and where there are none', () => {
  const query = { ...defaultJournalQuery, q: 'zzzzqq' };
  const filters = activeFilters(query);
  const address = { query, faults: [] } as unknown as JournalAddress; // the rest is not looked at
  for (const part of [
    createElement(ActiveFilters, { filters, shown: [], address }),
    createElement(NoLines, { filters, address }),
  ])
    expect(draw(part).place.querySelector('button')?.textContent).toMatch(/^Remove.*: Contains “zzzzqq”$/);
});

it('folds a long list of conditions, above the lines and where there are none', () => {
  const entities = Array.from({ length: 40 }, (_, at) => `E${String(at)}`);
  const query: JournalQuery = {
    ...defaultJournalQuery,
    filters: [{ field: 'BssiEntityID', op: 'in', values: entities }],
  };
  const filters = activeFilters(query);
  const address = { query, faults: [] } as unknown as JournalAddress; // the rest is not looked at
  for (const part of [
    createElement(ActiveFilters, { filters, shown: [], address }),
    createElement(NoLines, { filters, address }),
  ]) {
    const { place } = draw(part);
    const named = () => place.textContent?.match(/Entity E\d+/g)?.length;
    const press = (words: string) => {
      const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === words);
      flushSync(() => button?.click());
    };
    expect(named()).toBe(12);
    press('and 28 more');
    expect(named()).toBe(40);
    press('Show fewer');
    expect(named()).toBe(12);
  }
});
