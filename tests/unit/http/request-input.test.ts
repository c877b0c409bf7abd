import { describe, expect, it } from 'vitest';
import { createChangesSchema } from '@/lib/contract/changes/changes';
import { bodyAt, idempotencyKeyOf, parseInput, queryAt, readJsonBody } from '@/lib/server/http/request-input';

const withKey = (key: string) => new Headers({ 'Idempotency-Key': key });

describe('an Idempotency-Key', () => {
  it('is 1 to 200 visible ASCII characters, or not there', () => {
    expect(idempotencyKeyOf(new Headers())).toBeNull();
    expect(idempotencyKeyOf(withKey('a-key_1~!'))).toBe('a-key_1~!');
    expect(idempotencyKeyOf(withKey('x'.repeat(200)))).toHaveLength(200);
  });

  it.each(['', 'two words', 'ü', 'x'.repeat(201)])('is refused as %j', (key) => {
    expect(() => idempotencyKeyOf(withKey(key))).toThrow(
      expect.objectContaining({
        code: 'invalid-request',
        errors: [expect.objectContaining({ path: 'Idempotency-Key' })],
      }),
    );
  });
});

describe('a body below an address with parameters', () => {
  it('comes with them, and may not name them itself', () => {
    expect(bodyAt({ a: 1 }, { id: 'x' })).toEqual({ a: 1, id: 'x' });
    expect(bodyAt([1], { id: 'x' })).toEqual([1]);
    expect(() => bodyAt({ id: 'y' }, { id: 'x' })).toThrow(
      expect.objectContaining({ code: 'invalid-request', errors: [expect.objectContaining({ path: 'id' })] }),
    );
  });

  it('may be as large as its route says and no larger', async () => {
    const request = (length: number) =>
      new Request('http://localhost/', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify('x'.repeat(length - 2)),
      });
    expect(await readJsonBody(request(70_000), { maxBytes: 70_000 })).toHaveLength(69_998);
    await expect(readJsonBody(request(70_000))).rejects.toMatchObject({ code: 'too-large' });
    await expect(readJsonBody(request(70_001), { maxBytes: 70_000 })).rejects.toMatchObject({
      code: 'too-large',
    });
  });

  it('may be left out where its route says so, and only then', async () => {
    const request = (init: RequestInit = {}) => new Request('http://localhost/', { method: 'POST', ...init });
    const refused = { code: 'unsupported-media-type' };
    expect(await readJsonBody(request(), { isBodyOptional: true })).toEqual({});
    const headers = { 'Content-Type': 'application/json' };
    expect(await readJsonBody(request({ headers, body: '' }), { isBodyOptional: true })).toEqual({});
    await expect(readJsonBody(request())).rejects.toMatchObject(refused);
    await expect(readJsonBody(request({ body: '{}' }), { isBodyOptional: true })).rejects.toMatchObject(
      refused,
    );
  });
});

describe('a query', () => {
  const at = (query: string, place = {}) => queryAt(new URLSearchParams(query), place);

  it('comes with the address’s own parameters, a repeated name with all its values', () => {
    expect({ ...at('q=a&q=b&page=2', { id: 'x' }) }).toEqual({ q: ['a', 'b'], page: '2', id: 'x' });
  });

  it.each([
    ['__proto__=1', '__proto__'],
    ['q=a%00b', 'q'],
    ['q%00=a', 'q'],
    ['q=a&q=%00', 'q'],
    ['id=y', 'id'],
  ])('is refused as ?%s, and %s is named', (query, path) => {
    expect(() => at(query, { id: 'x' })).toThrow(
      expect.objectContaining({ code: 'invalid-request', errors: [expect.objectContaining({ path })] }),
    );
  });
});

describe('a JSON body', () => {
  const bodyOf = (body: string, headers: Record<string, string> = {}) =>
    readJsonBody(
      new Request('http://localhost/', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body,
      }),
    );

  it('in which an object has a name twice is refused, and the name is told', async () => {
    await expect(bodyOf('{"accessible":true,"accessible":false}')).rejects.toMatchObject({
      code: 'invalid-request',
      errors: [{ path: 'accessible' }],
    });
  });

  it.each([
    ['nested too deep', '['.repeat(50_000), 'invalid-request'],
    ['of a number that is none', '{"a":1e400}', 'invalid-request'],
    ['of brackets that do not belong together', '{"a":[1}', 'invalid-request'],
    ['that is no JSON', '{"a":', 'invalid-request'],
  ])('%s is refused', async (_, body, code) => {
    await expect(bodyOf(body)).rejects.toMatchObject({ code, errors: [{ path: '' }] });
  });

  it('of more values than a change set has is refused before it is parsed', async () => {
    const body = `{"cells":[${'{},'.repeat(1_000_000)}{}]}`;
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    await expect(readJsonBody(request, { maxBytes: 2 ** 25 })).rejects.toMatchObject({ code: 'too-large' });
  });

  it('may begin with a byte order mark', async () => {
    expect(await bodyOf('\ufeff{"a":[{"b":1},{"b":2}]}')).toEqual({ a: [{ b: 1 }, { b: 2 }] });
  });

  it('that is compressed is refused, for it would be read as what it is not', async () => {
    for (const encoding of ['gzip', 'br', 'identity, gzip'])
      await expect(bodyOf('{}', { 'Content-Encoding': encoding })).rejects.toMatchObject({
        code: 'unsupported-media-type',
      });
    expect(await bodyOf('{}', { 'Content-Encoding': 'Identity' })).toEqual({});
  });
});

describe('cells of a request', () => {
  const cell = { recordType: 'Customer', recordId: '40000', entityId: '100', accessible: true };

  it.each(['a\u0000b', 'a\nb', 'a\u0085b', 'a\ud800', '\udc00b'])(
    'with %j in a key or in the reason are refused, for a database would',
    (text) => {
      for (const body of [{ cells: [{ ...cell, recordId: text }] }, { cells: [cell], reason: text }])
        expect(() => parseInput(createChangesSchema, body, 'body')).toThrow(
          expect.objectContaining({ code: 'invalid-request' }),
        );
    },
  );

  it('may have any other characters', () => {
    const body = { cells: [{ ...cell, recordId: 'Ærø 東京 😀 "\\' }], reason: 'für Zoë 👍' };
    expect(parseInput(createChangesSchema, body, 'body')).toEqual(body);
  });

  it('that are faulty are named, but not without end', () => {
    const cells = Array.from({ length: 5_000 }, () => ({ ...cell, accessible: 'yes' }));
    const refusal = (() => {
      try {
        return parseInput(createChangesSchema, { cells }, 'body');
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toMatchObject({ errors: { length: 100 } });
    expect(String(refusal)).toContain('and 4990 more');
    expect(String(refusal).length).toBeLessThan(1_000);
  });
});
