import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeProbe } from '@/lib/server/db/write-probe';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { readReadiness } from '@/lib/server/services/health/read-health';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';
import { troubles, troubleWith } from './database-trouble';

let scenario: Scenario;
let getWell: () => Promise<void>;
beforeEach(async () => {
  getWell = () => Promise.resolve();
  scenario = await startScenario({ size: 'records=90,entities=8,lines=1' });
});
afterEach(async () => {
  await getWell();
  await scenario.close();
});

const read = (input: { for?: 'changes' } = {}) => readReadiness({ ctx: scenario.as('Ann'), input });

describe.each(troubles)('while the database is %s', (trouble) => {
  it('health says that changes are refused and why, and goes on answering; asked for changes it fails', async () => {
    getWell = await troubleWith(scenario, trouble);
    // A file that may not grow takes what still fits into it: until the first refusal.
    const refused = async () => {
      const input = scenario.one();
      const error: unknown = await changeAccess({ ctx: scenario.as('Ann'), input }).catch(
        (one: unknown) => one,
      );
      return error instanceof Error;
    };
    while (!(await refused()));
    const words = { full: 'full', 'read-only': 'no writes', away: 'does not answer' }[trouble];
    expect(await read()).toMatchObject({
      status: 'degraded',
      changes: 'refused',
      cause: expect.stringContaining(words) as string,
    });
    await expect(read({ for: 'changes' })).rejects.toMatchObject({
      code: 'ledger-unavailable',
      message: expect.stringContaining(words) as string,
    });
    await getWell();
    await expect.poll(() => writeProbe(scenario.database.kysely)()).toBeNull();
  });
});

it('health says that changes are taken, leaves nothing behind, and writes once for many questions', async () => {
  const { kysely } = scenario.database;
  expect(await read({ for: 'changes' })).toMatchObject({ changes: 'accepted' });
  expect(await kysely.selectFrom('write_probe').selectAll().execute()).toEqual([]);
  await sql`drop table write_probe`.execute(kysely);
  for (let i = 0; i < 20; i++) expect(await read()).toMatchObject({ changes: 'accepted' });
  expect(await writeProbe(kysely)()).not.toBeNull(); // a new one has not asked yet
});
