import { beforeAll, expect, it, vi } from 'vitest';
import { journalCopyHeader } from '@/lib/contract/request-headers';
import {
  facetsRequestSchema,
  groupsRequestSchema,
  journalExportRequestSchema,
} from '@/lib/domain/journal/grouping-request';
import { journalChecksRequestSchema, journalRequestSchema } from '@/lib/domain/journal/request-schema';
import { checkLines } from '@/lib/server/services/journal/check-lines';
import { exportLines } from '@/lib/server/services/journal/export-lines';
import { groupLines } from '@/lib/server/services/journal/group-lines';
import { listFacets } from '@/lib/server/services/journal/list-facets';
import { listLines } from '@/lib/server/services/journal/list-lines';
import { refreshLines } from '@/lib/server/services/journal/refresh-lines';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { wholeCopy } from '@/tests/support/console/whole-copy';

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'records=20,entities=4,lines=60' });
beforeAll(() => wholeCopy(service.connection));

const line = { template: 'ITEM', batch: 'DEFAULT', line: 10_000 };
const conditions = { batch: 'ITEM/DEFAULT', filter: 'LineNo~eq~10000' };

const shown = (sum = 'Amount') =>
  listLines({
    ctx: service.context('accountant'),
    input: journalRequestSchema.parse({ ...conditions, sort: 'LineNo', columns: 'Amount', sum }),
  });

it('tells the sums of the very lines it shows, and renews both together', async () => {
  const ctx = service.context('accountant');
  const before = await shown();
  await service.control('POST', '/outside-edit', { ...line, values: { Amount: 77 } });
  const young = await shown();
  expect(young).toMatchObject({ copy: before.copy, rows: before.rows, sums: before.sums });
  expect(Number(young.sums?.['Amount'])).toBe(young.rows[0]?.['Amount']);

  await refreshLines({ ctx, input: undefined });
  expect((await shown()).refreshing).toBe(true);
  const renewed = async () => {
    const answer = await shown();
    return answer.refreshing ? null : answer;
  };
  const after = await vi.waitUntil(renewed, { timeout: 30_000 });
  expect(after).toMatchObject({ rows: [{ Amount: 77 }], sums: { Amount: '77' }, total: 1 });
  expect(after.copy).not.toBe(before.copy);
});

it('names the same copy in lines, groups, values, checks and files', async () => {
  const ctx = service.context('accountant');
  const { copy } = await shown();
  const groups = await groupLines({ ctx, input: groupsRequestSchema.parse({ by: 'ItemNo' }) });
  const facets = await listFacets({ ctx, input: facetsRequestSchema.parse({ field: 'ItemNo' }) });
  const checks = await checkLines({ ctx, input: journalChecksRequestSchema.parse({}) });
  const file = await exportLines({ ctx, input: journalExportRequestSchema.parse({ columns: 'Amount' }) });
  await new Response(file.body).arrayBuffer();
  expect([groups.copy, facets.copy, checks.copy, file.headers[journalCopyHeader]]).toEqual([
    copy,
    copy,
    copy,
    copy,
  ]);
});

it('adds up no field that is no amount, and none that is not there', () => {
  for (const sum of ['ItemNo', 'Nothing', 'Amount,Amount'])
    expect(journalRequestSchema.safeParse({ ...conditions, sum }).error?.issues).toMatchObject([
      { path: ['sum'] },
    ]);
});
