import { createElement } from 'react';
import { expect, it } from 'vitest';
import { NamedId } from '@/components/ui/named-id';
import { withPageStyles } from '@/tests/support/browser/page-styles';
import { draw } from './draw';

withPageStyles();

/** Draws it in a place of a width. */
function drawn({ id, className, width }: { id: string; className: string; width: string }) {
  const place = document.body.appendChild(document.createElement('div'));
  place.className = className;
  place.style.width = width;
  return draw(createElement(NamedId, { name: 'Cronus Distribution SAS', id }), { place }).place;
}

it('keeps the dot before an ID with it, on whichever line', () => {
  for (const width of ['170px', '178px', '186px', '194px', '202px']) {
    const place = drawn({ id: '310', className: 'wrap-anywhere', width });
    expect(place.querySelector('span')?.getClientRects()).toHaveLength(1);
    expect(place.textContent).toBe('Cronus Distribution SAS · 310');
  }
});

it('breaks a long ID, and is cut where it may not wrap', () => {
  const long = drawn({ id: 'X'.repeat(100), className: 'wrap-anywhere', width: '160px' });
  expect(long.scrollWidth).toBe(long.clientWidth);
  const cut = drawn({ id: '310', className: 'truncate', width: '160px' });
  const line = drawn({ id: '310', className: '', width: '600px' });
  expect(cut.clientHeight).toBe(line.clientHeight);
});
