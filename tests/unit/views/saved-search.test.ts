import { expect, it } from 'vitest';
import { openedSearch, savedSearch } from '@/lib/domain/views/saved-search';

it('saves how a place is shown, and neither the connection nor what is open over it', () => {
  const shown = 'type=Customer&type=Item&q=10*&sort=granted';
  const more = 'connection=b&stage=true&history=a/b/c&compare=entities,1,2&overview=true&page=3&line=7';
  expect(savedSearch(`${more}&${shown}`)).toBe('type=Customer&type=Item&q=10*&sort=granted');
});

it('opens a view with the connection and the way of changing of the page it is opened from', () => {
  const smuggled = 'type=Item&connection=production&stage=false&history=a/b/c';
  expect(openedSearch(smuggled, 'connection=test&stage=true&q=1')).toBe(
    'type=Item&connection=test&stage=true',
  );
  expect(openedSearch(smuggled, '')).toBe('type=Item');
});

it('keeps which columns are shown, their order, widths and pins, and no page or open line', () => {
  const layout = 'columns=Amount,PostingDate&widths=Amount:140,Description:300&pins=ItemNo&pageSize=200';
  expect(decodeURIComponent(savedSearch(`page=7&${layout}&line=ITEM/DEFAULT/10000`))).toBe(layout);
  expect(decodeURIComponent(openedSearch(layout, 'page=7&widths=Quantity:80'))).toBe(layout);
});
