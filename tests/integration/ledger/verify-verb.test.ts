import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkpointListSchema } from '@/lib/contract/changes/verification';
import { openDatabase } from '@/lib/server/db/database';
import { isGenuine } from '@/public/verify-log-chain.mjs';
import { listCheckpoints } from '@/lib/server/services/changes/list-checkpoints';
import { verifyLedger } from '@/lib/server/services/changes/verify-ledger';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';
import { factsOfSet } from '@/tests/support/ledger/ledger-facts';
import { testDatabase } from '@/tests/support/database/test-database';

let service: Scenario;
beforeEach(async () => {
  service = await startScenario({ size: 'demo' });
});
afterEach(() => service.close());

it('the log is verified for auditors and administrators, once for all who ask meanwhile', async () => {
  const ctx = service.context('auditor');
  await ctx.console.ledger.append(factsOfSet('a', 20));
  await ctx.console.checkpoints.sign();
  const administrator = service.context('security-administrator');
  const [one, two] = await Promise.all(
    [ctx, administrator].map((each) => verifyLedger({ ctx: each, input: {} })),
  );
  expect(one).toMatchObject({ verdict: 'intact', faults: [] });
  expect(two).toBe(one);
  const later = await verifyLedger({ ctx, input: {} });
  expect(later).not.toBe(one);
  for (const role of ['accountant', null] as const) {
    const code = role === null ? 'signed-out' : 'forbidden';
    await expect(verifyLedger({ ctx: service.context(role), input: {} })).rejects.toMatchObject({ code });
    await expect(listCheckpoints({ ctx: service.context(role), input: {} })).rejects.toMatchObject({ code });
  }
});

it('checkpoints are listed newest first, page by page, each as it was signed', async () => {
  const ctx = service.context('auditor');
  for (let i = 0; i < 120; i++) {
    await ctx.console.ledger.append(factsOfSet(String(i), 0));
    await ctx.console.checkpoints.sign();
  }
  const first = await listCheckpoints({ ctx, input: {} });
  const rest = await listCheckpoints({ ctx, input: { before: first.next ?? 0 } });
  expect(checkpointListSchema.parse(first).key).toEqual(ctx.console.checkpoints.key);
  expect(rest.next).toBeNull();
  const all = [...first.value, ...rest.value];
  expect(all.every((signed) => isGenuine(signed))).toBe(true);
  const numbers = all.map(({ checkpoint }) => checkpoint.seq);
  expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
  expect(new Set(numbers).size).toBe(120);
});

it('both say so while the database is away', async () => {
  const other = await testDatabase();
  const away = await openDatabase(other.url);
  await away.close();
  await other.drop();
  const ctx = service.context('auditor', { database: away });
  const code = 'ledger-unavailable';
  await expect(verifyLedger({ ctx, input: {} })).rejects.toMatchObject({ code });
  await expect(listCheckpoints({ ctx, input: {} })).rejects.toMatchObject({ code });
});
