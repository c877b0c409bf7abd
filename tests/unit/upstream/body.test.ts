import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BoundedChunks, decompressed, utf8Text } from '@/lib/server/upstream/transport/body';
import { pageContent } from '@/lib/server/upstream/odata/page';

const never = new AbortController().signal;

describe('bodies', () => {
  it('are unpacked within a limit', async () => {
    const text = Buffer.from('{"value":[]}'.repeat(1000));
    expect(await decompressed(gzipSync(text), 'gzip', 20_000, never)).toEqual(text);
    expect(await decompressed(text, '', 5, never)).toBe(text);
    await expect(decompressed(gzipSync(text), 'gzip', 11_999, never)).rejects.toMatchObject({
      fault: 'too-long',
    });
  });

  it('of other packings, broken or cut are told apart', async () => {
    const packed = gzipSync(Buffer.from('x'.repeat(10_000)));
    await expect(decompressed(packed, 'br', 10, never)).rejects.toMatchObject({ fault: 'encoding' });
    await expect(decompressed(Buffer.from('no gzip at all'), 'gzip', 10, never)).rejects.toMatchObject({
      fault: 'encoding',
    });
    await expect(
      decompressed(packed.subarray(0, packed.length - 12), 'gzip', 1e6, never),
    ).rejects.toMatchObject({ fault: 'cut' });
  });

  it('a bomb costs no more than the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20));
    expect(bomb.length).toBeLessThan(100_000);
    await expect(decompressed(bomb, 'gzip', 2 ** 20, never)).rejects.toMatchObject({ fault: 'too-long' });
  });

  it('stop unpacking when nobody waits any more', async () => {
    const gone = new AbortController();
    const unpacking = decompressed(gzipSync(Buffer.alloc(64 * 2 ** 20)), 'gzip', 2 ** 28, gone.signal);
    gone.abort(new Error('left'));
    await expect(unpacking).rejects.toThrow('left');
    await expect(decompressed(gzipSync(Buffer.alloc(9)), 'gzip', 99, gone.signal)).rejects.toThrow('left');
  });

  it('are collected up to a limit', () => {
    const chunks = new BoundedChunks();
    expect(chunks.add(Buffer.from('abc'), 5)).toBe(true);
    expect(chunks.add(Buffer.from('def'), 5)).toBe(false);
    expect(chunks.whole().toString()).toBe('abcde');
  });

  it('are UTF-8, with or without a byte order mark, or nothing', () => {
    expect(utf8Text(Buffer.from('\ufeffé'))).toBe('é');
    expect(utf8Text(Buffer.from([0x22, 0xe9, 0x22]))).toBeNull();
  });
});

describe('pages', () => {
  const page = (text: string) => pageContent(Buffer.from(text), 'Key');

  it.each([
    [
      'a list',
      '{"@odata.context":"c","value":[{"Key":1}],"@odata.nextLink":"n","@odata.count":5}',
      { value: [{ Key: 1 }], context: 'c', nextLink: 'n', count: 5 },
    ],
    [
      'a list behind a byte order mark',
      '\ufeff{"value":[]}',
      { value: [], nextLink: null, context: null, count: null },
    ],
    ['a bare list', '[{"Key":1}]', { value: [{ Key: 1 }], nextLink: null, context: null, count: null }],
    ['a bare record', '{"Key":1}', { value: [{ Key: 1 }], nextLink: null, context: null, count: null }],
    [
      'a count as text',
      '{"value":[],"@odata.count":"12"}',
      { value: [], nextLink: null, context: null, count: 12 },
    ],
    [
      'a count that is none',
      '{"value":[],"@odata.count":-1}',
      { value: [], nextLink: null, context: null, count: null },
    ],
  ])('%s', (_, text, content) => {
    expect(page(text)).toEqual(content);
  });

  it.each([
    ['', /empty body/],
    ['  \n', /empty body/],
    ['<!DOCTYPE html><html><body>Sign in</body></html>', /web page \(HTML\) instead of data/],
    ['<?xml version="1.0"?><error/>', /XML instead of JSON/],
    ['{"value":[{"Key":1', /breaks off/],
    ['[1,', /breaks off/],
    ['Service unavailable', /plain text/],
    ['null', /single JSON value/],
    ['"text"', /single JSON value/],
    ['{"Other":1}', /another shape/],
    ['{"value":{"Key":1}}', /another shape/],
    ['{"error":{"code":"x"}}', /another shape/],
    ['{"value":[],"@odata.nextLink":7}', /next page is not a text/],
    ['{"value":[],"@odata.nextLink":""}', /next page is not a text/],
  ])('%j is malformed', (text, sentence) => {
    expect(() => page(text)).toThrow(sentence);
    expect(() => page(text)).toThrow(
      expect.objectContaining({ kind: 'shape', code: 'service-malformed' }) as Error,
    );
  });

  it('that are not UTF-8 are malformed', () => {
    expect(() => pageContent(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), 'Key')).toThrow(/not UTF-8/);
  });
});
