import { describe, expect, it } from 'vitest';
import { startConsole } from '@/tests/support/console/console-process';
import { historyNote, pastOf } from '@/tests/support/console/demo-past';
import { databaseOn } from '@/tests/support/database/test-database';
import { isNightly } from '@/tests/support/run/nightly';

const server = process.env.TEST_POSTGRES_URL ?? '';

describe.runIf(isNightly && server !== '')('on one PostgreSQL', () => {
  it('of two consoles that begin together, one makes the history', async () => {
    const database = await databaseOn(server);
    const settings = { MEM_DEMO_HISTORY: 'on', DATABASE_URL: database.url };
    const both = await Promise.all([startConsole(settings), startConsole(settings)]);
    try {
      for (const one of both) {
        const { sets, verification } = await pastOf(one);
        expect(sets).toHaveLength(14);
        expect(verification.verdict).toBe('intact');
        expect(verification.remarks).toContainEqual(expect.stringContaining(historyNote));
      }
    } finally {
      await Promise.all(both.map((one) => one.stop()));
      await database.drop();
    }
  });
});
