import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { presenterSteps } from '@/lib/contract/demo/presenter';
import { presenterStory } from '@/lib/demo/presenter/presenter-steps';

const labels = readFileSync('lib/reference/data/demo-labels.csv', 'utf8').split('\n');

it('the story has each step once, in the order of the contract', () => {
  expect(presenterStory.map(({ key }) => key)).toEqual(presenterSteps);
});

it('names customers and entities as the demo does', () => {
  const named = presenterStory.flatMap(({ happens, waitsFor }) => [
    ...`${happens} ${waitsFor ?? ''}`.matchAll(/([A-Z][\w&]*(?: [A-Z][\w&]*)*) \((\d+)\)/g),
  ]);
  expect(named.length).toBeGreaterThan(4);
  for (const [, name, id] of named)
    expect(
      labels.some((line) => line.includes(`,${id ?? ''},`) && line.includes(`,${name ?? ''},`)),
      name,
    ).toBe(true);
});

it('says how many a colleague changes', () => {
  const throttled = presenterStory.find(({ key }) => key === 'throttled');
  if (throttled?.act.do !== 'throttle') throw new Error('It throttles.');
  const { cells, fault } = throttled.act;
  expect(cells).toContainEqual({ ...fault.cell, accessible: true });
  expect(throttled.happens).toContain(`: ${String(cells.length)} changes`);
  expect([
    new Set(cells.map(({ recordId }) => recordId)).size,
    new Set(cells.map(({ entityId }) => entityId)).size,
  ]).toEqual([12, 8]);
});
