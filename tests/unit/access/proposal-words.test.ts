import { describe, expect, it } from 'vitest';
import type { ProposalCounts } from '@/lib/domain/access/change-proposal';
import { proposalInWords, riskInWords } from '@/lib/domain/access/change-proposal';

const counts = (more: Partial<ProposalCounts>): ProposalCounts => ({
  give: 0,
  remove: 0,
  already: 0,
  absent: 0,
  records: 20,
  entities: 3,
  closed: 0,
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
    expect(riskInWords(counts({ give: 1, closed }))).toBe(words);
  });
});
