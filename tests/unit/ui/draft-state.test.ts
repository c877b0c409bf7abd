import { describe, expect, it } from 'vitest';
import { afterCommit, afterValue } from '@/components/ui/fields/use-draft';

describe('what is being typed into a filter', () => {
  it('stays when it cannot be taken yet, so that it can be finished', () => {
    const half = { draft: 'ITEM', known: '' };
    expect(afterValue(afterCommit(half, 'ITEM', false), '')).toEqual(half);
    const whole = afterCommit({ draft: 'ITEM/DEFAULT', known: '' }, 'ITEM/DEFAULT', true);
    expect(afterValue(whole, 'ITEM/DEFAULT')).toEqual({ draft: 'ITEM/DEFAULT', known: 'ITEM/DEFAULT' });
  });

  it('gives way to a value that changes from outside', () => {
    expect(afterValue({ draft: 'ITEM', known: '' }, 'SALES/A')).toEqual({
      draft: 'SALES/A',
      known: 'SALES/A',
    });
    expect(afterValue({ draft: 'desk ', known: 'desk' }, '')).toEqual({ draft: '', known: '' });
  });
});
