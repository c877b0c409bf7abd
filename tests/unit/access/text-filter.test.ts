import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameTest, partsWithout, textTest, wholeIds } from '@/lib/domain/access/filter/text-filter';
import { listText, pastedList, unclearInWords, unclearParts } from '@/lib/domain/filter-syntax';
import { onPushOrNightly } from '@/tests/support/run/nightly';

const ids = ['1', '10', '100', '101', '210', 'UK1', 'uk10', 'Duke', 'A*B', 'a b', 'R&D'];

function passing(text: string): string[] {
  const test = textTest(text);
  return test === null ? ['everything'] : ids.filter((id) => test(id));
}

describe('the text filter of IDs', () => {
  it.each([
    ['', ['everything']],
    ['10', ['10', '100', '101', '210', 'uk10']],
    ['10*', ['10', '100', '101']],
    ['*10', ['10', '210', 'uk10']],
    ['*0*', ['10', '100', '101', '210', 'uk10']],
    ['*', ids],
    ['uk', ['UK1', 'uk10', 'Duke']],
    ['*KE', ['Duke']],
    ["'a*b'", ['A*B']],
    ['a*b', ['A*B', 'a b']],
    ['?U*', ['Duke']],
    ['R&D', ['R&D']],
    ['R&D|10', ['10', 'R&D']],
  ])('of %j', (text, wanted) => {
    expect(passing(text)).toEqual(wanted);
  });

  it.each([
    ['10|100', ['10', '100']],
    ['100|', ['100']],
    [' 100 | 10 ||', ['10', '100']],
    ['10*|1', ['1', '10', '100', '101']],
    ['*10|DU*|x', ['10', '210', 'uk10', 'Duke']],
    ["'a*b'|1", ['1', 'A*B']],
    ['a*b|1', ['1', 'A*B', 'a b']],
    ['|', []],
    ['10,100', ['10', '100']],
  ])('of the list %j, whose plain parts are whole IDs', (text, wanted) => {
    expect(passing(text)).toEqual(wanted);
  });

  it.each([
    ['200..230', ['200', '2000', '21', '230']],
    ['..199', ['199']],
    ['uk1..', ['UK1', 'uk10', 'UK2', 'x..y', 'Z-1']],
    ['199|230..UK10', ['199', '230', '2300', '231', 'A,B', 'A|B', "O'N", 'UK1', 'uk10']],
    ["'x..y'", ['x..y']],
    ["'A|B','a,b'", ['A,B', 'A|B']],
    ["'o''n'", ["O'N"]],
    ['<>2*', ['199', 'A,B', 'A|B', "O'N", 'UK1', 'uk10', 'UK2', 'x..y', 'Z-1']],
    ['>=230&<uk1', ['230', '2300', '231', 'A,B', 'A|B', "O'N"]],
    ['2*&<>21&<>200', ['2000', '230', '2300', '231']],
    ['=21', ['21']],
    ['@uk1', ['UK1']],
    ['<>200..230', []],
  ])('of the Business Central filter %j, in code order', (text, wanted) => {
    const codes = ['199', '200', '2000', '21', '230', '2300', '231', 'A,B', 'A|B', "O'N", 'UK1', 'uk10', 'UK2', 'x..y', 'Z-1']; // prettier-ignore
    expect(codes.filter((code) => textTest(text)?.(code))).toEqual(wanted);
  });

  it('fits a pattern as the slow rule would, and in a bounded time', () => {
    const slow = (text: string, pattern: string): boolean =>
      pattern === ''
        ? text === ''
        : pattern.startsWith('*')
          ? slow(text, pattern.slice(1)) || (text !== '' && slow(text.slice(1), pattern))
          : text !== '' &&
            (pattern[0] === '?' || pattern[0] === text[0]) &&
            slow(text.slice(1), pattern.slice(1));
    const some = (signs: string) => fc.string({ unit: fc.constantFrom(...signs), maxLength: 7 });
    fc.assert(
      fc.property(some('ab'), some('ab*?'), (text, pattern) => {
        fc.pre(/[*?]/.test(pattern));
        expect(textTest(pattern)?.(text)).toBe(slow(text, pattern));
      }),
      { numRuns: onPushOrNightly(500, 10_000) },
    );
    expect(textTest(`${'*a'.repeat(100)}b`)?.('a'.repeat(10_000))).toBe(false);
  });
});

describe('what a filter does not say', () => {
  it.each([
    ['..', ['..']],
    ['>=', ['>=']],
    ['100|<>', ['<>']],
    ['1..2..3|100', ['1..2..3']],
    ['2*..3', ['2*..3']],
    ['>1..2', ['>1..2']],
    ['>10&', ['>10&']],
    ['((', ['((']],
    ['&&|10', ['&&']],
    ['100..200|10*|<>5', []],
    ["'t Hooft", []],
    ['Müller (old)', []],
  ])('of %j is named', (text, unclear) => {
    expect(unclearParts(text)).toEqual(unclear);
  });

  it.each([
    ['200..100|5', 'The ends of “200..100” are swapped: write 100..200'],
    ['UK..Duke', 'The ends of “UK..Duke” are swapped: write Duke..UK'],
    ['9..100', '“9..100” matches nothing, for IDs are compared character by character: 9 comes after 100'],
    ['..|2..1', '“..” is not understood and matches nothing. The ends of “2..1” are swapped: write 1..2'],
    ['100..200', null],
  ])('of %j is said in words', (text, words) => {
    expect(unclearInWords(text)).toBe(words);
    expect(unclearInWords(text, '|,', false) ?? '').not.toMatch(/(?<!would) match(es)? nothing/);
  });

  it('lets nothing through, and leaves the rest of the filter as it is', () => {
    expect(passing('>=')).toEqual([]);
    expect(passing('..|100|1..2..3')).toEqual(['100']);
    expect(partsWithout('..|100|77', ids)).toEqual(['77']);
    expect(partsWithout('200..100|77', ids)).toEqual(['77']);
  });
});

describe('a name', () => {
  it.each([
    ['smith, j', true],
    ['Smith & Co', false],
    ['& Sons', true],
    ["O'", true],
    ['smith*', null],
    ['a..b', null],
    ['<>smith', null],
    ['@smith', null],
    ["'A|B'", null],
    ["'smith'", null],
    ['((', null],
    ["'t Hooft", false],
  ])('is looked for by %j as it stands, where that is not about IDs', (text, isFound) => {
    const test = nameTest(text);
    expect(test === null ? null : test("O'Smith, J. & Sons")).toBe(isFound);
  });
});

it('finds a name by letters without its accents, in whatever form these are written', () => {
  for (const name of ['Zürich', 'Zu\u0308rich', 'ZÜRICH AG'])
    for (const text of ['zurich', 'zür', 'ZU\u0308R']) expect(nameTest(text)?.(name)).toBe(true);
  expect(textTest('zurich')?.('ZÜRICH-1')).toBe(true);
  expect(textTest('zurich*')?.('ZÜRICH-1')).toBe(false); // a pattern is Business Central's own
  expect(nameTest('osterbro strasse')?.('Østerbro Straße')).toBe(true);
});

describe('the list of some IDs', () => {
  const anyId = fc
    .oneof(
      fc.string({
        unit: fc.constantFrom(..."aAb10 -|,*?.<>=&'@"),
        minLength: 1,
        maxLength: 4,
      }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
    )
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const anyIds = fc.uniqueArray(anyId, { maxLength: 12, selector: (id) => id.toLowerCase() });

  it('lets exactly these through, in whatever case, and names them again', () => {
    fc.assert(
      fc.property(anyIds, fc.nat(12), (all, count) => {
        const listed = all.slice(0, count);
        const text = listText(listed);
        const test = textTest(text);
        expect(all.filter((id) => test?.(id))).toEqual(listed);
        expect(all.filter((id) => test?.(id.toLowerCase()))).toEqual(listed);
        expect(wholeIds(text)).toEqual(listed);
        expect(partsWithout(text, all)).toEqual([]);
        expect(partsWithout(text, all.slice(count))).toEqual(listed.length < 2 ? [] : listed); // one is no list
      }),
      { numRuns: onPushOrNightly(500, 10_000) },
    );
  });

  it('says so of one alone, and lets nothing through when there is none', () => {
    expect(listText(['100'])).toBe('=100');
    expect(passing(listText([]))).toEqual([]);
  });

  it('has whole IDs only where it is a list without patterns', () => {
    expect(wholeIds(' 100 | A b|100')).toEqual(['100', 'A b']);
    expect(wholeIds('100')).toBeNull();
    expect(wholeIds('')).toBeNull();
    expect(wholeIds('100|2*')).toBeNull();
  });
});

describe('cells copied from a spreadsheet', () => {
  it.each([
    ['100\n200', '100|200'],
    ['100\r\n200\r\n', '100|200'],
    ['100\r200', '100|200'],
    ['100\t200\r\n 300 \t\r\n', '100|200|300'],
    ['UK 1\n\n\n200', 'UK 1|200'],
    ['100\n200\n100', '100|200'],
    ['100\n100', '=100'],
    ['A|B\n10*', "'A|B'|'10*'"],
  ])('%j are a list', (text, list) => {
    expect(pastedList(text)).toBe(list);
  });

  it.each(['', '100', '100\r\n', '\t100', 'a b', '\r\n\t'])('%j is none', (text) => {
    expect(pastedList(text)).toBeNull();
  });
});

describe('the parts of a list without an ID', () => {
  it('are whole IDs and patterns that let none through, as they were typed and in their order', () => {
    expect(partsWithout('Zürich|10|*99|UK*|duk|DUKE|x*', ids)).toEqual(['Zürich', '*99', 'duk', 'x*']);
    expect(partsWithout('10|Zz', [])).toEqual(['10', 'Zz']);
    expect(partsWithout('10*|*10|*k*|DU*', ids)).toEqual([]);
  });

  it('are asked of a list only', () => {
    expect(partsWithout('nowhere', ids)).toEqual([]);
    expect(partsWithout('', ids)).toEqual([]);
  });
});
