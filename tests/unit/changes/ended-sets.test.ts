import { expect, it } from 'vitest';
import { EndedSets } from '@/lib/client/ended-sets';
import { someSet } from '@/tests/support/changes/some-set';

/** A list that is asked for after all that was told. */
const later = () => performance.now() + 1;
const running = (id: string) => someSet({ id });

it('keeps what ended while it listened, of each connection, until somebody has looked', () => {
  const sets = new EndedSets();
  let heard = 0;
  sets.subscribe(() => heard++);
  sets.take(undefined, [running('a'), running('b'), someSet({ id: 'switch', kind: 'switch' })], later());
  sets.take('other', [running('c')], later());
  expect([sets.of(undefined), heard]).toEqual([[], 0]);
  sets.take(undefined, [someSet({ id: 'a', state: 'done' }), running('b')], later());
  sets.take(undefined, [], later());
  expect([sets.of(undefined), sets.of('other')]).toEqual([['b', 'a'], []]);
  sets.dismiss(undefined, 'b');
  expect([sets.of(undefined), heard]).toEqual([['a'], 3]);
  sets.take(undefined, [running('a')], later()); // tried again
  expect(sets.of(undefined)).toEqual([]);
});

it('takes none for ended that a list leaves out for being full', () => {
  const sets = new EndedSets();
  sets.take(undefined, [running('a'), running('b')], later());
  sets.take(undefined, [someSet({ id: 'b', state: 'done' })], later(), false);
  expect(sets.of(undefined)).toEqual(['b']);
  sets.take(undefined, [], later());
  expect(sets.of(undefined)).toEqual(['a', 'b']);
});

it('tells of a set that was done before any list showed it running', () => {
  const sets = new EndedSets();
  sets.take(undefined, [], later());
  sets.expect(undefined, 'made here');
  sets.takeOne(undefined, someSet({ id: 'made here', state: 'done' }));
  sets.takeOne(undefined, running('by a colleague'));
  sets.take(undefined, [], later());
  expect(sets.of(undefined)).toEqual(['by a colleague', 'made here']);
  sets.takeOne(undefined, running('made here')); // tried again
  expect(sets.of(undefined)).toEqual(['by a colleague']);
});

it('keeps a set that ended before the page knew of it, or twice, out', () => {
  const sets = new EndedSets();
  sets.takeOne(undefined, someSet({ id: 'long over', state: 'done' }));
  sets.takeOne(undefined, running('a'));
  sets.takeOne(undefined, someSet({ id: 'a', state: 'done' }));
  sets.dismiss(undefined, 'a');
  sets.takeOne(undefined, someSet({ id: 'a', state: 'done' }));
  sets.takeOne(undefined, someSet({ id: 'switch', kind: 'switch' }));
  sets.take(undefined, [], later());
  expect(sets.of(undefined)).toEqual([]);
});

it('believes no list that was asked for before an event told of a set', () => {
  const sets = new EndedSets();
  sets.takeOne(undefined, running('a'));
  const asked = performance.now() - 1;
  sets.takeOne(undefined, someSet({ id: 'a', state: 'done' }));
  sets.dismiss(undefined, 'a');
  sets.take(undefined, [running('a')], asked);
  sets.take(undefined, [], later());
  expect(sets.of(undefined)).toEqual([]); // not once more

  sets.expect(undefined, 'b');
  sets.take(undefined, [], asked);
  expect(sets.of(undefined)).toEqual([]); // it had not been made
  sets.take(undefined, [], later());
  expect(sets.of(undefined)).toEqual(['b']);
});
