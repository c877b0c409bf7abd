import { describe, expect, it } from 'vitest';
import { isHead } from '@/lib/domain/access/file/file-layout';
import { AccessFileReader } from '@/lib/domain/access/file/file-reader';
import { fileValueOf } from '@/lib/domain/access/file/file-words';
import { falseWords, trueWords } from '@/lib/domain/access/file/truth-words';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { csvRows } from '@/lib/domain/spreadsheet/csv';

const recordIds = ['10000', '20000', '00100', 'MÜNCHEN-01', '-1', '1896-S', '120000', '12E4'];

function matrix(ids: readonly string[] = recordIds, entityIds: readonly string[] = ['000', '100', '200']) {
  const all = new GrowingMatrix();
  for (const id of ids) for (const entity of entityIds) all.add('Customer', id, entity, true);
  return all;
}

/** What a CSV names, as "Customer 10000/100 no in row 2", and what it says of the rest. */
function read(text: string, now = matrix()) {
  const reader = new AccessFileReader(now);
  for (const row of csvRows(text, isHead)) reader.take(row);
  void reader.layout;
  const named = Array.from({ length: reader.entries.size }, (_, position) => {
    const { record, entity, value, row } = reader.entries.at(position);
    const cell = `${now.recordType(record)} ${now.recordId(record)}/${now.entityId(entity)}`;
    return `${cell} ${value === true ? 'yes' : value === false ? 'no' : value} in row ${String(row)}`;
  });
  const problems = reader.problems.listed.map(({ row, message }) => `${String(row)}: ${message}`);
  return { reader, named, problems };
}

const long = 'Record type,Record ID,Entity,Access\n';
const hintFor = (recordId: string, now = matrix()) =>
  read(`${long}Customer,"${recordId}",100,no\n`, now).problems.join('\n');

describe('the table of a file', () => {
  it.each([
    ['by semicolons, though the header holds more commas', 'Record type;Record ID;Entity;Access;Comment (who, when, why, by, ticket)\nCustomer;10000;200;no;left', 2],
    ['below a blank first line, whose rows keep their numbers', '\uFEFF\r\nRecord type;Record ID;Entity;Access\r\nCustomer;10000;200;no\r\n', 3],
    ['with blanks before quotes', '"Record type", "Record ID", "Entity", "Access"\n"Customer", "10000", "200", "no"\n', 2],
    ['with guarded names and hidden characters in them', '="Record type",Record\u00a0ID\u200b,\u202aEntity\u202c,Acc\u00adess\nCustomer,10000,200,no\n', 2],
  ])('is found %s', (_, text, row) => {
    const { named, problems } = read(text);
    expect({ named, problems }).toEqual({ named: [`Customer 10000/200 no in row ${String(row)}`], problems: [] });
  }); // prettier-ignore

  it('is not taken from below a title, which may be a record above a header that was sorted', () => {
    const text = 'Access, as of November\n\nRecord type,Record ID,Entity,Access\nCustomer,10000,200,no\n';
    expect(() => read(text)).toThrow('Row 1 holds “Access”; the header seems to be in row 3.');
    expect(() => read(`Customer,10000,200,no\n${long}`)).toThrow(/^Row 1 holds “Customer”; .* in row 2/);
    expect(() => read('\nName,Key\n1,2\n')).toThrow('Row 2 has no column “Record type”.');
    expect(() => read('Name,Key\n'.repeat(50))).toThrow('Row 1 has no column “Record type”.');
  });

  it('says which column has no name, changes nothing for its rows, and nothing where it is empty', () => {
    const wide = read('Record type,Record ID,,200\nCustomer,10000,yes,no\nCustomer,20000,,no\n');
    expect(wide.named).toEqual(['Customer 20000/200 no in row 3']);
    expect(wide.problems).toEqual([
      '1: Column C has no name. Row 2 has a value in it and changes nothing: name the column, or empty it.',
    ]);
    expect([...wide.reader.leftOut]).toEqual([2]);
    expect(read('Record type,Record ID,,200,\nCustomer,10000,,no,\n').problems).toEqual([]);
    expect(() => read('Record type,Record ID,Entity,\nCustomer,10000,100,no\n')).toThrow(
      'Row 1 has no column “Access”, and its column D has no name.',
    );
    const remark = read(
      'Record type,Record ID,Entity,Access,,\nCustomer,10000,100,no,left,\nCustomer,20000,100,no,here,\n',
    );
    expect(remark.named).toHaveLength(2); // its rows count all the same
    expect([...remark.reader.leftOut]).toEqual([]);
    expect(remark.problems).toEqual([
      '1: Column E is not read. It has no name. Rows 2 and 3 have a value in it: name the column, or empty it.',
    ]);
    expect(read('Record type,Record ID,Entity,Access,\nCustomer,10000,100,no,\n').problems).toEqual([]);
  });
});

describe('a text in disguise', () => {
  it('is read where it guards zeros and only what it guards exists', () => {
    const text = `${long}Customer,="10000","=""000""",yes\nCustomer,'20000,'000,'no\n'Customer,"=""00100""",100,no\n`;
    const { named, problems } = read(text);
    expect(problems).toEqual([]);
    expect(named).toEqual([
      'Customer 10000/000 yes in row 2',
      'Customer 20000/000 no in row 3',
      'Customer 00100/100 no in row 4',
    ]);
    expect(read('Record type,Record ID,="000"\nCustomer,10000,no\n').named).toEqual([
      'Customer 10000/000 no in row 2',
    ]);
    // An ID that is written so itself is that one.
    expect(read(`${long}Customer,'A,100,no\n`, matrix(['A', "'A"])).named).toEqual([
      "Customer 'A/100 no in row 2",
    ]);
  });

  it('is not unpacked in an export, which writes every ID as it is', () => {
    const base = 'Base of default as of 2026-11-22T02:07:00.000Z';
    const { named, problems } = read(
      `Record type,Record ID,Entity,Access,${base}\nCustomer,'20000,100,no,yes\n`,
    );
    expect(named).toEqual([]);
    expect(problems).toEqual(["2: There is no Customer “'20000”. Did you mean “20000”?"]);
  });

  it.each([
    ['10000\u200b', 'There is no Customer “10000[U+200B]”. Did you mean “10000”? The file’s ID holds a character that cannot be seen (U+200B).'],
    ['\u202a20000\u202c', 'Did you mean “20000”? The file’s ID holds characters that cannot be seen (U+202A, U+202C).'],
    ['20000\u200d', 'Did you mean “20000”? The file’s ID holds a character that cannot be seen (U+200D).'],
    ['MU\u0308NCHEN-01', 'Did you mean “MÜNCHEN-01”? The file’s ID holds an accent as a character of its own (U+0308).'],
    ['1896\u2011S', 'Did you mean “1896-S”? The file’s ID holds “‑” (U+2011) in place of “-”.'],
    ['1896\u2010S', '(U+2010) in place of “-”.'],
    ['1896\u2013S', '(U+2013) in place of “-”.'],
    ['1896\u2212S', '(U+2212) in place of “-”.'],
    ['１００００', 'Did you mean “10000”? The file’s ID holds “１” (U+FF11) in place of “1” and “０” (U+FF10) in place of “0”.'],
    ['10000\u00a0', 'Did you mean “10000”? The file’s ID holds another kind of blank (U+00A0).'],
    ['10000.0', 'Did you mean “10000”?'],
    ['100', 'Did you mean “00100”?'],
    ['münchen-01', 'There is no Customer “münchen-01”. Did you mean “MÜNCHEN-01”?'],
  ])('%j is told from what it looks like', (recordId, words) => {
    const hint = hintFor(recordId);
    expect(hint).toContain(words);
    expect(hint.endsWith(words.slice(-10))).toBe(true);
  }); // prettier-ignore

  it('may be the service’s own, or that of an entity or a type', () => {
    expect(hintFor('10000', matrix(['10000\u200b']))).toContain(
      'Did you mean “10000[U+200B]”? The service’s ID holds a character that cannot be seen (U+200B).',
    );
    const { problems } = read(`${long}Customer,10000,１00,no\nCust\u200eomer,10000,100,no\n`);
    expect(problems).toEqual([
      '2: There is no entity “１00”. Did you mean “100”? The file’s entity holds “１” (U+FF11) in place of “1”.',
      '3: There is no record type “Cust[U+200E]omer”. Did you mean “Customer”? The file’s record type holds a character that cannot be seen (U+200E).',
    ]);
  });

  it('may be a record type in another case or in the plural', () => {
    expect(
      read(`${long}customer,10000,100,no\nCustomers,10000,100,no\nVendors,10000,100,no\n`).problems,
    ).toEqual([
      '2: There is no record type “customer”. Did you mean “Customer”?',
      '3: There is no record type “Customers”. Did you mean “Customer”?',
      '4: There is no record type “Vendors”.',
    ]);
  });

  it('names each of those that it may mean, but the only one that looks the same alone', () => {
    expect(hintFor('0100.0', matrix(['100', '0100', '00100']))).toMatch(/mean “100”, “0100” or “00100”\?$/);
    expect(hintFor('0100\u200b', matrix(['100', '0100']))).toContain('Did you mean “0100”? The file’s ID');
  });

  it('is never another record where a spreadsheet has shortened a number', () => {
    for (const rewritten of ['1,23457E+15', '1.23457E+15', '1,20E+05', '1.2E+5', '-1E+05'])
      expect(hintFor(rewritten)).toMatch(/^2: There is no .*digits may be lost: format the column as text/);
    expect(read(`${long}Customer,12E4,100,no\n`).named).toEqual(['Customer 12E4/100 no in row 2']);
  });
});

describe('a word for yes or no', () => {
  it('is one of the spreadsheets’ languages, and never both', () => {
    for (const word of trueWords) expect([word, fileValueOf(word)]).toEqual([word, true]);
    for (const word of falseWords) expect([word, fileValueOf(word)]).toEqual([word, false]);
    for (const word of ['doğru', 'Ja ', '1.0', '1,00', 'istina', '\u200eyes', '="VRAI"', 'ｙｅｓ'])
      expect([word, fileValueOf(word)]).toEqual([word, true]);
    for (const word of ['yanlış', 'EPA\u0308TOSI', 'fałsz', 'ложь', '0.0', '0,00', 'ψευδές'])
      expect([word, fileValueOf(word)]).toEqual([word, false]);
    for (const word of ['', 'maybe', '1.5', '10', '0.01']) expect(fileValueOf(word)).toBeUndefined();
  });

  it('is left out where a program wrote one for an empty cell', () => {
    const wide = read('Record type,Record ID,100,200\nCustomer,10000.0,1.0,\nCustomer,20000,nan,True\n');
    expect(wide.problems).toEqual([
      '2: There is no Customer “10000.0”. Did you mean “10000”?',
      '3: “nan” for entity 100 is what a program writes for an empty cell. Leave the cell empty. The row’s other values are left out too.',
    ]);
    expect(read(`${long}Customer,10000,100,NaN\nCustomer,nan,100,no\n`).problems).toEqual([
      '2: “NaN” is what a program writes for an empty cell. Write yes or no, or remove the row.',
      '3: There is no Customer “nan”. This is what a program writes for an empty cell: enter the ID, or remove the row.',
    ]);
  });
});
