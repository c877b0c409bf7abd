import { expect, it, vi } from 'vitest';
import { groupsRequestSchema } from '@/lib/domain/journal/grouping-request';
import { journalRequestSchema } from '@/lib/domain/journal/request-schema';
import { groupLines } from '@/lib/server/services/journal/group-lines';
import { listLines } from '@/lib/server/services/journal/list-lines';
import { refreshLines } from '@/lib/server/services/journal/refresh-lines';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'records=20,entities=4,lines=60' });

it('says of which time lines and totals are, and renews both together', async () => {
  const ctx = service.context('accountant');
  const line = { template: 'ITEM', batch: 'DEFAULT', line: 10_000 };
  const query = {
    ...{ batch: 'ITEM/DEFAULT', sort: 'LineNo', columns: 'Amount' },
    filter: 'LineNo~eq~10000',
  };
  const shown = () => listLines({ ctx, input: journalRequestSchema.parse(query) });
  const { sort, columns, ...conditions } = query;
  expect([sort, columns]).toEqual(['LineNo', 'Amount']);
  const total = () => groupLines({ ctx, input: groupsRequestSchema.parse({ ...conditions, sum: 'Amount' }) });
  const before = await total();
  await service.control('POST', '/outside-edit', { ...line, values: { Amount: 77 } });
  const lines = await shown();
  expect(lines).toMatchObject({ source: 'remote', rows: [{ Amount: 77 }] });
  // The copy is young, so it stands; it says of which time it is.
  expect((await total()).total).toEqual(before.total);
  expect(lines.asOf > before.asOf).toBe(true);

  await refreshLines({ ctx, input: undefined });
  expect((await total()).refreshing).toBe(true);
  const after = await vi.waitUntil(async () => {
    const answer = await total();
    return answer.refreshing ? null : answer;
  });
  expect(after.total.sums).toEqual({ Amount: '77' });
  expect(after.asOf > lines.asOf).toBe(true);
});
