import { describe, expect, it } from 'vitest';
import {
  countProposal,
  proposalInWords,
  propose,
  riskInWords,
  type ProposedCell,
  type BulkAction,
  type ProposalCounts,
} from '@/lib/domain/access/change-proposal';
import { drawn } from './some-matrices';

const matrix = drawn(['100', '200', '300'], { 'Item 1': '+-.', 'Item 2': '--+' });
const seen = matrix.state.bind(matrix);

/** Every change as "record entity sign". */
const inSigns = (cells: readonly ProposedCell[]): string[] =>
  cells.map(({ record, entity, wanted }) => `${String(record)} ${String(entity)} ${wanted ? '+' : '-'}`);

const changes = (...signs: readonly string[]): ProposedCell[] =>
  signs.map((sign) => {
    const [record, entity, wanted] = sign.split(' ');
    return { record: Number(record), entity: Number(entity), wanted: wanted === '+' };
  });

function proposed(wish: BulkAction, most = 100) {
  const { cells, ...rest } = propose(seen, [0, 1], [0, 1, 2], wish, most);
  return { cells: inSigns(cells), ...rest };
}

describe('a proposal', () => {
  it.each([
    ['give', ['0 1 +', '1 0 +', '1 1 +'], 2],
    ['remove', ['0 0 -', '1 2 -'], 3],
    ['invert', ['0 0 -', '0 1 +', '1 0 +', '1 1 +', '1 2 -'], 0],
  ] as const)('to %s counts what is so already and what does not exist', (wish, cells, already) => {
    expect(proposed(wish)).toEqual({ cells, already, absent: 1, isCut: false });
  });

  it('ends when more is found than it takes, not when it is just full', () => {
    expect(proposed('give', 3)).toMatchObject({ cells: ['0 1 +', '1 0 +', '1 1 +'], isCut: false });
    expect(proposed('give', 2)).toEqual({ cells: ['0 1 +', '1 0 +'], already: 1, absent: 1, isCut: true });
    expect(proposed('invert', 0)).toEqual({ cells: [], already: 0, absent: 0, isCut: true });
  });

  it('follows what the person sees and the order given, and reads each list once', () => {
    const walk = new Set([1, 0]).values();
    const { cells } = propose(() => 'denied', walk, new Set([2, 0]).values(), 'give', 100);
    expect(inSigns(cells)).toEqual(['1 2 +', '1 0 +', '0 2 +', '0 0 +']);
  });

  it('is empty without records or entities', () => {
    const nothing = { cells: [], already: 0, absent: 0, isCut: false };
    expect(propose(seen, [], [0], 'give', 100)).toEqual(nothing);
    expect(propose(seen, [0], [], 'give', 100)).toEqual(nothing);
  });
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
    [
      { give: 1, already: 1, absent: 1 },
      [
        'Give 1, across 3 entities and 20 records.',
        '1 already matches and is skipped.',
        '1 is not set up and is skipped.',
      ],
    ],
    [
      { already: 12_345, absent: 2 },
      [
        'Nothing is left to change.',
        `${many} already match and are skipped.`,
        '2 are not set up and are skipped.',
      ],
    ],
  ])('%#', (more, words) => {
    expect(proposalInWords(counts(more))).toEqual(words);
  });

  it.each([
    [0, null],
    [1, '1 record would be left without any entity.'],
    [12_345, `${many} records would be left without any entity.`],
  ])('whose risk is to close %s records', (closed, words) => {
    expect(riskInWords(counts({ give: 1, closed: Array<number>(closed).fill(0) }))).toBe(words);
  });
});
