import type { Connection } from '@/lib/server/services/connection';

/** Waits until all journal lines are read: a list shows them as they arrive. */
export async function wholeCopy({ journal }: Pick<Connection, 'journal'>): Promise<void> {
  (await journal.hold(new AbortController().signal)).release();
}
