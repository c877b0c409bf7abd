import { gzipSync } from 'node:zlib';
import type { MatrixStatus } from '@/lib/contract/access/access';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { decodeMatrix, encodeMatrix } from '@/lib/domain/access/matrix-codec';
import { readConfig } from '@/lib/server/config/config';
import { createUpstream, type Upstream } from '@/lib/server/upstream/client';
import { startReferenceProcess } from '@/tests/support/console/reference-process';

/*
 * `npm run bench -- matrix`: loads the whole matrix of the reference service (1,000,000 assignments) through the console's
 * client into the columnar matrix, beside a bare fetch + JSON.parse of the very same pages, in turns. A report.
 */

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const collect = (globalThis as { gc?: () => void }).gc ?? (() => undefined);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const reference = await startReferenceProcess(process.env.BENCH_SIZE ?? 'large');
try {
  const { config } = readConfig({ ...reference.settings, SIGN_IN: 'demo', MEM_RATE_PER_SECOND: '1000' });
  const [settings] = config.connections;
  if (!settings) throw new Error('The reference service did not say how to connect to it.');
  const upstream = createUpstream(settings);
  const firstUrl = `${settings.baseUrl}/v2.0/${settings.tenantId ?? ''}/${settings.environment ?? ''}/api/${settings.publisher}/bssiMem/v1.0/companies(${settings.companyId})/bssiMEMMasterRecordSecurity`;

  await loadBare(firstUrl);
  await loadMatrix(upstream);
  const bare: number[] = [];
  const ours: number[] = [];
  let rows = 0;
  for (let round = 0; round < rounds; round++) {
    bare.push(await timed(async () => void (rows = await loadBare(firstUrl))));
    ours.push(await timed(async () => void (await loadMatrix(upstream))));
  }
  say(`${String(rows)} assignments, ${String(rounds)} rounds in turns, median (min-max)`);
  say(`  bare fetch + JSON.parse      ${range(bare)} ms`);
  say(`  console client into matrix   ${range(ours)} ms`);
  say(`  load ratio                   ${(median(ours) / median(bare)).toFixed(2)}   (goal: at most 1.30)`);
  await reportMemory(upstream);
  await upstream.close();
} finally {
  await reference.stop();
}

async function loadBare(firstUrl: string): Promise<number> {
  let rows = 0;
  let next: string | undefined = firstUrl;
  while (next !== undefined) {
    const response: Response = await fetch(next);
    const page = JSON.parse(await response.text()) as { value: unknown[]; '@odata.nextLink'?: string }; // the reference service's own shape
    rows += page.value.length;
    next = page['@odata.nextLink'];
  }
  return rows;
}

async function loadMatrix(upstream: Upstream): Promise<GrowingMatrix> {
  const matrix = new GrowingMatrix();
  for await (const page of upstream.readSecurity({}, { priority: 'background' })) {
    for (const row of page.rows) {
      matrix.add(row.BssiMasterRecordType, row.BssiMasterRecordID, row.BssiEntityID, row.BssiAccessible);
    }
  }
  matrix.trim();
  return matrix;
}

async function reportMemory(upstream: Upstream): Promise<void> {
  // What goes away with the matrix is what it held; pools and caches of the client stay out of the sum.
  const holder = [await loadMatrix(upstream)];
  const { assignments, wire, decode } = await measureDocument(holder);
  const resident = process.memoryUsage().rss;
  const withMatrix = await settledMemory();
  holder.pop();
  const held = withMatrix - (await settledMemory());
  const per = (bytes: number): string => (bytes / assignments).toFixed(3);
  say(
    `  held in the server           ${String(held)} bytes = ${per(held)} an assignment   (goal: at most 1)`,
  );
  say(
    `  over the wire, gzip          ${String(wire)} bytes = ${per(wire)} an assignment   (goal: at most 0.5)`,
  );
  say(`  decoding in V8               ${decode.toFixed(1)} ms`);
  say(`  process after loading        ${String(Math.round(resident / 1e6))} MB resident`);
}

async function measureDocument([matrix]: GrowingMatrix[]): Promise<{
  assignments: number;
  wire: number;
  decode: number;
}> {
  if (!matrix) throw new Error('There is no matrix to measure.');
  const document = encodeMatrix(matrix, status(matrix));
  const decode = await timed(() => Promise.resolve(void decodeMatrix(document.buffer)));
  return { assignments: matrix.assignments, wire: gzipSync(document).length, decode };
}

async function settledMemory(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function status(matrix: AccessMatrix): MatrixStatus {
  return {
    version: 'bench',
    ledgerSeq: 0,
    complete: true,
    loading: false,
    assignments: matrix.assignments,
    arrived: matrix.assignments,
    records: matrix.recordCount,
    entities: matrix.entityCount,
    asOf: new Date().toISOString(),
    problem: null,
    unknown: [],
    doubt: null,
    outside: { count: 0, cells: [] },
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function range(values: number[]): string {
  return `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)}-${Math.max(...values).toFixed(0)})`;
}
