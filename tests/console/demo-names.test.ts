import { expect, it } from 'vitest';
import { labelsSchema, type Labels } from '@/lib/contract/access/labels';
import { startReferenceService } from '@/lib/reference/service';
import { connectionSettings } from '@/tests/support/console/connections-file';
import { startConsole } from '@/tests/support/console/console-process';
import { ask } from '@/tests/support/console/raw-request';
import { writeSession } from '@/tests/support/console/written-session';

/** The names that a console of these settings gives; that it has no MEM_LABELS_FILE is as usual outside of tests. */
async function namesOf(settings: Record<string, string>, connection = 'default'): Promise<Labels> {
  const console = await startConsole({ MEM_LABELS_FILE: '', ...settings });
  try {
    const { cookie } = writeSession(console, 'demo', ['auditor']); // with a real service no proxy may ask
    const answer = await ask(console.url, `/api/access/labels?connection=${connection}`, {
      headers: { cookie },
    });
    return labelsSchema.parse(JSON.parse(answer.text));
  } finally {
    await console.stop();
  }
}

it('the demo names its records and entities, in five groups of these', async () => {
  const { records, entities } = await namesOf({});
  expect(records).toHaveLength(1_200);
  expect(records).toContainEqual(['Customer', '10000', 'Adatum Corporation']);
  expect(entities).toHaveLength(24);
  expect(new Set(entities.map(([, , group]) => group))).toEqual(
    new Set(['Group', 'UK & Ireland', 'DACH', 'France & Benelux', 'Nordics']),
  );
});

it('no other size has the names of the demo', async () => {
  expect(await namesOf({ REFERENCE_SIZE: 'large' })).toEqual({ records: [], entities: [] });
});

it('no service that is connected has the names of the demo, though it were the same', async () => {
  const service = await startReferenceService();
  try {
    const settings = connectionSettings([{ label: 'Real', place: service }]);
    expect(await namesOf(settings, 'real')).toEqual({ records: [], entities: [] });
  } finally {
    await service.close();
  }
});
