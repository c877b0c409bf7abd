import { createElement } from 'react';
import { expect, it } from 'vitest';
import { useFittingBands } from '@/components/access/matrix/use-fitting-bands';
import { draw } from './draw';

const few = [{ recordType: 'Customer', records: 5 }];
const more = [...few, { recordType: 'Vendor', records: 5 }];

it('unfolds bands once the matrix has any, and keeps to that while it grows', () => {
  let fitting: readonly string[] = [];
  const Page = ({ types }: { types: typeof few }) => {
    fitting = useFittingBands('main', types, true, 20);
    return null;
  };
  const { show } = draw(createElement(Page, { types: [] }));
  show(createElement(Page, { types: few }));
  expect(fitting).toEqual(['Customer']);
  show(createElement(Page, { types: more }));
  expect(fitting).toEqual(['Customer']);
});
