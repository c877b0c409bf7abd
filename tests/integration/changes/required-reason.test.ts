import { expect, it } from 'vitest';
import type { AccessChange } from '@/lib/contract/access/access';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { retryChanges } from '@/lib/server/services/changes/retry-changes';
import { undoChanges } from '@/lib/server/services/changes/undo-changes';
import {
  ledgerEntries,
  quickPolicy,
  seenPosts,
  setRow,
  storeSet,
  untilSet,
} from '@/tests/support/changes/change-sets';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';

let service: Scenario;
shareScenario((scenario) => (service = scenario), {
  size: 'records=60,entities=8,lines=1',
  policy: quickPolicy,
});

type Act = (reason: string) => Promise<unknown>;
const context = () => service.context('security-administrator', { config: { accessReason: 'required' } });
const create: Act = (reason) => createChanges({ ctx: context(), input: { cells: service.fresh(2), reason } });
const source = { file: 'access.csv', sha256: 'ab'.repeat(32) };

/** Everything that a person may ask of access; what has to be there before is made first. */
const acts: readonly [string, () => Promise<Act> | Act][] = [
  ['one switch', () => (reason) => changeAccess({ ctx: context(), input: { ...one(), reason } })],
  ['a change set', () => create],
  [
    'a file',
    () => (reason) => createChanges({ ctx: context(), input: { cells: service.fresh(2), reason, source } }),
  ],
  [
    'an undo',
    async () => {
      const changeSetId = await done(one());
      return (reason) => undoChanges({ ctx: context(), input: { changeSetId, reason } });
    },
  ],
  [
    'a retry',
    async () => {
      const cell = one();
      const { recordType, recordId, entityId } = cell;
      const fault = { kind: 'status', status: 400, resource: 'security' };
      await service.faults({ ...fault, cell: { recordType, recordId, entityId } });
      const changeSetId = await done(cell);
      await service.faults();
      expect(await setRow(service, changeSetId)).toMatchObject({ rejected: 1 });
      return (reason) =>
        retryChanges({ ctx: context(), input: { changeSetId, outcomes: ['rejected'], reason } });
    },
  ],
];

function one(): AccessChange {
  const [cell] = service.fresh(1);
  if (!cell) throw new Error('One was asked for.');
  return cell;
}

async function done(cell: AccessChange): Promise<string> {
  const id = await storeSet(service, [cell]);
  await untilSet(service, id, 'done');
  return id;
}

it.each(acts)(
  '%s without a reason is refused where one is required, and the log keeps the one that is given',
  async (_, prepare) => {
    const act = await prepare();
    const before = [await ledgerEntries(service), await seenPosts(service)];
    for (const reason of ['', '  '])
      await expect(act(reason)).rejects.toMatchObject({
        code: 'invalid-request',
        message: expect.stringContaining('only with a reason. Nothing was changed.') as string,
        errors: [{ path: 'reason' }],
      });
    expect([await ledgerEntries(service), await seenPosts(service)]).toEqual(before);
    const { length } = await ledgerEntries(service);
    await act('The warehouse moved');
    const written = (await ledgerEntries(service)).slice(length);
    expect(JSON.stringify(written)).toContain('The warehouse moved');
    await expect
      .poll(async () => (await ledgerEntries(service)).slice(length).map(({ kind }) => kind))
      .toContain('change.outcome');
  },
);
