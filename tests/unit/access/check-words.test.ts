import { expect, it } from 'vitest';
import { comparedInWords, type ShownValue } from '@/components/access/details/check-words';

const text = (entityId: string) => `Item/1/${entityId}`;
const shown = (values: Record<string, ShownValue>) =>
  new Map(Object.entries(values).map(([entityId, value]) => [text(entityId), value]));
const says = (values: Record<string, boolean>) =>
  new Map(Object.entries(values).map(([entityId, value]) => [text(entityId), value]));

it('compares what the screen shows with what the service says', () => {
  const same = shown({ 10: true, 20: false });
  expect(comparedInWords(says({ 10: true, 20: false }), same, same, false)).toBe(
    'The service says the same of all 2 assignments.',
  );
  expect(comparedInWords(says({ 10: false, 20: false }), same, same, false)).toBe(
    'The service differs for entity 10 (no access). Refresh to read everything again.',
  );
  expect(comparedInWords(says({}), shown({}), shown({}), false)).toBe('It is not set up in the service.');
});

it('tells the value the service has of a change that is not confirmed, and does not call it changing', () => {
  const one = shown({ 10: 'unconfirmed' });
  expect(comparedInWords(says({ 10: false }), one, one, false)).toBe(
    'The service has it now: no access. That does not prove the change yet.',
  );
  const two = shown({ 10: 'unconfirmed', 20: true });
  expect(comparedInWords(says({ 10: false, 20: true }), two, two, false)).toBe(
    'The service says the same: has access. Unconfirmed, with what the service has now: entity 10 (no access).',
  );
});

it('leaves out what changes while the service is asked', () => {
  expect(comparedInWords(says({ 10: true }), shown({ 10: null }), shown({ 10: true }), false)).toBe(
    'It is being changed at this moment: check again.',
  );
  const [before, after] = [shown({ 10: null, 20: true }), shown({ 10: true, 20: true })];
  expect(comparedInWords(says({ 10: true, 20: true }), before, after, false)).toBe(
    'The service says the same: has access. 1 that changed meanwhile is left out.',
  );
});
