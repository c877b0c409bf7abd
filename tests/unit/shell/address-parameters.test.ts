import { describe, expect, it } from 'vitest';
import { exactText, searchText } from '@/lib/client/address/parameters';

describe('a text of an address', () => {
  it.each(['\0', 'a\0b', 'a\rb', '\u0085', '\ud800'])('counts as not there with %j in it', (text) => {
    expect([exactText.read([text]), searchText.read([text])]).toEqual([null, null]);
  });

  it('is itself otherwise; of what is looked for, nothing stays that nobody sees', () => {
    expect(exactText.read(['\u202eabc'])).toBe('\u202eabc');
    expect(searchText.read(['\u202eab\u200bc'])).toBe('abc');
    expect(searchText.read(['Ærø 東京 😀'])).toBe('Ærø 東京 😀');
  });
});
