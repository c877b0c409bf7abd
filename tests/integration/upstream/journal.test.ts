import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JournalWireRow } from '@/lib/server/upstream/odata/wire';
import { all, startStage } from './against-reference';
import type { Stage } from './against-reference';

let stage: Stage;
let every: JournalWireRow[];
beforeAll(async () => {
  stage = await startStage({ pageSize: 50 });
  every = (await all(stage.connect().readJournal())).flatMap((page) => page.rows);
  await stage.clear();
});
afterEach(() => stage.clear());
afterAll(() => stage.close());

const keyOf = (row: JournalWireRow): string =>
  JSON.stringify([row['JournalTemplateName'], row['JournalBatchName'], row['LineNo']]);
const some = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The reference service has no such row.');
  return value;
};
describe('a full read of journal lines', () => {
  it('brings every line once, each with the 167 keys of the interface', () => {
    expect(new Set(every.map(keyOf)).size).toBe(120);
    expect(new Set(every.map((row) => Object.keys(row).length))).toEqual(new Set([167]));
  });
});

describe('lines posted while they are read', () => {
  it('leave a list without doubles', async () => {
    const seen: JournalWireRow[] = [];
    const first = some(every[0]);
    for await (const page of stage.connect().readJournal()) {
      if (seen.length === 0)
        await stage.control('POST', '/outside-posting', {
          template: first['JournalTemplateName'],
          batch: first['JournalBatchName'],
        });
      seen.push(...page.rows);
    }
    expect(new Set(seen.map(keyOf)).size).toBe(seen.length);
    await stage.control('POST', '/reset');
  });
});
