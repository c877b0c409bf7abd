import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityGroups } from '@/lib/domain/access/names/entity-groups';
import { textTest } from '@/lib/domain/access/filter/text-filter';

const groupsOf = (ids: readonly string[]): string[] =>
  entityGroups(ids).map(({ filter, count }) => `${filter} ${String(count)}`);

describe('the groups of entities', () => {
  it('go by the letters IDs begin with, or else by their first character, in the order they come', () => {
    expect(groupsOf(['UK1', '100', 'DE-A', 'UK2', '199', '200', 'Ö1', 'DE-B', 'Ö2', 'UK'])).toEqual([
      'UK* 3',
      '1* 2',
      'DE* 2',
      'Ö* 2',
    ]);
  });

  it('are of more than one entity, and of fewer than all', () => {
    expect(groupsOf(['UK1', 'DE1', 'FR1'])).toEqual([]);
    expect(groupsOf(['UK1', 'UK2'])).toEqual([]);
    expect(groupsOf(['UK1', 'UK2', 'DE1'])).toEqual(['UK* 2']);
    expect(groupsOf([])).toEqual([]);
  });

  it('are those that somebody gave them, where somebody did', () => {
    const names = ['Nordics', '', 'UK & Ireland', 'Nordics', 'Alone', 'UK & Ireland'];
    expect(entityGroups(['400', '100', '110', '4|5', '999', 'UK01'], names)).toEqual([
      { name: 'Nordics', filter: expect.stringMatching(/^400\|.4\|5.$/) as string, count: 2 },
      { name: 'UK & Ireland', filter: '110|UK01', count: 2 },
    ]);
  });

  it('take in longer prefixes and other cases, as their filter does', () => {
    expect(groupsOf(['DE1', 'DEMO1', 'DEMO2', 'de2', '100'])).toEqual(['DE* 4', 'DEMO* 2']);
    expect(groupsOf(['de1', 'DE2', '100'])).toEqual(['de* 2']);
  });

  it('leave signs alone that mean something in a filter, and halve no character', () => {
    expect(groupsOf(['*1', '*2', '|1', '|2', ' 1', ' 2', '🏭1', '🏭2'])).toEqual(['🏭* 2']);
    expect(groupsOf([..."=@,?<>&'"].flatMap((sign) => [`${sign}1`, `${sign}2`]))).toEqual([]);
  });

  it('count exactly what their filter lets through', () => {
    const anyId = fc.string({
      unit: fc.constantFrom(..."aAb12-*| ,&?<>=@.'"),
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.uniqueArray(anyId, { maxLength: 30 }), (ids) => {
        for (const { filter, count } of entityGroups(ids))
          expect([filter, ids.filter((id) => textTest(filter)?.(id)).length]).toEqual([filter, count]);
      }),
    );
  });
});
