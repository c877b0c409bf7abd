import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginWithDemoHistory } from '@/lib/demo/history/demo-history';
import { signInDemo } from '@/lib/server/services/session/sign-in-demo';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';

let service: Scenario;
beforeEach(async () => {
  service = await startScenario({ size: 'records=30,entities=3,lines=10' });
});
afterEach(() => service.close());

const kinds = async () => {
  const rows = await service.database.kysely
    .selectFrom('ledger_entry')
    .select('kind')
    .orderBy('seq')
    .execute();
  return rows.map(({ kind }) => kind);
};

/** Begins as a start of the console does, but cannot connect. @returns whether it wanted to. */
async function begin(): Promise<boolean> {
  let connected = false;
  await beginWithDemoHistory({
    console: { ...service.context(null).console, controlUrl: service.reference.controlUrl },
    isOn: true,
    connect: () => {
      connected = true;
      throw new Error('There is no way to the service.');
    },
  });
  return connected;
}

describe('demo history', () => {
  it('is begun on an empty log, and ends there if it cannot be told', async () => {
    expect(await begin()).toBe(true);
    expect(await kinds()).toEqual(expect.arrayContaining(['ledger.demo-began', 'ledger.demo-ended']));
    expect(await begin()).toBe(false);
  });

  it('is not added to a log that has begun', async () => {
    await signInDemo({ ctx: service.context(null), input: { role: 'auditor' } });
    const before = await kinds();
    expect(await begin()).toBe(false);
    expect(await kinds()).toEqual(before);
  });
});
