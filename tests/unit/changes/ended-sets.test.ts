import { expect, it } from 'vitest';
import { EndedSets } from '@/lib/client/ended-sets';
import { someSet } from '@/tests/support/some-set';

/** A list that is asked for after all that was told. */
const later = () => performance.now() + 1;
const running = (id: string) => someSet({ id });

it('keeps what ended while it listened, of each connection, until somebody has looked', () => {
  const sets = new EndedSets();
  let heard = 0;
  sets.subscribe(() => heard++);
  sets.hear(undefined, [running('a'), running('b'), someSet({ id: 'switch', kind: 'switch' })], later());
  sets.hear('other', [running('c')], later());
  expect([sets.of(undefined), heard]).toEqual([[], 0]);
  sets.hear(undefined, [someSet({ id: 'a', state: 'done' }), running('b')], later());
  sets.hear(undefined, [], later());
  expect([sets.of(undefined), sets.of('other')]).toEqual([['b', 'a'], []]);
  sets.dismiss(undefined, 'b');
  expect([sets.of(undefined), heard]).toEqual([['a'], 3]);
  sets.hear(undefined, [running('a')], later()); // tried again
  expect(sets.of(undefined)).toEqual([]);
});

it('tells of a set that was done before any list showed it running', () => {
  const sets = new EndedSets();
  sets.hear(undefined, [], later());
  sets.expect(undefined, 'made here');
  sets.hearOne(undefined, someSet({ id: 'made here', state: 'done' }));
  sets.hearOne(undefined, running('by a colleague'));
  sets.hear(undefined, [], later());
  expect(sets.of(undefined)).toEqual(['by a colleague', 'made here']);
  sets.hearOne(undefined, running('made here')); // tried again
  expect(sets.of(undefined)).toEqual(['by a colleague']);
});

it('keeps a set that ended before the page knew of it, or twice, out', () => {
  const sets = new EndedSets();
  sets.hearOne(undefined, someSet({ id: 'long over', state: 'done' }));
  sets.hearOne(undefined, running('a'));
  sets.hearOne(undefined, someSet({ id: 'a', state: 'done' }));
  sets.dismiss(undefined, 'a');
  sets.hearOne(undefined, someSet({ id: 'a', state: 'done' }));
  sets.hearOne(undefined, someSet({ id: 'switch', kind: 'switch' }));
  sets.hear(undefined, [], later());
  expect(sets.of(undefined)).toEqual([]);
});

it('believes no list that was asked for before an event told of a set', () => {
  const sets = new EndedSets();
  sets.hearOne(undefined, running('a'));
  const asked = performance.now() - 1;
  sets.hearOne(undefined, someSet({ id: 'a', state: 'done' }));
  sets.dismiss(undefined, 'a');
  sets.hear(undefined, [running('a')], asked);
  sets.hear(undefined, [], later());
  expect(sets.of(undefined)).toEqual([]); // not once more

  sets.expect(undefined, 'b');
  sets.hear(undefined, [], asked);
  expect(sets.of(undefined)).toEqual([]); // it had not been made
  sets.hear(undefined, [], later());
  expect(sets.of(undefined)).toEqual(['b']);
});
