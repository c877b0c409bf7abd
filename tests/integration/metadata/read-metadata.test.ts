import { describe, expect, it } from 'vitest';
import { metadataSchema, type Metadata } from '@/lib/contract/metadata';
import { listConnections } from '@/lib/server/services/connections/list-connections';
import { readReadiness } from '@/lib/server/services/health/read-health';
import { readMetadata } from '@/lib/server/services/metadata/read-metadata';
import type { Upstream } from '@/lib/server/upstream/client';
import { Reply } from '@/lib/server/services/reply';
import { contextOf } from '@/tests/support/console/connected-console';
import { shareScenario, startScenario, type Scenario } from '@/tests/support/console/scenario';

let world: Scenario;

shareScenario((scenario) => (world = scenario), { size: 'records=20,entities=3,lines=20' });

async function parsed(): Promise<Metadata> {
  return metadataSchema.parse(await readMetadata({ ctx: world.context('accountant'), input: {} }));
}

describe('readMetadata', () => {
  it('shows what the service declares, all as expected', async () => {
    const { entitySets, coverage, drift, fetchedAt } = await parsed();
    expect(entitySets.map(({ name, usedByConsole }) => [name, usedByConsole])).toEqual([
      ['companies', false],
      ['bssiMEMMasterRecordSecurity', true],
      ['bssiItemJournalLines', true],
    ]);
    expect(coverage.map(({ asExpected }) => asExpected)).toEqual([5, 166]); // declared; the record's tag is the service's own
    expect(drift).toEqual([]);
    expect(Math.abs(Date.parse(fetchedAt) - Date.now())).toBeLessThan(60_000);
    const lines = entitySets.find((set) => set.name === 'bssiItemJournalLines');
    expect(
      lines?.fields
        .filter((field) => field.isKey)
        .map((field) => field.name)
        .sort(),
    ).toEqual(['JournalBatchName', 'JournalTemplateName', 'LineNo']);
    expect(lines?.fields.find((field) => field.name === 'ItemNo')).toMatchObject({
      type: 'Edm.String',
      maxLength: 20,
      label: 'Item No.',
    });
  });

  it('is remembered by the list of connections: how many differences there were', async () => {
    const { connection } = world;
    const upstream: Upstream = {
      ...connection.upstream,
      // A service in which somebody has left out what lines are told apart by.
      readMetadata: async () =>
        (await connection.upstream.readMetadata()).replace(/<Property Name="LineNo"[^>]*\/>/g, ''),
    };
    const other = { ...connection, upstream, drift: null };
    const ctx = world.context('accountant', { connection: other, connections: [other] });
    const drift = async () => (await listConnections({ ctx, input: {} })).value.map((one) => one.drift);
    expect(await drift()).toEqual([null]);
    const read = metadataSchema.parse(await readMetadata({ ctx, input: {} }));
    expect(read.drift.length).toBeGreaterThan(0);
    expect(await drift()).toEqual([read.drift.length]);
  });

  it('responds once it was reached, and not before', async () => {
    const never = await startScenario({ size: 'records=1,entities=1,lines=0' });
    const ctx = never.context('accountant');
    const health = async () => (await listConnections({ ctx, input: {} })).value.map((one) => one.health);
    const ready = async () => {
      const { status, parts } = await readReadiness({ ctx, input: {} });
      return [status, parts.at(-1)?.up];
    };
    expect(await health()).toEqual([
      { isUp: false, lastAnswerAt: null, lastAnswerMs: null, problem: null, lastFailure: null },
    ]);
    expect(await ready()).toEqual(['ready', false]);
    await never.faults({ kind: 'status', status: 403 });
    await readMetadata({ ctx, input: {} }).catch(() => undefined);
    expect(await health()).toMatchObject([{ isUp: false, problem: expect.any(String) as string }]);
    expect(await ready()).toEqual(['degraded', false]);
    await never.faults();
    await readMetadata({ ctx, input: {} });
    expect(await health()).toMatchObject([{ isUp: true, problem: null }]);
    expect(await ready()).toEqual(['ready', true]);
    await never.close();
  });

  it('gives the document itself, as a file that no browser runs', async () => {
    const reply = await readMetadata({
      ctx: world.context('auditor', { accept: 'application/xml' }),
      input: {},
    });
    if (!(reply instanceof Reply)) throw new Error('The answer is not a document.');
    expect(reply.body).toMatch(/^<\?xml.*<\/edmx:Edmx>\s*$/s);
    expect(reply.headers).toMatchObject({
      'Content-Type': 'application/xml; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    });
    expect(reply.headers['Content-Security-Policy']).toContain('sandbox');
    expect(reply.headers['Content-Disposition']).toContain('attachment');
  });

  it('asks a stranger to sign in', async () => {
    await expect(readMetadata({ ctx: world.context(null), input: {} })).rejects.toMatchObject({
      code: 'signed-out',
    });
  });

  it('refuses somebody without a role that reads metadata, before the service is asked', async () => {
    const nobody = contextOf(world.context('auditor'), {
      actor: { personId: 'nobody', name: 'Nobody', roles: [], sessionId: 'none' },
    });
    const asked = await world.control('GET', '/requests');
    const refused = readMetadata({ ctx: nobody, input: {} });
    await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
    await expect(refused).rejects.toThrow('the role security administrator, accountant or auditor.');
    expect(await world.control('GET', '/requests')).toEqual(asked);
  });

  it.each([
    [{ kind: 'vanish' }, 'service-not-found'],
    [{ kind: 'dtdBomb' }, 'service-malformed'],
  ])('says why when the service does not give it: %j', async (fault, code) => {
    await world.faults({ resource: 'metadata', ...fault });
    await expect(parsed()).rejects.toMatchObject({ code });
    await world.faults();
    expect((await parsed()).drift).toEqual([]);
  });
});
