import { expect, it } from 'vitest';
import { whyNotAllowed, type SetAction, type SetStanding } from '@/lib/domain/changes/set-actions';

const standing = (state: SetStanding['state'], control: SetStanding['control'] = 'run'): SetStanding => ({
  state,
  control,
  withdrawn: null,
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
