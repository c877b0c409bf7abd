import 'server-only';
import type { LedgerEntry, LedgerFacts } from '@/lib/contract/changes/ledger';
import type { WrittenSheet } from '@/lib/server/spreadsheet/xlsx-writer';
import { actedBy, type ServiceContext } from './verb';

type Exported = Extract<LedgerFacts, { kind: 'exported' }>;

/** Records an export in the ledger; the caller sends the file afterwards. @throws ConsoleError `ledger-unavailable`. */
export async function recordExport(
  ctx: ServiceContext,
  what: Exported['what'],
  detail: string,
  connection: string | null = ctx.request.connection.key,
): Promise<Extract<LedgerEntry, { kind: 'exported' }>> {
  const fact = { kind: 'exported', ...actedBy(ctx), what, detail } as const;
  const entries = await ctx.console.ledger.append([connection === null ? fact : { ...fact, connection }]);
  const entry = entries.findLast((one) => one.kind === 'exported');
  if (!entry) throw new Error('The export was appended to the log and is not there.');
  return entry;
}

export function aboutSheet(what: string, rows: () => Iterable<readonly string[]>): WrittenSheet {
  function* all() {
    yield ['What this is', `${what}, exported from the MEM Console`];
    yield* rows();
  }
  return { name: 'About', rows: all(), widths: [26, 90] };
}
