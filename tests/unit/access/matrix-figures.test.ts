import { describe, expect, it } from 'vitest';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { areAlike, doubtInWords, figuresOf } from '@/lib/domain/access/matrix-figures';

/** Records of types T0, T1, … with all entities, those left out for which `isListed` says no. */
function figures(
  records: number,
  isListed: (record: number, entity: number) => boolean = () => true,
  entities = 40,
) {
  const matrix = new GrowingMatrix();
  for (let record = 0; record < records; record++)
    for (let entity = 0; entity < entities; entity++)
      if (isListed(record, entity))
        matrix.add(`T${String(record % 4)}`, String(record), `E${String(entity)}`, record % 2 === 0);
  return figuresOf(matrix);
}

describe('figures of a matrix', () => {
  it('count what is listed, by type and by entity', () => {
    const { records, assignments, types, entities } = figures(
      10,
      (record, entity) => entity < 33 || record === 0,
    );
    expect([records, assignments]).toEqual([10, 337]);
    expect(types).toEqual([
      ['T0', 3],
      ['T1', 3],
      ['T2', 2],
      ['T3', 2],
    ]);
    expect(new Map(entities).get('E32')).toBe(10);
    expect(new Map(entities).get('E33')).toBe(1);
  });

  it('do not count a record whose assignments were all taken away', () => {
    const matrix = new GrowingMatrix();
    matrix.add('Customer', '1', '100', true);
    matrix.add('Customer', '2', '200', true);
    matrix.remove('Customer', '2', '200');
    expect(figuresOf(matrix)).toEqual({
      records: 1,
      assignments: 1,
      types: [['Customer', 1]],
      entities: [['100', 1]],
    });
  });
});

describe('a read is in doubt', () => {
  const before = figures(2_019);
  it.each([
    [
      'half of the records',
      figures(1_010),
      '1,010 records now, 2,019 before. Perhaps the console’s user lost a permission, or the service stopped in the middle of its list.',
    ],
    ['nothing', figures(0), 'The service lists no records now, 2,019 before'],
    ['half of the assignments', figures(2_019, (record, entity) => (record + entity) % 2 > 0), '40,380 assig'],
    ['no record of one type', figures(2_019, (record) => record % 4 !== 3), '1,515 records now, 2,019'],
    ['nothing of one entity', figures(2_019, (_, entity) => entity !== 7), 'entity E7 now, 2,019 assignments'],
  ])('with %s', (_, now, words) => {
    expect(doubtInWords(before, now)).toContain(words);
    expect(areAlike(before, now)).toBe(false);
    expect(doubtInWords(now, before)).toBeNull();
  }); // prettier-ignore

  it('with a type of few records gone whole, which it names', () => {
    const some = { ...before, types: [...before.types, ['Location', 3] satisfies [string, number]] };
    expect(doubtInWords(some, before)).toBe(
      'The service lists no Location now, 3 records before. Perhaps the console’s user lost a permission, or the service stopped in the middle of its list.',
    );
  });

  it('not with a few fewer, nor more than before', () => {
    const fewer = figures(1_616);
    expect(doubtInWords(before, fewer)).toBeNull();
    expect(doubtInWords(before, figures(1_615))).not.toBeNull();
    expect(areAlike(before, fewer)).toBe(true);
    expect(doubtInWords(null, before)).toBeNull();
  });

  it('where the first read of all lists nothing; and not where nothing was accepted', () => {
    expect(doubtInWords(null, figures(0))).toBe(
      'The service lists nothing. Perhaps the console’s user lost a permission, or the service stopped in the middle of its list.',
    );
    expect(doubtInWords(figures(0), figures(0))).toBeNull();
  });
});
