import type { AccessChange, AccessRow } from '@/lib/contract/access/access';
import type { ConnectedReference } from '@/tests/support/console/connected-reference';
import { everyAssignment, turned } from './every-assignment';

/** Assignments of the service that no test of a file has used, each to be turned round. */
export class FreshCells {
  readonly #rows: AccessRow[];

  private constructor(rows: AccessRow[]) {
    this.#rows = rows;
  }

  /** Reads what the service has. */
  static async of({ connection }: ConnectedReference): Promise<FreshCells> {
    return new FreshCells(await everyAssignment(connection.upstream));
  }

  /** The next so many. @throws Error when there are no more. */
  take(count: number): AccessChange[] {
    if (this.#rows.length < count) throw new Error('The service has too few assignments for these tests.');
    return this.#rows.splice(0, count).map(turned);
  }
}
