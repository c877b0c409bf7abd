import { describe, expect, it } from 'vitest';
import type { ProposedCell } from '@/lib/domain/access/change/change-proposal';
import {
  actInWords,
  closedInWords,
  countProposal,
  proposalInWords,
  type ProposalCounts,
} from '@/lib/domain/access/change/proposal-counts';
import { drawn } from './some-matrices';

const matrix = drawn(['100', '200', '300'], { 'Item 1': '+-.', 'Item 2': '--+' });

const changes = (...signs: readonly string[]): ProposedCell[] =>
  signs.map((sign) => {
    const [record, entity, wanted] = sign.split(' ');
    return { record: Number(record), entity: Number(entity), wanted: wanted === '+' };
  });

describe('what a proposal comes to', () => {
  it('is counted by kind, record and entity', () => {
    const cells = changes('0 1 +', '1 1 +', '1 2 -', '1 0 +');
    expect(
      countProposal((record) => matrix.countsOfRecord(record).granted, cells, { already: 7, absent: 8 }),
    ).toEqual({
      give: 3,
      remove: 1,
      already: 7,
      absent: 8,
      records: 2,
      entities: 3,
      closed: [],
    });
  });

  it('names records that are open now and to nobody afterwards, in whatever order the changes stand', () => {
    const open = drawn(['100', '200', '300'], {
      'Item 0': '+..',
      'Item 1': '++-',
      'Item 2': '---',
      'Item 3': '+-.',
    });
    const closed = (...signs: string[]): number =>
      countProposal((record) => open.countsOfRecord(record).granted, changes(...signs), {
        already: 0,
        absent: 0,
      }).closed.length;
    expect(closed('0 0 -')).toBe(1);
    expect(closed('1 0 -')).toBe(0);
    expect(closed('1 0 -', '1 1 -')).toBe(1);
    expect(closed('1 0 -', '1 1 -', '1 2 +')).toBe(0);
    expect(closed('3 1 +', '3 0 -')).toBe(0);
    expect(closed('2 0 -', '2 1 -')).toBe(0);
    expect(closed('0 0 -', '3 0 -', '1 0 -')).toBe(2);
    expect(closed()).toBe(0);
  });
});

const counts = (more: Partial<ProposalCounts>): ProposalCounts => ({
  give: 0,
  remove: 0,
  already: 0,
  absent: 0,
  records: 20,
  entities: 3,
  closed: [],
  ...more,
});
const many = (12_345).toLocaleString(); // with the separators of whoever runs this

describe('a proposal in words', () => {
  it.each([
    [{ give: 38, remove: 4 }, ['Give 38, remove 4, across 3 entities and 20 records.']],
    [{ give: 38 }, ['Give 38, across 3 entities and 20 records.']],
    [{ remove: 4 }, ['Remove 4, across 3 entities and 20 records.']],
    [{ give: 1, records: 1, entities: 1 }, ['Give 1, across 1 entity and 1 record.']],
    [{ give: 12_345, records: 12_345 }, [`Give ${many}, across 3 entities and ${many} records.`]],
    [{}, ['Nothing is left to change.']],
    [{ give: 1, already: 1, absent: 1 }, ['Give 1, across 3 entities and 20 records.', '1 needs no change and is skipped.', '1 is not set up and is skipped.']],
    [
      { already: 12_345, absent: 2 },
      [
        'Nothing is left to change.',
        `${many} need no change and are skipped.`,
        '2 are not set up and are skipped.',
      ],
    ],
  ])('%#', (more, words) => {
    expect(proposalInWords(counts(more))).toEqual(words);
  }); // prettier-ignore

  it.each([
    [1, '1 record would be left without any entity.', 1, 0],
    [12_345, `${many} records would be left without any entity.`, 3, 12_342],
  ])('whose risk is to close %s records', (closed, risk, names, more) => {
    const words = closedInWords(matrix, Array<number>(closed).fill(0));
    expect(words).toEqual({ risk, named: Array(names).fill({ record: 0, words: 'Item 1' }), more });
  });
});

it('a button says what is done, and more only where both are', () => {
  expect([actInWords(34, 0), actInWords(0, 1_234), actInWords(3, 1), actInWords(0, 0)]).toEqual([
    'Give 34',
    `Remove ${(1_234).toLocaleString()}`,
    'Change 4',
    'Change 0',
  ]);
});
