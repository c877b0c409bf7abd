import 'server-only';
import { claimedOf } from './cell-claims';
import type { BatchParts } from './change-batch';
import { doubtWords, isDoubtOver, nextLookMs, notCarriedOutWords } from './doubts';
import type { DueCells } from './due-cells';
import { conflictInWords, overtakenBy } from './last-change';
import { readCells } from './read-cells';
import type { Settled, WorkCell } from './work-cell';

/** What happens to a cell that certainly was not carried out. */
type WhenNotDone = 'send again' | 'reject' | 'cancel';

/**
 * Asks the service what became of cells that were sent without proof. The wanted value is believed at once, another one
 * only when the service can no longer be at work; what somebody changed since is left to them.
 */
export async function lookAgain(parts: BatchParts, due: DueCells, whenNotDone: WhenNotDone): Promise<void> {
  const { held, database, journal, pace, options } = parts;
  const { mirror } = held.connection;
  const cells = claimedOf(due.cells, await journal.claim(due.cells));
  const readings = await readCells(held.connection, cells, options);
  const settled: Settled[] = [];
  const open: WorkCell[] = due.cells.filter((cell) => !cells.includes(cell));
  const again: WorkCell[] = [];
  for (const [cell, reading] of readings) {
    const after = 'value' in reading ? reading.value : undefined;
    if (after === cell.wanted)
      settled.push({ cell, outcome: cell.sentAt === null ? 'already' : 'applied', after, detail: '' });
    else if (after === undefined || !isDoubtOver(cell, due.now, pace)) open.push(cell);
    else {
      const last = await overtakenBy(database, held, cell, after);
      if (last) {
        const detail = conflictInWords(cell.cell, after, last, true);
        settled.push({ cell, outcome: 'conflict', after, detail });
      } else if (whenNotDone === 'send again' && cell.sends < pace.mostSends) again.push(cell);
      else {
        const isCancel = whenNotDone === 'cancel';
        const detail = `${notCarriedOutWords(cell)}${isCancel ? ' It is not sent again.' : ''}`;
        settled.push({ cell, outcome: isCancel ? 'cancelled' : 'rejected', after, detail });
      }
    }
  }
  for (const { cell, after } of settled) mirror.prove({ ...cell.cell, accessible: after ?? null });
  await journal.leaveOpen(
    open.map((cell) => ({
      cell,
      doubtMs: pace.brokenOffMs,
      nextMs: nextLookMs(cell, due.now, pace),
      detail: doubtWords,
    })),
  );
  await journal.postpone(again.map((cell) => ({ cell, nextMs: 0, isTry: false, detail: '' })));
  await journal.settle(settled);
}
