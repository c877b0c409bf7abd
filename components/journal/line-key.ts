import type { LineKey } from '@/lib/client/journal';
import type { JournalRow } from '@/lib/contract/journal';

/** The identity of a row, which every answer carries. */
export function lineKeyOf(row: JournalRow): LineKey {
  return {
    template: String(row['JournalTemplateName'] ?? ''),
    batch: String(row['JournalBatchName'] ?? ''),
    lineNo: Number(row['LineNo'] ?? 0),
  };
}
