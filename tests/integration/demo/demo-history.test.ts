import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginDemo } from '@/lib/demo/demo';
import { readConfig } from '@/lib/server/config/config';
import { signInDemo } from '@/lib/server/services/session/sign-in-demo';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';
import { realService } from '@/tests/unit/config/config-faults';

let service: Scenario;
beforeEach(async () => {
  service = await startScenario({ size: 'records=30,entities=3,lines=10' });
});
afterEach(() => service.close());

const entries = async () => {
  const rows = await service.database.kysely
    .selectFrom('ledger_entry')
    .select('body')
    .orderBy('seq')
    .execute();
  return rows.map(({ body }) => JSON.parse(body) as { kind: string; complete?: boolean });
};

/** Begins as a start of the console does, but has no way to the service. */
const begin = (settings: Record<string, string> = {}) =>
  beginDemo({ ...service.context(null).console, config: readConfig(settings).config, connections: [] });

describe('demo history', () => {
  it('is begun on an empty log, and ends there if it cannot be told', async () => {
    expect(await begin()).toMatchObject({ hasHistory: true });
    const marks = (await entries()).filter(({ kind }) => kind.startsWith('ledger.demo-'));
    expect(marks).toMatchObject([{ kind: 'ledger.demo-began' }, { complete: false }]);
    const before = await entries();
    expect(await begin()).toMatchObject({ hasHistory: true });
    expect(await entries()).toEqual(before);
  });

  it('is not added to a log that has begun', async () => {
    await signInDemo({ ctx: service.context(null), input: { role: 'auditor' } });
    const before = await entries();
    expect(await begin()).toMatchObject({ hasHistory: false });
    expect(await entries()).toEqual(before);
  });

  it('is told with the demo as it comes only, and not where it is switched off', async () => {
    const real = { SIGN_IN: 'demo', ...realService };
    const oidc = { SIGN_IN: 'oidc', OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'console' };
    for (const [settings, why] of [
      [real, 'with a real service, whose log holds what really happened and nothing else.'],
      [oidc, 'with SIGN_IN=oidc, for the people of the demo are none of your provider.'],
      [
        { REFERENCE_SIZE: 'large' },
        'unless REFERENCE_SIZE is demo, for its story is about the records of that size.',
      ],
    ] as const) {
      expect(await begin(settings)).toBeNull();
      const on = { ...settings, MEM_DEMO_HISTORY: 'on' };
      await expect(begin(on)).rejects.toMatchObject({ faults: [`MEM_DEMO_HISTORY must be off ${why}`] });
    }
    expect(await begin({ MEM_DEMO_HISTORY: 'off' })).toMatchObject({ hasHistory: false });
    expect(await entries()).toEqual([]);
    expect(await begin({ MEM_DEMO_HISTORY: 'on' })).toMatchObject({ hasHistory: true });
  });
});
