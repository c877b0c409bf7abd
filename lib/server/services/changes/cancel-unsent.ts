import 'server-only';
import type { Database } from '@/lib/server/db/database';
import { dueCells } from './due-cells';
import type { SetJournal } from './set-journal';

const cancelledAtOnce = 1_000;

/**
 * Ends those cells of a held set as cancelled of which no change was sent.
 * @param withdrawn why whoever started it may no longer act; null: somebody cancelled it.
 * @throws as `SetJournal.settle`.
 */
export async function cancelUnsent(
  { database, journal }: { database: Database; journal: SetJournal },
  setId: string,
  withdrawn: string | null,
): Promise<void> {
  const detail = withdrawn === null ? 'Cancelled before it was sent.' : `Permission withdrawn: ${withdrawn}`;
  const asked = { state: 'pending', most: cancelledAtOnce, sent: false, whenever: true } as const;
  for (;;) {
    const { cells } = await dueCells(database, setId, asked);
    if (cells.length === 0) return;
    await journal.settle(cells.map((cell) => ({ cell, outcome: 'cancelled', detail })));
    if (journal.hasEnded) return;
  }
}
