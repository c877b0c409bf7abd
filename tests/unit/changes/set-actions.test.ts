import { expect, it } from 'vitest';
import {
  lastToUndo,
  whyNotAllowed,
  type SetAction,
  type SetStanding,
} from '@/lib/domain/changes/set-actions';

const standing = (state: SetStanding['state'], control: SetStanding['control'] = 'run'): SetStanding => ({
  state,
  control,
  withdrawn: null,
});

type Listed = Parameters<typeof lastToUndo>[0][number];

/** A set that is done unless told otherwise. */
const some = (parts: Partial<Listed>, applied = 2): Listed => ({
  ...{ id: 'some', undoOf: null, state: 'done', asked: null, withdrawn: null, undone: 0, ...parts },
  counts: { total: 5, pending: 3, applied, already: 0, conflict: 0, rejected: 0, unknown: 0, cancelled: 0 },
});

/** Which actions are possible as a set stands. */
const table: [string, SetStanding, SetAction[]][] = [
  ['waits', standing('queued'), ['pause', 'cancel']],
  ['runs', standing('running'), ['pause', 'cancel']],
  ['runs and is to pause', standing('running', 'pause'), ['resume', 'cancel']],
  ['is paused by a person', standing('paused', 'pause'), ['resume', 'cancel', 'undo']],
  ['is paused by the console', standing('paused'), ['pause', 'resume', 'cancel']],
  ['is being cancelled', standing('running', 'cancel'), []],
  ['has lost its starter', { ...standing('running'), withdrawn: 'The role is gone.' }, []],
  ['is done', standing('done'), ['retry', 'undo']],
  ['was cancelled', standing('cancelled', 'cancel'), ['retry', 'undo']],
  ['was paused last and is done', standing('done', 'pause'), ['retry', 'undo']],
];

it.each(table)('a set that %s allows just what makes sense', (_, set, possible) => {
  const actions: SetAction[] = ['pause', 'resume', 'cancel', 'retry', 'undo'];
  expect(actions.filter((action) => whyNotAllowed(action, set) === null)).toEqual(possible);
});

it('says of every refusal that nothing was changed', () => {
  for (const [, set] of table)
    for (const action of ['pause', 'resume', 'cancel', 'retry', 'undo'] as const)
      expect(whyNotAllowed(action, set) ?? 'Nothing was changed').toContain('Nothing was changed');
});

it.each([
  ['runs', 'running', null],
  ['waits', 'queued', null],
  ['is paused by the console', 'paused', null],
  ['is being cancelled', 'running', 'cancel'],
  ['is paused by a person', 'paused', 'pause'],
  ['is done', 'done', null],
] as const)('takes a set that %s for the last change, whatever is older', (_, state, asked) => {
  expect(lastToUndo([some({ id: 'new', state, asked }, 0), some({ id: 'old' })])).toBe(
    state === 'done' || asked === 'pause' ? 'old' : 'new', // it changed nothing, and will not by itself
  );
  expect(lastToUndo([some({ id: 'new', state, asked }), some({ id: 'old' })])).toBe('new');
});

it('passes over undos, and what stands no more or changed nothing', () => {
  const passed = [some({ undoOf: 'one', state: 'running' }), some({ undone: 2 }), some({}, 0)];
  expect(lastToUndo([...passed, some({ id: 'old' })])).toBe('old');
  expect(lastToUndo(passed)).toBeNull();
});
