import 'server-only';
import { isPageChoice, type RowChoice } from '@/lib/contract/access/file-kinds';
import { mayRead } from '@/lib/contract/session/roles';
import { entityOrder, recordOrder } from '@/lib/domain/access/filter/matrix-filter';
import { partsWithout } from '@/lib/domain/access/filter/text-filter';
import {
  foldedAs,
  rowOrderOf,
  visibleMatrix,
  type IsOpen,
  type MatrixOrders,
} from '@/lib/domain/access/filter/visible-matrix';
import { firstView, type FirstView } from '@/lib/domain/access/first-view';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { matrixNames, type MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { verb } from '@/lib/server/services/verb';

export interface FirstViewInput {
  type: readonly string[];
  q: string;
  entity: string;
  rows: RowChoice | null;
  sort: string;
  reverse: boolean;
  used: boolean;
  isOpen: IsOpen;
}

/** The first rows of the access page; null if there are none or only the browser knows which rows. */
export const readFirstView = verb<FirstViewInput, FirstView | null>({
  roles: mayRead.access,
  run: async ({ ctx, input }) => {
    const { type, q, entity, rows, sort, reverse, used, isOpen } = input;
    if (rows !== null && isPageChoice(rows)) return null;
    const { mirror, labels } = ctx.request.connection;
    const { labels: known } = await labels.read();
    const [status, matrix] = [mirror.status(), mirror.visible()];
    if (matrix.recordCount === 0) return null;
    const names = matrixNames(matrix, known);
    const query = {
      recordTypes: type,
      text: q,
      entity,
      rows,
      isUsedOnly: used,
      sort: rowOrderOf(matrix, sort),
      isReversed: reverse,
      names,
    };
    const missing = partsWithout(q, matrix.recordIds());
    const shown = foldedAs(matrix, visibleMatrix(matrix, ordersOf(matrix, names), query), isOpen);
    return firstView(matrix, names, shown, { status, missing });
  },
});

/** A matrix that has grown gets a new order. */
const recordOrders = new WeakMap<AccessMatrix, Uint32Array>();

function ordersOf(matrix: AccessMatrix, names: MatrixNames): MatrixOrders {
  const known = recordOrders.get(matrix);
  const records = known?.length === matrix.recordCount ? known : recordOrder(matrix);
  recordOrders.set(matrix, records);
  return { records, entities: entityOrder(matrix, names) };
}
