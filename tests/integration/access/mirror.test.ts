import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeMatrix } from '@/lib/domain/access/matrix-codec';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { AccessMirror } from '@/lib/server/services/access/mirror/mirror';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';

let service: Scenario | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await service?.close();
  service = undefined;
});

async function start(options: Parameters<typeof startScenario>[0] = {}): Promise<Scenario> {
  service = await startScenario({ size: 'records=300,entities=20,lines=10', pageSize: 500, ...options });
  return service;
}

async function documentOf(mirror: AccessMirror) {
  const bytes = gunzipSync(await mirror.document());
  return decodeMatrix(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

async function matrixOf(mirror: AccessMirror): Promise<AccessMatrix> {
  return (await documentOf(mirror)).matrix;
}

async function complete(mirror: AccessMirror): Promise<void> {
  await expect.poll(() => mirror.status().complete).toBe(true);
}

/** The service has what it was asked for, and has not answered yet. */
async function untilAsked(control: Scenario['control']): Promise<void> {
  await expect.poll(() => control('GET', '/counters')).toMatchObject({ open: 1 });
}

describe('the mirror of the matrix', () => {
  it('holds exactly what the service answers, through all pages', async () => {
    const { connection } = await start();
    await complete(connection.mirror);
    const matrix = await matrixOf(connection.mirror);
    let rows = 0;
    for await (const page of connection.upstream.readSecurity({})) {
      for (const row of page.rows) {
        rows++;
        const record = matrix.recordIndex(row.BssiMasterRecordType, row.BssiMasterRecordID);
        expect(matrix.state(record, matrix.entityIndex(row.BssiEntityID))).toBe(
          row.BssiAccessible ? 'granted' : 'denied',
        );
      }
    }
    expect(matrix.assignments).toBe(rows);
    expect(connection.mirror.status()).toMatchObject({
      assignments: 6_000,
      records: 300,
      entities: 20,
      problem: null,
      unknown: [],
    });
  });

  it('says how much has arrived while it reads, and is not complete before the end', async () => {
    const { connection, control } = await start();
    await control('PUT', '/faults', [{ kind: 'slow', delayMs: 60, resource: 'security' }]);
    const seen: { complete: boolean; arrived: number }[] = [];
    await expect
      .poll(() => {
        const { complete: done, arrived } = connection.mirror.status();
        seen.push({ complete: done, arrived });
        return done;
      })
      .toBe(true);
    const partial = seen.filter(({ complete: done, arrived }) => !done && arrived > 0);
    expect(partial.length).toBeGreaterThan(0);
    // The last page may be there a moment before the read is judged.
    expect(seen.filter(({ complete: done }) => done).map(({ arrived }) => arrived)).toEqual([6_000]);
  });

  it.each([
    ['cannot be reached', { kind: 'dropBefore' }, 'service-unavailable'],
    ['cuts a body in the middle of the read', { kind: 'truncate', variant: 'json', afterPage: 5 }, 'service-malformed'],
  ])(
    'is an error, never a shorter list, when the service %s, and recovers by itself',
    async (_, fault, code) => {
      const { connection, control } = await start();
      await control('PUT', '/faults', [{ resource: 'security', ...fault }]);
      const failure = (): unknown => {
        try {
          return connection.mirror.status().complete;
        } catch (error) {
          return (error as { code?: unknown }).code; // an UpstreamError, or the comparison fails
        }
      };
      await expect.poll(failure, { timeout: 15_000 }).toBe(code);
      await control('PUT', '/faults', []);
      await expect.poll(failure, { timeout: 15_000 }).toBe(true);
      expect(connection.mirror.status()).toMatchObject({ assignments: 6_000, problem: null });
    },
  ); // prettier-ignore

  it('tries again soon after a failed read, though the clock was set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { connection, control } = await start();
    await complete(connection.mirror);
    await control('PUT', '/faults', [{ kind: 'html200', resource: 'security' }]);
    connection.mirror.refresh();
    await expect.poll(() => connection.mirror.status().problem).not.toBeNull();
    await control('PUT', '/faults', []);
    vi.setSystemTime(Date.now() - 3_600_000);
    await expect.poll(() => connection.mirror.status().problem, { timeout: 15_000 }).toBeNull();
  });

  it('keeps the older matrix, with the reason, when a refresh fails', async () => {
    const { connection, control } = await start();
    await complete(connection.mirror);
    const { asOf } = connection.mirror.status();
    await control('PUT', '/faults', [{ kind: 'html200', resource: 'security', afterPage: 3 }]);
    connection.mirror.refresh();
    await expect.poll(() => connection.mirror.status().problem?.code).toBe('service-malformed');
    expect(connection.mirror.status()).toMatchObject({ complete: true, assignments: 6_000, asOf });
  });

  it('shows a change from outside after a refresh, with a new version', async () => {
    const { connection, control } = await start();
    await complete(connection.mirror);
    const { version } = connection.mirror.status();
    const before = await matrixOf(connection.mirror);
    const cell = {
      recordType: before.recordType(7),
      recordId: before.recordId(7),
      entityId: before.entityId(3),
    };
    const accessible = before.state(7, 3) !== 'granted';
    await control('POST', '/outside-change', { ...cell, accessible });
    connection.mirror.refresh();
    await expect.poll(() => !connection.mirror.status().loading).toBe(true);
    const after = await matrixOf(connection.mirror);
    expect(after.state(7, 3)).toBe(accessible ? 'granted' : 'denied');
    expect(connection.mirror.status().version).not.toBe(version);
  });

  it('does not let a page asked for before a change undo what was read back after it, though the clock was set back between', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { connection, control } = await start();
    await complete(connection.mirror);
    const before = await matrixOf(connection.mirror);
    const row = {
      recordType: before.recordType(0),
      recordId: before.recordId(0),
      entityId: before.entityId(0),
      accessible: before.state(0, 0) !== 'granted',
    };
    await control('PUT', '/faults', [
      { kind: 'slow', delayMs: 400, resource: 'security', method: 'GET', count: 1 },
    ]);
    connection.mirror.refresh();
    await untilAsked(control);
    vi.setSystemTime(Date.now() - 3_600_000);
    // Proven while the first page, computed before it, is still on its way.
    connection.mirror.confirm(row);
    await expect.poll(() => !connection.mirror.status().loading).toBe(true);
    expect((await matrixOf(connection.mirror)).state(0, 0)).toBe(row.accessible ? 'granted' : 'denied');
  });

  it('does not let a refresh undo a proof that repeats what was shown', async () => {
    const { connection, control } = await start();
    await complete(connection.mirror);
    const before = await matrixOf(connection.mirror);
    const cell = {
      recordType: before.recordType(0),
      recordId: before.recordId(0),
      entityId: before.entityId(0),
    };
    const accessible = before.state(0, 0) === 'granted';
    await control('POST', '/outside-change', { ...cell, accessible: !accessible });
    await control('PUT', '/faults', [
      { kind: 'slow', delayMs: 400, resource: 'security', method: 'GET', count: 1 },
    ]);
    connection.mirror.refresh();
    await untilAsked(control);
    connection.mirror.confirm({ ...cell, accessible });
    await expect.poll(() => !connection.mirror.status().loading).toBe(true);
    expect((await matrixOf(connection.mirror)).state(0, 0)).toBe(accessible ? 'granted' : 'denied');
  });

  it('gives a document that goes as far in the ledger, and knows of what changed outside, as its status', async () => {
    const { connection } = await start();
    const { mirror } = connection;
    await complete(mirror);
    expect((await documentOf(mirror)).status).toEqual(mirror.status());
    mirror.appliedTo(1_000);
    expect((await documentOf(mirror)).status.ledgerSeq).toBe(1_000);
    const cell = { recordType: 'Customer', recordId: '10000', entityId: '100' };
    mirror.noteOutside({ seq: 1_001, cell, count: 1 });
    mirror.noteOutside({ seq: 1_002, cell: null, count: 20 });
    expect((await documentOf(mirror)).status.outside).toEqual({ count: 21, cells: [cell] });
    mirror.reviewOutside(1_001);
    expect((await documentOf(mirror)).status.outside).toEqual({ count: 20, cells: [] });
  });

  it('takes away an assignment that the service no longer has', async () => {
    const { connection } = await start();
    await complete(connection.mirror);
    const before = await matrixOf(connection.mirror);
    const cell = {
      recordType: before.recordType(3),
      recordId: before.recordId(3),
      entityId: before.entityId(2),
    };
    connection.mirror.confirm({ ...cell, accessible: null });
    expect((await matrixOf(connection.mirror)).state(3, 2)).toBe('none');
    expect(connection.mirror.status().assignments).toBe(5_999);
  });
});
