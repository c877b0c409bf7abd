import { describe, expect, it } from 'vitest';
import { typingOver } from '@/components/ui/fields/use-draft';

describe('what is being typed into a filter', () => {
  it('stays when it cannot be taken yet, so that it can be finished', () => {
    const half = { draft: 'ITEM', over: '', sent: null };
    expect(typingOver(half, '')).toBe(half);
  });

  it('stays while what was handed on has not arrived, and is over when it has', () => {
    const whole = { draft: 'ITEM/DEFAULT', over: '', sent: 'ITEM/DEFAULT' };
    expect(typingOver(whole, '')).toBe(whole);
    expect(typingOver(whole, 'ITEM/DEFAULT')).toBeNull();
  });

  it('goes on over what has arrived of it', () => {
    const further = { draft: 'desk ', over: '', sent: 'desk' };
    expect(typingOver(further, 'desk')).toEqual({ draft: 'desk ', over: 'desk', sent: null });
  });

  it('gives way to a value that changes from outside', () => {
    expect(typingOver({ draft: 'ITEM', over: '', sent: null }, 'SALES/A')).toBeNull();
    expect(typingOver({ draft: 'ITEM', over: '', sent: 'ITE' }, 'SALES/A')).toBeNull();
    expect(typingOver({ draft: 'desk ', over: 'desk', sent: null }, '')).toBeNull();
  });
});
