import { expect, it } from 'vitest';
import { EndedSets } from '@/lib/client/changes/ended-sets';
import { someSet } from '@/tests/support/changes/some-set';

/** A list that is asked for after all that was told. */
const later = () => performance.now() + 1;
const here = 'main';
const running = (id: string) => someSet({ id });

it('keeps what ended while it listened, of each connection, until somebody has looked', () => {
  const sets = new EndedSets();
  let heard = 0;
  sets.subscribe(() => heard++);
  sets.take(here, [running('a'), running('b'), someSet({ id: 'switch', kind: 'switch' })], later());
  sets.take('other', [running('c')], later());
  expect([sets.of(here), heard]).toEqual([[], 0]);
  sets.take(here, [someSet({ id: 'a', state: 'done' }), running('b')], later());
  sets.take(here, [], later());
  expect([sets.of(here), sets.of('other')]).toEqual([['b', 'a'], []]);
  sets.dismiss(here, 'b');
  expect([sets.of(here), heard]).toEqual([['a'], 3]);
  sets.take(here, [running('a')], later()); // tried again
  expect(sets.of(here)).toEqual([]);
});

it('takes none for ended that a list leaves out for being full', () => {
  const sets = new EndedSets();
  sets.take(here, [running('a'), running('b')], later());
  sets.take(here, [someSet({ id: 'b', state: 'done' })], later(), false);
  expect(sets.of(here)).toEqual(['b']);
  sets.take(here, [], later());
  expect(sets.of(here)).toEqual(['a', 'b']);
});

it('tells of a set that was done before any list showed it running', () => {
  const sets = new EndedSets();
  sets.take(here, [], later());
  sets.expect(here, 'made here');
  sets.takeOne(here, someSet({ id: 'made here', state: 'done' }));
  sets.takeOne(here, running('by a colleague'));
  sets.take(here, [], later());
  expect(sets.of(here)).toEqual(['by a colleague', 'made here']);
  sets.takeOne(here, running('made here')); // tried again
  expect(sets.of(here)).toEqual(['by a colleague']);
});

it('keeps a set that ended before the page knew of it, or twice, out', () => {
  const sets = new EndedSets();
  sets.takeOne(here, someSet({ id: 'long over', state: 'done' }));
  sets.takeOne(here, running('a'));
  sets.takeOne(here, someSet({ id: 'a', state: 'done' }));
  sets.dismiss(here, 'a');
  sets.takeOne(here, someSet({ id: 'a', state: 'done' }));
  sets.takeOne(here, someSet({ id: 'switch', kind: 'switch' }));
  sets.take(here, [], later());
  expect(sets.of(here)).toEqual([]);
});

it('believes no list that was asked for before an event told of a set', () => {
  const sets = new EndedSets();
  sets.takeOne(here, running('a'));
  const asked = performance.now() - 1;
  sets.takeOne(here, someSet({ id: 'a', state: 'done' }));
  sets.dismiss(here, 'a');
  sets.take(here, [running('a')], asked);
  sets.take(here, [], later());
  expect(sets.of(here)).toEqual([]); // not once more

  sets.expect(here, 'b');
  sets.take(here, [], asked);
  expect(sets.of(here)).toEqual([]); // it had not been made
  sets.take(here, [], later());
  expect(sets.of(here)).toEqual(['b']);
});

it('leaves off, with one that was long in sight, those before it at which nobody has to look', () => {
  const sets = new EndedSets();
  const { counts } = someSet();
  const well = { ...counts, pending: 0, applied: counts.total };
  const refused = { ...well, applied: counts.total - 1, rejected: 1 };
  for (const [id, counts] of [
    ['a', well],
    ['b', refused],
    ['c', well],
    ['d', well],
  ] as const) {
    sets.takeOne(here, running(id));
    sets.takeOne(here, someSet({ id, state: 'done', counts }));
  }
  sets.dismissSeen(here, 'gone');
  expect(sets.of(here)).toEqual(['d', 'c', 'b', 'a']);
  sets.dismissSeen(here, 'c');
  expect(sets.of(here)).toEqual(['d', 'b']);
});
