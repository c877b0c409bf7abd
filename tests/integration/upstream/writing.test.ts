import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AccessPost } from '@/lib/server/upstream/security';
import { all, failureOf, requestsOf, startStage } from './against-reference';
import type { Stage } from './against-reference';

let stage: Stage;
let cells: { recordType: string; recordId: string; entityId: string; was: boolean }[];
beforeAll(async () => {
  stage = await startStage();
  const pages = await all(stage.connect().readSecurity({}));
  cells = pages
    .flatMap((page) => page.rows)
    .map((row) => ({
      recordType: row.BssiMasterRecordType,
      recordId: row.BssiMasterRecordID,
      entityId: row.BssiEntityID,
      was: row.BssiAccessible,
    }));
});
afterEach(() => stage.clear());
afterAll(() => stage.close());

/** A change of a cell no other test has touched. */
function freshChange(): AccessPost {
  const cell = cells.pop();
  if (cell === undefined) throw new Error('no cell left');
  const { was, ...key } = cell;
  return { ...key, accessible: !was };
}

describe('a change', () => {
  it('succeeds with 200, 201 and 204, and only the read-back shows it', async () => {
    const upstream = stage.connect();
    for (const [postStatus, echo] of [
      [200, 'same'],
      [201, 'same'],
      [204, 'none'],
    ] as const) {
      await stage.modes({ postStatus });
      const change = freshChange();
      expect(await upstream.postAccess(change)).toEqual({
        status: postStatus,
        echo,
        serviceRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      });
      expect(await upstream.readCell(change)).toBe(change.accessible);
    }
  });

  it.each([
    ['another value', { kind: 'echoDiffers', variant: 'value' }, 'different'],
    ['another key', { kind: 'echoDiffers', variant: 'key' }, 'different'],
    ['nothing', { kind: 'echoEmpty' }, 'none'],
  ])('whose echo holds %s is told apart', async (_, fault, echo) => {
    await stage.faults(fault);
    expect(await stage.connect().postAccess(freshChange())).toMatchObject({ echo });
  });

  it('that the service refuses shows its sentence and was not executed', async () => {
    const upstream = stage.connect();
    const change = { ...freshChange(), entityId: 'NO-SUCH' };
    const error = await failureOf(upstream.postAccess(change));
    expect(error).toMatchObject({ kind: 'http', code: 'rejected', status: 400, executed: 'no' });
    expect(error.userMessage).toMatch(/^The service refused the request: ./);
    expect(error.correlationId).not.toBeNull();
    expect(upstream.health().lastFailure).toBeNull();
  });

  it('with half a character is not sent', async () => {
    const error = await failureOf(stage.connect().postAccess({ ...freshChange(), recordId: 'A\ud800' }));
    expect(error).toMatchObject({ code: 'rejected', executed: 'no' });
    expect(requestsOf(await stage.counters(), 'POST')).toBe(0);
  });
});

describe('a POST is sent once', () => {
  it.each([
    ['cut before it was carried out', { kind: 'dropBefore' }, 0, 'network', 'service-unavailable'],
    ['cut after it was carried out', { kind: 'dropAfter' }, 1, 'network', 'service-unavailable'],
    ['504 after it was carried out', { kind: 'status', status: 504, afterApply: true }, 1, 'http', 'service-timeout'],
    ['never answered', { kind: 'hang' }, 0, 'timeout', 'service-timeout'],
  ])('and its fate is unknown when %s', async (_, fault, applied, kind, code) => {
    await stage.faults({ ...fault, method: 'POST', count: 1 });
    const change = freshChange();
    const upstream = stage.connect();
    expect(await failureOf(upstream.postAccess(change, { deadlineMs: 500 }))).toMatchObject({
      kind,
      code,
      executed: 'unknown',
    });
    const { posts } = await stage.counters();
    expect(posts.reduce((sum, entry) => sum + entry.applied, 0)).toBe(applied);
    expect(requestsOf(await stage.counters(), 'POST')).toBe(1);
    expect(await upstream.readCell(change)).toBe(applied === 1 ? change.accessible : !change.accessible);
  }); // prettier-ignore

  it('and its fate is unknown when its sender breaks off after sending', async () => {
    await stage.faults({ kind: 'hang', afterApply: true });
    const error = await failureOf(
      stage.connect().postAccess(freshChange(), { signal: AbortSignal.timeout(150) }),
    );
    expect(error).toMatchObject({
      executed: 'unknown',
      userMessage: expect.stringMatching(/broken off/) as string,
    });
  });
});

describe('a POST is sent again', () => {
  it('after 429, for that one was not executed', async () => {
    await stage.faults({ kind: 'status', status: 429, retryAfter: 0.1, method: 'POST', count: 3 });
    const change = freshChange();
    expect(await stage.connect().postAccess(change)).toMatchObject({ status: 200, echo: 'same' });
    const counted = await stage.counters();
    expect(requestsOf(counted, 'POST')).toBe(4);
    expect(counted.posts.reduce((sum, entry) => sum + entry.applied, 0)).toBe(1);
  });

  it('after a refused connection, for no byte left', async () => {
    await stage.faults({ kind: 'refuse', ms: 300 });
    const change = freshChange();
    expect(await stage.connect({}, { random: () => 1 }).postAccess(change)).toMatchObject({ echo: 'same' });
  });

  it('but a service that never listens leaves it unexecuted', async () => {
    const upstream = stage.connect({ baseUrl: 'http://127.0.0.1:1' }, { random: () => 0 });
    expect(await failureOf(upstream.postAccess(freshChange()))).toMatchObject({
      kind: 'network',
      executed: 'no',
    });
  });
});
