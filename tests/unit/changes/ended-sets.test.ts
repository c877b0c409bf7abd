import { expect, it } from 'vitest';
import { EndedSets } from '@/lib/client/ended-sets';
import { someSet } from '@/tests/support/some-set';

const running = (id: string) => someSet({ id });

it('keeps what ended while it listened, of each connection, until somebody has looked', () => {
  const sets = new EndedSets();
  let heard = 0;
  sets.subscribe(() => heard++);
  sets.hear(undefined, [running('a'), running('b'), someSet({ id: 'switch', kind: 'switch' })]);
  sets.hear('other', [running('c')]);
  expect([sets.of(undefined), heard]).toEqual([[], 0]);
  sets.hear(undefined, [someSet({ id: 'a', state: 'done' }), running('b')]);
  sets.hear(undefined, []);
  expect([sets.of(undefined), sets.of('other')]).toEqual([['b', 'a'], []]);
  sets.dismiss(undefined, 'b');
  expect([sets.of(undefined), heard]).toEqual([['a'], 3]);
  sets.hear(undefined, [running('a')]); // tried again
  expect(sets.of(undefined)).toEqual([]);
});
