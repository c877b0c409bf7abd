import { expect, it } from 'vitest';
import { EndedSets } from '@/lib/client/changes/ended-sets';
import { someSet } from '@/tests/support/changes/some-set';

/** When a list is asked for after all that was named. */
const later = () => performance.now() + 1;
const here = 'main';
const running = (id: string) => someSet({ id });
const done = (id: string) => someSet({ id, state: 'done' });

/** Watches sets; `said` has the ends in the order in which they were said. */
function watched() {
  const sets = new EndedSets();
  const said: string[] = [];
  sets.subscribe((connection, id) => said.push(`${connection} ${id}`));
  return { sets, said };
}

it('says once that a set of a list is not in the next one', () => {
  const { sets, said } = watched();
  sets.take(here, [running('a'), running('b'), someSet({ id: 'switch', kind: 'switch' })], later());
  sets.take('other', [running('c')], later());
  expect(said).toEqual([]);
  sets.take(here, [done('a'), running('b')], later());
  sets.take(here, [], later());
  sets.take(here, [], later());
  expect(said).toEqual(['main a', 'main b']);
  sets.take(here, [running('a')], later()); // somebody tried it again
  sets.take(here, [], later());
  expect(said).toEqual(['main a', 'main b', 'main a']);
});

it('says no end of a set that a full list has no room for', () => {
  const { sets, said } = watched();
  sets.take(here, [running('a'), running('b')], later());
  sets.take(here, [done('b')], later(), false);
  expect(said).toEqual(['main b']);
  sets.take(here, [], later());
  expect(said).toEqual(['main b', 'main a']);
});

it('says the end of a set that no list showed running', () => {
  const { sets, said } = watched();
  sets.take(here, [], later());
  sets.expect(here, 'made here');
  sets.takeOne(here, done('made here'));
  sets.takeOne(here, running('by a colleague'));
  sets.take(here, [], later());
  expect(said).toEqual(['main made here', 'main by a colleague']);
});

it('says nothing of a set that had ended before, of one that ended twice, and of switches', () => {
  const { sets, said } = watched();
  sets.takeOne(here, done('long over'));
  sets.takeOne(here, running('a'));
  sets.takeOne(here, done('a'));
  sets.takeOne(here, done('a'));
  sets.takeOne(here, someSet({ id: 'switch', kind: 'switch' }));
  sets.take(here, [], later());
  expect(said).toEqual(['main a']);
});

it('believes an event over a list that was asked for before it', () => {
  const { sets, said } = watched();
  sets.takeOne(here, running('a'));
  const asked = performance.now() - 1;
  sets.takeOne(here, done('a'));
  sets.take(here, [running('a')], asked);
  sets.take(here, [], later());
  expect(said).toEqual(['main a']);

  sets.expect(here, 'b');
  sets.take(here, [], asked); // the set did not exist then
  expect(said).toEqual(['main a']);
  sets.take(here, [], later());
  expect(said).toEqual(['main a', 'main b']);
});
