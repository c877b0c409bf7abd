import { describe, expect, it, vi } from 'vitest';
import type { AccessChange } from '@/lib/contract/access/access';
import type { Activity } from '@/lib/contract/changes/activity';
import { readActivity } from '@/lib/server/services/changes/read-activity';
import { retryChanges } from '@/lib/server/services/changes/retry-changes';
import { quickPolicy, storeSet, untilSet } from '@/tests/support/changes/change-sets';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';

let service: Scenario;
shareScenario((scenario) => (service = scenario), {
  size: 'records=60,entities=8,lines=1',
  policy: quickPolicy,
});

function activity(): Promise<Activity> {
  return readActivity({ ctx: service.context('auditor'), input: { timeZone: 'Pacific/Kiritimati' } });
}

async function refuse(...cells: readonly AccessChange[]): Promise<void> {
  const faults = cells.map(({ recordType, recordId, entityId }) => ({
    ...{ kind: 'status', status: 400, resource: 'security', method: 'POST' },
    cell: { recordType, recordId, entityId },
  }));
  await service.faults(...faults);
}

describe('what the last days brought', () => {
  it('counts what was refused until it is tried again and taken', async () => {
    const before = await activity();
    const cells = service.fresh(4);
    const given = cells.filter(({ accessible }) => accessible).length;
    const [first] = cells;
    if (!first) throw new Error('There are four.');
    await refuse(first);
    const id = await storeSet(service, cells);
    await untilSet(service, id, 'done');
    const refused = await activity();
    expect(refused.refused).toEqual({ sets: 1, assignments: 1 });
    expect(refused.days.at(-1)).toMatchObject({ refused: 1 });
    await refuse();
    await retryChanges({
      ctx: service.context('security-administrator'),
      input: { changeSetId: id, outcomes: ['rejected'] },
    });
    await untilSet(service, id, 'done');
    const after = await activity();
    expect(after.refused).toEqual({ sets: 0, assignments: 0 });
    const [was, now] = [before.days.at(-1), after.days.at(-1)];
    expect(now).toMatchObject({
      given: (was?.given ?? 0) + given,
      removed: (was?.removed ?? 0) + 4 - given,
      refused: 0,
    });
    expect(after.log.entries).toBeGreaterThan(before.log.entries);
  });

  it('goes by the clock of the database, like the rows it counts', async () => {
    const { days } = await activity();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 86_400_000 });
    try {
      expect((await activity()).days.map(({ day }) => day)).toEqual(days.map(({ day }) => day));
    } finally {
      vi.useRealTimers();
    }
  });

  it('has fourteen days of the calendar that was asked for, today the last', async () => {
    const { days } = await activity();
    const timeZone = 'Pacific/Kiritimati';
    const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(Date.now());
    expect(days.at(-1)?.day).toBe(today);
    expect(new Set(days.map(({ day }) => day)).size).toBe(14);
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).sort());
  });
});
