import { expect, it } from 'vitest';
import { withEntityNames } from '@/components/journal/lines/use-lines-table';
import { fittingWidth } from '@/components/journal/table/cell-width';
import { journalField } from '@/lib/domain/journal/field-index';

const names = new Map([['300', 'Cronus France']]);

function columnOf(name: string) {
  const field = journalField(name);
  if (field === undefined) throw new Error(`No field is called ${name}.`);
  return { field };
}

it('shows the name of an entity before its code, and the code alone where it has no name', () => {
  const { partsOf, field } = withEntityNames(columnOf('BssiEntityID'), names);
  expect(partsOf?.('300')).toEqual(['Cronus France', ' · 300']);
  expect(partsOf?.('310')).toEqual(['310', '']);
  expect(field.width).toBeGreaterThan(columnOf('BssiEntityID').field.width);
});

it.each([
  ['of other fields', columnOf('ItemNo'), names],
  ['without names', columnOf('BssiEntityID'), new Map<string, string>()],
])('leaves columns %s as they are', (_, column, known) => {
  expect(withEntityNames(column, known)).toBe(column);
});

it('is as wide as its names when it is made to fit', () => {
  const rows = [{ BssiEntityID: '300' }];
  const own = columnOf('BssiEntityID');
  expect(fittingWidth(withEntityNames(own, names), rows)).toBeGreaterThan(fittingWidth(own, rows));
});
