import { performance } from 'node:perf_hooks';
import { facetsRequestSchema, groupsRequestSchema } from '@/lib/domain/journal/grouping-request';
import { groupLines } from '@/lib/server/services/journal/group-lines';
import { journalRequestSchema } from '@/lib/domain/journal/request-schema';
import { listFacets } from '@/lib/server/services/journal/list-facets';
import { listLines } from '@/lib/server/services/journal/list-lines';
import { startJournalBench } from '@/tests/integration/journal/journal-bench';

/*
 * `npm run bench -- journal`: what pages of 100,000 lines, grouping them and listing values take of our own time, first on
 * a copy of the lines that was just read, then again. A report.
 */

type Parameters = Record<string, string>;

const copies = 2;
const columns = 'PostingDate,ItemNo,Description,EntryType,Quantity,UnitofMeasureCode,Amount,LocationCode';
const signed = 'Quantity,Amount,Amount.in,Amount.out,Amount.net';
const pages: readonly Parameters[] = [
  { columns, pageSize: '100', page: '7', sort: '-Amount', sum: signed },
  { columns, pageSize: '100', line: 'ITEM/DEFAULT/20000', sort: '-Amount' },
];
const groupings: readonly Parameters[] = [
  { by: 'BssiEntityID,LocationCode', sum: 'Quantity,Amount' },
  { by: 'BssiEntityID,LocationCode', sum: signed },
  { by: 'BssiEntityID', pivot: 'PostingDate.week', sum: 'Amount' },
  { sum: 'Quantity,Amount', filter: 'EntryType~ne~Sale' },
  { by: 'BssiEntityID,ItemNo', sum: 'Quantity,Amount' },
];
const facets: readonly Parameters[] = [
  { field: 'BssiEntityID' },
  { field: 'JournalBatchName', entity: '100' },
  { field: 'ItemNo', q: 'desk' },
  { field: 'DocumentNo' },
];

const bench = await startJournalBench({ size: 'large' });
const ctx = bench.context('accountant');

async function report(
  name: string,
  parameters: Parameters,
  ask: (parameters: Parameters) => Promise<unknown>,
): Promise<void> {
  const first: number[] = [];
  const again: number[] = [];
  for (let copy = 0; copy < copies; copy++) {
    bench.pass(60 * 60_000); // too old to be used: read anew, and no answer is kept of it
    (await bench.copy.hold(new AbortController().signal)).release();
    for (const times of [first, again, again, again]) {
      const began = performance.now();
      JSON.stringify(await ask(parameters));
      times.push(performance.now() - began);
    }
  }
  process.stdout.write(
    `${name} ${JSON.stringify(parameters)}: first ${spread(first)}, again ${spread(again)} ms\n`,
  );
}

function spread(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  return `${at(0.5)} (${at(0)} to ${at(1)})`;
}

try {
  for (const one of pages)
    await report('page', one, (asked) => listLines({ ctx, input: journalRequestSchema.parse(asked) }));
  for (const one of groupings)
    await report('groups', one, (asked) => groupLines({ ctx, input: groupsRequestSchema.parse(asked) }));
  for (const one of facets)
    await report('facets', one, (asked) => listFacets({ ctx, input: facetsRequestSchema.parse(asked) }));
} finally {
  await bench.close();
}
