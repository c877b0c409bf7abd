import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  JsonError,
  jsonScan,
  longNumbersIn,
  mostDepth,
  scannedJson,
  type JsonLimits,
} from '@/lib/server/json-scan';

const unlimited = { bytes: Infinity, values: Infinity };

function scanned(text: string, limits: JsonLimits = unlimited) {
  const scan = jsonScan(Buffer.from(text), limits);
  for (let step = scan.next(); ; step = scan.next()) if (step.done === true) return step.value;
}

/** What the scan finds wrong, as `kind: subject`; null: nothing. */
function faultOf(text: string, limits?: JsonLimits): string | null {
  try {
    scanned(text, limits);
    return null;
  } catch (error) {
    if (error instanceof JsonError) return `${error.kind}: ${error.subject}`;
    throw error;
  }
}

/** JSON with the names of an object as they are given, so that one may stand there twice. */
type Tree = null | number | string | Tree[] | { members: [string, Tree][] };

const names = fc.oneof(
  fc.constantFrom('a', 'b', 'é', '"', '\\', '__proto__', ''),
  fc.string({ maxLength: 3 }),
);
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, 0, -1.5, '', 'a', '{"a":1,"a":2}', '\\"', '東京'),
    fc.array(tie('tree'), { maxLength: 12 }),
    fc.record({ members: fc.array(fc.tuple(names, tie('tree')), { maxLength: 5 }) }),
  ),
}));

/** @param escape whether names are written with escapes, which say the same. */
function written(value: Tree, escape: boolean): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one) => written(one, escape)).join(' ,')}]`;
  return `{${value.members.map(([name, one]) => `${nameText(name, escape)} :${written(one, escape)}`).join(',')}}`;
}

function nameText(name: string, escape: boolean): string {
  if (!escape) return JSON.stringify(name);
  const unit = (at: number): string => `\\u${name.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return `"${Array.from({ length: name.length }, (_, at) => unit(at)).join('')}"`;
}

function hasNameTwice(value: Tree): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.some(hasNameTwice);
  const { members } = value;
  return (
    new Set(members.map(([name]) => name)).size < members.length ||
    members.some(([, one]) => hasNameTwice(one))
  );
}

describe('the scan of a JSON text', () => {
  it('finds nothing in what JSON.parse reads without loss', () => {
    fc.assert(
      fc.property(fc.json({ depthSize: 'medium' }), (text) => {
        expect(faultOf(text)).toBeNull();
      }),
    );
  });

  it('finds each name that an object has twice, however it is written, and no other', () => {
    fc.assert(
      fc.property(tree, fc.boolean(), fc.integer({ min: 1, max: 15 }), (value, escape, times) => {
        // Objects that are alike in a row are scanned another way.
        const text = `[${Array.from({ length: times }, () => written(value, escape)).join(',')}]`;
        expect(JSON.parse(text)).toHaveLength(times);
        expect(faultOf(text)?.startsWith('twice')).toBe(hasNameTwice(value) ? true : undefined);
      }),
    );
  });

  it.each([
    ['{"a":1,"b":[{"c":1},{"c":2,"\\u0063":3}]}', 'c'],
    ['{"a":{"x":[1,2]},"b":"a","a":2}', 'a'],
    ['{"\\\\":1,"\\\\":2}', '\\'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"":[],"" :{}}', ''],
    [`[${'{"a":1,"b":"x"},'.repeat(50)}{"a":1,"b":"x","a":2}]`, 'a'],
    [`[${'{"a":1,"b":"x"},'.repeat(50)}{"a":1,"a":"x"}]`, 'a'],
  ])('names what stands twice: %#', (text, name) => {
    expect(faultOf(text)).toBe(`twice: ${name}`);
  });

  it('takes lists and objects so deep and no deeper', () => {
    const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2);
    expect(faultOf(nested(mostDepth))).toBeNull();
    expect(faultOf(nested(mostDepth + 2))).toBe('deep: ');
    expect(faultOf('['.repeat(1_000_000))).toBe('deep: ');
  });

  it.each(['1e400', '-1e999', '9'.repeat(61), `0.${'0'.repeat(70)}1`, '1e-400', `1${'0'.repeat(80)}.5`])(
    'takes no number that a computer does not hold: %s',
    (number) => {
      for (const text of [number, `{"a":${number}}`, `[${'{"a":1},'.repeat(50)}{"a":${number}}]`])
        expect(faultOf(text)).toMatch(/^number: /);
    },
  );

  it('tells numbers apart that a double does not hold exactly', () => {
    const long = [
      '12345678901234567.89',
      '-0.12345678901234567890',
      '9007199254740993',
      '1.2345678901234567891E+20',
    ];
    const short = [
      '9007199254740991',
      '0.1',
      '1e300',
      '-12.50000000000000000000',
      '0.30000000000000004',
      '1E5',
      '0e400',
    ];
    const rows = [...short, ...long].map((number) => `{"a":${number}}`);
    const text = `[${'{"a":1},'.repeat(50)}${rows.join(',')}]`;
    expect(scanned(text).hasLongNumbers).toBe(true);
    const found = [...longNumbersIn(text)];
    expect(found.map(([number]) => number)).toEqual(long);
    expect(found.every(([number, at]) => text.startsWith(number, at))).toBe(true);
    expect(faultOf(text)).toBeNull();
    expect(scanned(`[${short.join()}]`).hasLongNumbers).toBe(false);
  });

  it('takes no text for a number, whatever it is like', () => {
    const long = '12345678901234567.89';
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constant(`:${long},`), fc.integer(), fc.constant(long))),
        (list) => {
          const text = `[${list.map((one) => (one === long ? long : JSON.stringify(one))).join(' , ')}]`;
          const count = list.filter((one) => one === long).length;
          expect([...longNumbersIn(text)].map(([number]) => number)).toEqual(Array<string>(count).fill(long));
          expect(scanned(text).hasLongNumbers).toBe(count > 0);
        },
      ),
    );
    const escapes = JSON.stringify('\n'.repeat(3_000_000));
    expect([...longNumbersIn(`[${escapes},${long}]`)]).toEqual([[long, escapes.length + 2]]);
  });

  it('goes as fast through objects with long numbers, which are cut into smaller pieces', () => {
    const one = '{"Amount":12345678901234567.89,"Item":"1000"}';
    const bytes = Buffer.from(`{"value":[${`${one},`.repeat(100_000)}${one}]}`);
    const read = vi.spyOn(bytes, 'toString'); // once for each name in an object that is scanned byte by byte
    const scan = jsonScan(bytes, { bytes: Infinity, values: 100_000, list: 'value' });
    let step = scan.next();
    while (step.done !== true) step = scan.next();
    expect(read.mock.calls.length).toBeLessThan(2_000);
    expect(step.value.cuts.length).toBeGreaterThan(20);
  });

  it('says where a large list may be cut, and the pieces are its items', () => {
    const items = fc.array(tree, { maxLength: 60 });
    fc.assert(
      fc.property(items, fc.boolean(), fc.integer({ min: 2, max: 60 }), (list, isRoot, values) => {
        fc.pre(!list.some(hasNameTwice));
        const text = isRoot
          ? written(list, false)
          : `{"other":[1,2,3],"value": ${written(list, false)},"count":[1]}`;
        const limits = { bytes: Infinity, values: 1_000, list: 'value' };
        const { from, to, cuts } = scanned(text, { ...limits, values: Math.max(values * 2, 500) });
        const bytes = Buffer.from(text);
        const pieces = [...cuts, to].map((end, at) =>
          bytes.toString('utf8', at === 0 ? from : (cuts[at - 1] ?? 0) + 1, end),
        );
        const whole = JSON.parse(written(list, false)) as unknown[];
        expect(pieces.flatMap((piece) => JSON.parse(`[${piece}]`) as unknown[])).toEqual(whole);
      }),
    );
    const many = `{"value":[${'{"a":[1,2]},'.repeat(100)}{}]}`;
    expect(scanned(many, { bytes: 200, values: 1_000, list: 'value' }).cuts.length).toBeGreaterThan(5);
    expect(scanned(many, { bytes: Infinity, values: 40, list: 'value' }).cuts.length).toBeGreaterThan(10);
    expect(scanned(many).cuts).toEqual([]);
  });

  it('does not take one item, or all around the list, that is larger than a piece may be', () => {
    const limits = { bytes: 2 ** 20, values: 1_000, list: 'value' };
    expect(faultOf(`{"value":[{},{"a":[${'0,'.repeat(1_000)}0]}]}`, limits)).toBe('large: ');
    expect(faultOf(`{"junk":[${'0,'.repeat(1_000)}0],"value":[]}`, limits)).toBe('large: ');
    expect(faultOf(`{"value":[{"a":"${'x'.repeat(2 ** 21)}"}]}`, limits)).toBe('large: ');
  });

  it('finds brackets that do not belong together where a text may be cut', () => {
    const limits = { bytes: 100, values: 1_000, list: 'value' };
    const items = '{"a":1},'.repeat(100);
    for (const text of [`{"value":[${items}{}}`, `{"value":[${items}{}`, '{"a":1]', ']'])
      expect(faultOf(text, limits)).toBe('syntax: ');
  });

  it('lets others work in between', async () => {
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    await scannedJson(Buffer.from(`[${'{"a":0},{"b":0},'.repeat(100_000)}{}]`), unlimited);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(0);
  });
});
