import { expect, it } from 'vitest';
import { optionCaptions, optionFields, optionMeaning } from '@/lib/domain/journal/option-meanings';

it('gives each caption one meaning in its field', () => {
  for (const field of optionFields)
    for (const [meaning, list] of Object.entries(optionCaptions[field]))
      for (const caption of String(list).split('|'))
        expect([caption, optionMeaning(field, caption)]).toEqual([caption, meaning]);
});

it('reads captions without regard to case and blanks, and says which it does not know', () => {
  expect(optionMeaning('EntryType', ' umlagerung ')).toBe('Transfer');
  expect(optionMeaning('EntryType', "Re\u0301sultat d'assemblage")).toBe('Assembly Output');
  expect(optionMeaning('EntryType', ' ')).toBe('');
  expect(optionMeaning('EntryType', 'Kit Consumption')).toBeNull();
  expect(optionMeaning('ValueEntryType', 'Transfer')).toBeNull();
});
