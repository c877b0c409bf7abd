import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { all, failureOf, requestsOf, startStage } from './against-reference';
import type { Stage } from './against-reference';

let stage: Stage;
beforeAll(async () => void (stage = await startStage({ pageSize: 100 })));
afterEach(() => stage.clear());
afterAll(() => stage.close());

describe('a read that cannot reach the end is an error, never a shorter list', () => {
  it.each([
    ['a link in a circle', { kind: 'repeatNextLink', afterPage: 2 }, /circle/],
    ['a link to another origin', { kind: 'foreignNextLink', variant: 'origin', afterPage: 2 }, /leads outside/],
    ['a redirect', { kind: 'redirect', afterPage: 2 }, /redirect.*does not follow/],
    ['a web page with 200', { kind: 'html200', afterPage: 2 }, /web page \(HTML\) instead of data/],
    ['values of wrong types', { kind: 'wrongJson', variant: 'types', afterPage: 2 }, /^Row 1 .*BssiAccessible/],
    ['a name given twice', { kind: 'wrongJson', variant: 'twice', afterPage: 2 }, /BssiAccessible” twice/],
    ['JSON cut within correct framing', { kind: 'truncate', variant: 'json', afterPage: 2 }, /breaks off/],
    ['bytes that are not UTF-8', { kind: 'badUtf8', afterPage: 2 }, /not UTF-8/],
    ['an endless body', { kind: 'hugeBody', afterPage: 2 }, /far larger/],
    ['a gzip bomb', { kind: 'gzipBomb', afterPage: 2 }, /far larger/],
  ])('%s', async (_, fault, sentence) => {
    await stage.faults({ ...fault, resource: 'security' });
    const upstream = stage.connect({ timeoutSeconds: 50 }); // an endless body is read for long by a busy machine
    const error = await failureOf(all(upstream.readSecurity({})));
    expect(error.code).toBe('service-malformed');
    expect(error.userMessage).toMatch(sentence);
    expect(error.userMessage).not.toMatch(/127\.0\.0\.1|localhost|https?:/);
    expect(upstream.health().lastFailure).toMatchObject({
      code: 'service-malformed',
      detail: error.userMessage,
    });
  }); // prettier-ignore

  it('nothing is asked of a foreign origin, and nothing twice of a circle', async () => {
    await stage.faults({ kind: 'repeatNextLink' });
    await failureOf(all(stage.connect().readSecurity({})));
    // The answer to the first link names that link again: two requests, no third.
    expect(requestsOf(await stage.counters(), 'GET')).toBeLessThanOrEqual(2);
  });
});

describe('hostile members', () => {
  it('change no prototype', async () => {
    await stage.faults({ kind: 'protoKeys' });
    const [page] = await all(stage.connect().readSecurity({}));
    expect(page?.rows).toHaveLength(1);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    // A journal line holds texts, numbers and booleans; an object inside one is refused.
    expect((await failureOf(all(stage.connect().readJournal()))).code).toBe('service-malformed');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('errors', () => {
  it('name what the user may not do', async () => {
    await stage.faults({ kind: 'status', status: 403 });
    const upstream = stage.connect();
    const change = { recordType: 'Item', recordId: '1', entityId: '100', accessible: true };
    const asked: [Promise<unknown>, string][] = [
      [all(upstream.readJournal()), 'read journal lines'],
      [all(upstream.readSecurity({})), 'read assignments'],
      [upstream.postAccess(change), 'change assignments'],
      [upstream.readMetadata(), 'read the description of its interface'],
    ];
    for (const [call, words] of asked)
      expect((await failureOf(call)).userMessage).toContain(`does not let the console’s user ${words}. `);
  });
});
