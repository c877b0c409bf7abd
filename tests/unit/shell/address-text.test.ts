import { describe, expect, it } from 'vitest';
import { parseAsSearch, parseAsText } from '@/lib/client/address-text';

describe('a text of an address', () => {
  it.each(['\0', 'a\0b', 'a\rb', '\u0085', '\ud800'])('counts as not there with %j in it', (text) => {
    expect([parseAsText.parse(text), parseAsSearch.parse(text)]).toEqual([null, null]);
  });

  it('is itself otherwise; of what is looked for, nothing stays that nobody sees', () => {
    expect(parseAsText.parse('\u202eabc')).toBe('\u202eabc');
    expect(parseAsSearch.parse('\u202eab\u200bc')).toBe('abc');
    expect(parseAsSearch.parse('Ærø 東京 😀')).toBe('Ærø 東京 😀');
  });
});
