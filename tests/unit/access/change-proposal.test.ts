import { describe, expect, it } from 'vitest';
import {
  propose,
  stillToMake,
  type ProposedCell,
  type BulkAction,
} from '@/lib/domain/access/change/change-proposal';
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

describe('changes that are still to be made', () => {
  it('leave out what came to be so meanwhile, and what is no more', () => {
    const all = changes('0 0 +', '0 1 +', '0 2 -', '1 2 -');
    const { changes: open, others, ...left } = stillToMake(all, ({ record, entity }) => seen(record, entity));
    expect([inSigns(open), inSigns(others), left]).toEqual([
      ['0 1 +', '1 2 -'],
      ['0 0 +', '0 2 -'],
      { already: 1, absent: 1 },
    ]);
  });
});
