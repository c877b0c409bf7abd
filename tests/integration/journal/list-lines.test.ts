import { beforeAll, describe, expect, it } from 'vitest';
import { journalPageSchema } from '@/lib/contract/journal/journal';
import { journalRequestSchema } from '@/lib/domain/journal/request-schema';
import { JournalCopy } from '@/lib/server/services/journal/snapshot/journal-copy';
import { createUpstream } from '@/lib/server/upstream/client';
import { listLines } from '@/lib/server/services/journal/list-lines';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { wholeCopy } from '@/tests/support/console/whole-copy';
import { startEndlessService } from '@/tests/support/console/endless-service';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

let connected: Scenario;
shareScenario((scenario) => (connected = scenario), { size: 'records=20,entities=5,lines=300' });
beforeAll(() => wholeCopy(connected.connection));

const log = { info: () => undefined, warn: () => undefined };
const input = journalRequestSchema.parse({ pageSize: '5', columns: 'ItemNo,Quantity' });

describe('listing journal lines', () => {
  it.each(['security-administrator', 'accountant', 'auditor'] as const)('is open to the %s', async (role) => {
    const page = await listLines({ ctx: connected.context(role), input });
    expect(journalPageSchema.parse(page)).toMatchObject({ page: 1, pageSize: 5, total: 300 });
    expect(Object.keys(page.rows[0] ?? {})).toEqual([
      'JournalTemplateName',
      'JournalBatchName',
      'LineNo',
      'ItemNo',
      'Quantity',
    ]);
  });

  it('is closed to somebody signed out, before the service is asked', async () => {
    await connected.control('DELETE', '/requests');
    await expect(listLines({ ctx: connected.context(null), input })).rejects.toMatchObject({
      code: 'signed-out',
    });
    expect(await connected.control('GET', '/requests?last=5')).toEqual({ requests: [] });
  });

  it('is given up when the service sends page after page without anything new', async () => {
    const endless = await startEndlessService({
      ...{ JournalTemplateName: 'ITEM', JournalBatchName: 'DEFAULT', LineNo: 1 },
    });
    const upstream = createUpstream({ ...connected.connection.upstream.settings, baseUrl: endless.baseUrl });
    const journal = new JournalCopy(upstream, { directory: temporaryFolder('mem-endless'), log });
    const { signal } = new AbortController();
    await expect(journal.list(input.query, [], signal)).rejects.toMatchObject({ code: 'service-malformed' });
    expect(endless.asked()).toBeLessThan(40);
    await journal.close();
    await upstream.close();
    await endless.close();
  });
});
