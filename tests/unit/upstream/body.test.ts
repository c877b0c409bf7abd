import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readBounded } from '@/lib/server/bounded-body';
import { decoderOf, decodingError, utf8Text } from '@/lib/server/upstream/transport/body';
import { pageContent } from '@/lib/server/upstream/odata/page';

/** What comes out of a decoder, or the fault of it. */
async function unpacked(packed: Buffer, encoding: string, limit: number): Promise<Buffer> {
  const decoder = decoderOf(encoding);
  decoder.end(packed);
  return readBounded(decoder as AsyncIterable<Buffer>, limit).catch((error: unknown) => {
    throw decodingError(error);
  });
}

describe('bodies', () => {
  it('are unpacked within a limit', async () => {
    const text = Buffer.from('{"value":[]}'.repeat(1000));
    expect(await unpacked(gzipSync(text), 'gzip', 12_000)).toEqual(text);
    expect(await unpacked(text, '', 12_000)).toEqual(text);
    for (const [packed, encoding] of [[gzipSync(text), 'gzip'], [text, '']] as const)
      await expect(unpacked(packed, encoding, 11_999)).rejects.toMatchObject({ reason: 'too-long' });
  }); // prettier-ignore

  it('of other packings, broken or cut are told apart', async () => {
    const packed = gzipSync(Buffer.from('x'.repeat(10_000)));
    const encoding = { reason: 'encoding' };
    await expect(unpacked(packed, 'br', 10)).rejects.toMatchObject(encoding);
    await expect(unpacked(Buffer.from('no gzip at all'), 'gzip', 10)).rejects.toMatchObject(encoding);
    const cut = packed.subarray(0, packed.length - 12);
    await expect(unpacked(cut, 'gzip', 1e6)).rejects.toMatchObject({ reason: 'cut' });
  });

  it('a bomb costs no more than the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20));
    expect(bomb.length).toBeLessThan(100_000);
    await expect(unpacked(bomb, 'gzip', 2 ** 20)).rejects.toMatchObject({ reason: 'too-long' });
  });

  it('are UTF-8, with or without a byte order mark, or nothing', () => {
    expect(utf8Text(Buffer.from('\ufeffé'))).toBe('é');
    expect(utf8Text(Buffer.from([0x22, 0xe9, 0x22]))).toBeNull();
  });
});

describe('pages', () => {
  it.each(['1..2', '1-', '1.2.3'])(
    'with %s beside a long number are no JSON, and a fault of the service',
    async (junk) => {
      await expect(
        pageContent(Buffer.from(`[{"A":12345678901234567890,"B":${junk}}]`), 'A'),
      ).rejects.toMatchObject({
        code: 'service-malformed',
      });
    },
  );

  const page = async (text: string) => {
    const { parts, ...content } = await pageContent(Buffer.from(text), 'Key');
    return { value: [...parts].flat(), ...content };
  };

  it.each([
    ['a list', '{"@odata.context":"c","value":[{"Key":1}],"@odata.nextLink":"n"}', { value: [{ Key: 1 }], context: 'c', nextLink: 'n' }],
    ['a list behind a byte order mark', '\ufeff{"value":[]}', { value: [], nextLink: null, context: null }],
    ['a bare list', '[{"Key":1}]', { value: [{ Key: 1 }], nextLink: null, context: null }],
    ['a bare record', '{"Key":1}', { value: [{ Key: 1 }], nextLink: null, context: null }],
  ])('%s', async (_, text, content) => {
    expect(await page(text)).toEqual(content);
  }); // prettier-ignore

  it.each([
    ['', /empty body/],
    ['<!DOCTYPE html><html><body>Sign in</body></html>', /web page \(HTML\) instead of data/],
    ['<?xml version="1.0"?><error/>', /XML instead of JSON/],
    ['{"value":[{"Key":1', /breaks off/],
    ['Service unavailable', /plain text/],
    ['null', /single JSON value/],
    ['{"Other":1}', /another shape/],
    ['{"value":{"Key":1}}', /another shape/],
    ['{"value":[],"@odata.nextLink":7}', /next page is not a text/],
    ['{"value":[{"Key":1,"Key":2}]}', /name “Key” twice/],
    ['{"value":[{"Key":1e400}]}', /cannot hold \(1e400\)/],
    ['['.repeat(100_000), /more than 32 deep/],
    ['{"value":[{}]]', /breaks off/],
  ])('%.60j is malformed', async (text, sentence) => {
    await expect(page(text)).rejects.toThrow(sentence);
    await expect(page(text)).rejects.toMatchObject({ kind: 'shape', code: 'service-malformed' });
  });

  it('that are not UTF-8 are malformed', async () => {
    await expect(pageContent(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), 'Key')).rejects.toThrow(
      /not UTF-8/,
    );
  });

  it('that are large come in parts with the same rows as a whole, and with what stands after them', async () => {
    const rows = Array.from({ length: 40_000 }, (_, at) => ({ Key: at, Text: `Größe ${'x'.repeat(250)}` }));
    for (const text of [
      JSON.stringify({ '@odata.count': 9, value: rows, '@odata.nextLink': 'n' }),
      `\ufeff${JSON.stringify(rows)}`,
    ]) {
      const { parts, nextLink } = await pageContent(Buffer.from(text), 'Key');
      const all = [...parts];
      expect(all.length).toBeGreaterThan(1);
      expect(all.flat()).toEqual(rows);
      expect(nextLink).toBe(text.startsWith('{') ? 'n' : null);
    }
  });

  it.each([
    ['ends after a comma', (text: string) => text.replace(/,\{[^}]*\}\]$/, ',]')],
    ['has two commas', (text: string) => text.replace(/\},\{/, '},,{')],
    ['goes on after its end', (text: string) => `${text},[]`],
    ['has no end', (text: string) => text.slice(0, -1)],
  ])('that are large are malformed where the list %s', async (_, broken) => {
    const rows = Array.from({ length: 40_000 }, (_none, at) => ({ Key: at, Text: 'x'.repeat(250) }));
    const read = async () =>
      [...(await pageContent(Buffer.from(broken(JSON.stringify(rows))), 'Key')).parts].length;
    await expect(read()).rejects.toMatchObject({ code: 'service-malformed' });
  });

  it('have numbers of any digits: those that a double does not hold come as decimal text', async () => {
    const text =
      '{"value":[{"a":12345678901234567.890,"b":"1.2345678901234567890","c":-0.5,"d":1.00000000000000000001E+2}]}';
    expect((await page(text)).value).toEqual([
      { a: '12345678901234567.89', b: '1.2345678901234567890', c: -0.5, d: '100.000000000000000001' },
    ]);
  });
});
