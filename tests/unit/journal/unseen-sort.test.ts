import { describe, expect, it } from 'vitest';
import { unseenSort } from '@/components/journal/filters/active-filters';
import { journalFields } from '@/lib/domain/journal/fields';

const shown = (...names: string[]) => journalFields.filter(({ name }) => names.includes(name));
const [byAmount, byItem] = [
  { field: 'Amount', descending: true },
  { field: 'ItemNo', descending: false },
];
const usual = [{ field: 'PostingDate', descending: true }];

describe('an order whose columns are not shown', () => {
  it('is told in words, and can be taken off', () => {
    expect(unseenSort([byAmount], shown('ItemNo'))).toEqual({
      words: 'Sorted by Amount, largest first',
      without: usual,
    });
    expect(unseenSort([byAmount, byItem], shown('ItemNo'))).toMatchObject({ without: [byItem] });
    expect(unseenSort([byAmount, byItem], [])?.words).toBe(
      'Sorted by Amount, largest first, then by Item No., A to Z',
    );
  });

  it('is told without a way to take it off where it is the usual one', () => {
    expect(unseenSort(usual, shown('ItemNo'))).toEqual({
      words: 'Sorted by Posting Date, latest first',
      without: null,
    });
  });

  it('says nothing where the heads do', () => {
    expect(unseenSort([byAmount], shown('Amount'))).toBeNull();
  });
});
