import { describe, expect, it } from 'vitest';
import { undoneInWords } from '@/components/access/undone-words';
import { AccessChanges } from '@/lib/client/access-changes';
import type { ChangeCell } from '@/lib/contract/changes';

const never = (): Promise<never> => new Promise(() => undefined);
const changesOf = () => new AccessChanges({ post: never, read: never, now: () => 7, wait: never });

const undone = (more: Partial<ChangeCell>): ChangeCell => ({
  recordType: 'Customer',
  recordId: '10000',
  entityId: '100',
  position: 0,
  accessible: true,
  expected: false,
  before: false,
  current: null,
  state: 'conflict',
  detail: '',
  sends: 0,
  settledAt: null,
  ...more,
});
const cell = { recordType: 'Customer', recordId: '10000', entityId: '100' };

describe('a cell of a change set that was not done', () => {
  it('shows what was seen, what it is now and why', () => {
    const changes = changesOf();
    changes.mark([
      undone({ current: true, detail: 'Dana changed this: it has access now. Nothing was changed.' }),
    ]);
    expect(changes.overlay(cell)).toMatchObject({
      cell,
      phase: 'conflict',
      value: 'granted',
      note: 'You saw “no access”. Dana changed this: it has access now. Nothing was changed.',
    });
    changes.mark([
      undone({ current: null, detail: 'Somebody changed this: it is gone. Nothing was changed.' }),
    ]);
    expect(changes.overlay(cell)).toMatchObject({ phase: 'conflict', value: 'none' });
    changes.mark([undone({ state: 'rejected', detail: 'The record is blocked' })]);
    expect(changes.overlay(cell)).toMatchObject({
      phase: 'refused',
      value: undefined,
      note: 'The record is blocked. Nothing was changed.',
    });
  });

  it('leaves what the person has under way meanwhile', () => {
    const changes = changesOf();
    void changes.change(cell, false);
    changes.mark([undone({})]);
    expect(changes.overlay(cell)).toMatchObject({ phase: 'pending', value: 'granted' });
  });

  it('is counted in words', () => {
    expect(undoneInWords({ conflict: 0, rejected: 0 })).toBeNull();
    expect(undoneInWords({ conflict: 0, rejected: 1 })).toEqual({
      title: '1 combination of the change set was not changed',
      detail: '1 refused by the service. It is marked in the matrix, with the reason.',
    });
    expect(undoneInWords({ conflict: 2, rejected: 1_500 })).toEqual({
      title: '1,502 combinations of the change set were not changed',
      detail:
        '2 changed by somebody else meanwhile, 1,500 refused by the service. The first 500 of each are marked in the matrix, with the reason.',
    });
  });
});
