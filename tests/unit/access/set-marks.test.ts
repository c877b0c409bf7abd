import { describe, expect, it } from 'vitest';
import { undoneInWords } from '@/components/access/undone-words';
import { AccessChanges } from '@/lib/client/access-changes';
import { AwaitedSets } from '@/lib/client/awaited-sets';
import type { ChangeCell, ChangeSet } from '@/lib/contract/changes';
import type { AccessEvent } from '@/lib/contract/events';

const never = (): Promise<never> => new Promise(() => undefined);
const changesOf = () => new AccessChanges({ post: never, read: never, now: () => 7, wait: never });

const cell = { recordType: 'Customer', recordId: '10000', entityId: '100' };

const undone = (more: Partial<ChangeCell>): ChangeCell => ({
  ...cell,
  position: 0,
  accessible: true,
  expected: false,
  before: false,
  current: null,
  state: 'conflict',
  detail: 'Dana changed this: it has access now. Nothing was changed.',
  sends: 0,
  settledAt: null,
  ...more,
});

const told = (more: Partial<AccessEvent['cells'][number]>): AccessEvent['cells'] => [
  {
    ...cell,
    accessible: true,
    open: false,
    applied: false,
    outside: false,
    changeSetId: 'set',
    person: null,
    ...more,
  },
];

describe('a cell of a change set that was not done', () => {
  it('shows what was seen and why, over the newest value that is known', () => {
    const changes = changesOf();
    changes.hear(told({ accessible: true }));
    expect(changes.mark('set', [undone({ current: false })])).toBe(1);
    expect(changes.overlay(cell)).toMatchObject({
      cell,
      phase: 'conflict',
      value: 'granted',
      note: 'You saw “no access”. Dana changed this: it has access now. Nothing was changed.',
    });
  });

  it('leaves the value to the matrix where nothing else was heard', () => {
    const changes = changesOf();
    changes.mark('set', [undone({ state: 'rejected', detail: 'The record is blocked' })]);
    expect(changes.overlay(cell)).toMatchObject({
      phase: 'refused',
      value: undefined,
      note: 'The record is blocked. Nothing was changed.',
    });
  });

  it('keeps its mark whatever others do, and loses it when its set does it after all', () => {
    const changes = changesOf();
    changes.mark('set', [undone({ state: 'rejected', detail: 'The record is blocked' })]);
    changes.hear(told({ accessible: false }));
    expect(changes.overlay(cell)).toMatchObject({ phase: 'refused', value: 'denied' });
    changes.hear(told({ accessible: true, applied: true, changeSetId: 'somebody’s' }));
    expect(changes.overlay(cell)).toMatchObject({ phase: 'refused', value: 'granted' });
    changes.hear(told({ accessible: true, applied: true }));
    expect(changes.overlay(cell)).toMatchObject({ phase: 'settled', value: 'granted', note: '' });
  });

  it('loses its mark when the person asks for it again, and others keep theirs', () => {
    const changes = changesOf();
    changes.mark('set', [undone({}), undone({ entityId: '200' })]);
    changes.clearMarks([cell]);
    expect(changes.overlay(cell)).toBeUndefined();
    expect(changes.overlay({ ...cell, entityId: '200' })?.phase).toBe('conflict');
  });

  it('leaves what the person has under way meanwhile', () => {
    const changes = changesOf();
    void changes.change(cell, false);
    expect(changes.mark('set', [undone({})])).toBe(0);
    expect(changes.overlay(cell)).toMatchObject({ phase: 'pending', value: 'granted' });
  });

  it('is counted in words', () => {
    expect(undoneInWords({ conflict: 0, rejected: 0 }, 0)).toBeNull();
    expect(undoneInWords({ conflict: 0, rejected: 1 }, 1)).toEqual({
      title: '1 combination of the change set was not changed',
      detail: '1 refused by the service. It is marked in the matrix, with the reason.',
    });
    expect(undoneInWords({ conflict: 2, rejected: 1_500 }, 502)).toEqual({
      title: '1,502 combinations of the change set were not changed',
      detail:
        '2 changed by somebody else meanwhile, 1,500 refused by the service. 502 of them are marked in the matrix, with the reason.',
    });
    expect(undoneInWords({ conflict: 1, rejected: 0 }, 0)?.detail).toMatch(
      /The change set says which, and why\.$/,
    );
  });
});

describe('a set that is awaited', () => {
  // Of a set, only what is looked at here.
  const setIs = (state: ChangeSet['state'], id = 'set') => ({ id, state }) as ChangeSet;
  function awaiting(stands: ChangeSet['state'] | null) {
    const ends: [string, number][] = [];
    const parts = { stands };
    const sets = new AwaitedSets({
      readSet: (id) =>
        parts.stands === null ? Promise.reject(new Error('away')) : Promise.resolve(setIs(parts.stands, id)),
      readUndone: () => Promise.resolve([undone({}), undone({ entityId: '200' })]),
    });
    sets.listen(({ id }, cells) => ends.push([id, cells.length]));
    return { sets, ends, parts };
  }

  it('may have ended before its id is known', async () => {
    const { sets, ends } = awaiting('done');
    await sets.add('set');
    await sets.hearSet(setIs('done'));
    expect(ends).toEqual([['set', 2]]);
  });

  it('is told on coming back when whoever listened left while its cells were asked for', async () => {
    const answers: ((cells: ChangeCell[]) => void)[] = [];
    const sets = new AwaitedSets({
      readSet: () => Promise.resolve(setIs('done')),
      readUndone: () => new Promise((resolve) => answers.push(resolve)),
    });
    const ends: string[] = [];
    const leave = sets.listen(({ id }) => ends.push(id));
    const added = sets.add('set');
    await expect.poll(() => answers.length).toBe(1); // the set was read, its cells are asked for
    leave();
    answers[0]?.([]);
    await added;
    expect(ends).toEqual([]);
    sets.listen(({ id }) => ends.push(id));
    const looked = sets.look();
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.([]);
    await looked;
    expect(ends).toEqual(['set']);
  });

  it('says that it could not be asked about, until it could', async () => {
    const { sets, ends, parts } = awaiting(null);
    await sets.add('set');
    expect([sets.hasFailed, ends]).toEqual([true, []]);
    parts.stands = 'done';
    await sets.look();
    expect([sets.hasFailed, ends]).toEqual([false, [['set', 2]]]);
  });

  it('is told of once, by an event or by asking, whichever is first; others’ are not', async () => {
    const { sets, ends, parts } = awaiting('running');
    await sets.add('set');
    await sets.hearSet(setIs('running'));
    await sets.hearSet(setIs('done', 'somebody’s'));
    expect(ends).toEqual([]);
    parts.stands = 'done';
    await sets.look();
    await sets.hearSet(setIs('done'));
    expect(ends).toEqual([['set', 2]]);
  });

  it('stays awaited while the console cannot say how it stands', async () => {
    const { sets, ends, parts } = awaiting(null);
    await sets.add('set');
    expect(ends).toEqual([]);
    parts.stands = 'cancelled';
    await sets.look();
    expect(ends).toEqual([['set', 2]]);
  });

  it('does not speak of what was done since', async () => {
    const { sets, ends } = awaiting('running');
    await sets.add('set');
    sets.hearCells(told({ applied: true }));
    await sets.hearSet(setIs('done'));
    expect(ends).toEqual([['set', 1]]);
    await sets.add('next');
    sets.hearCells(told({ applied: true }));
    sets.hearCells(told({ applied: false })); // a change before, and then it was refused
    await sets.hearSet(setIs('done', 'next'));
    expect(ends).toEqual([['set', 1], ['next', 2]]); // prettier-ignore
  });
});
