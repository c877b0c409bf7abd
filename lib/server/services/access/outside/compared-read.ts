import 'server-only';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { decodeMatrix, encodeMatrix } from '@/lib/domain/access/matrix-codec';
import { figuresOf, type MatrixFigures } from '@/lib/domain/access/matrix-figures';
import type { Database } from '@/lib/server/db/database';

/** A read that another one is compared with. */
export interface ComparedRead {
  matrix: AccessMatrix;
  /** When it began (epoch ms). */
  asOf: number;
  /** The newest ledger entry then. */
  ledgerSeq: number;
  figures: MatrixFigures;
}

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/**
 * The last read of a connection that was compared, stored for the next start. A read of another company is none.
 * Throws the database's error.
 */
export class StoredRead {
  readonly #database: Database;
  readonly #of: { connection: string; company: string };

  /** @param company tells companies apart, also after the address of the connection was changed. */
  constructor(database: Database, connection: string, company: string) {
    this.#database = database;
    this.#of = { connection, company };
  }

  async read(): Promise<ComparedRead | null> {
    const row = await this.#database.kysely
      .selectFrom('compared_read')
      .selectAll()
      .where('connection', '=', this.#of.connection)
      .where('company', '=', this.#of.company)
      .executeTakeFirst();
    if (!row) return null;
    const matrix = await unpack(Buffer.from(row.matrix, 'base64'))
      .then((bytes) => decodeMatrix<null>(new Uint8Array(bytes).buffer).matrix)
      .catch(() => null); // of another format
    return (
      matrix && { matrix, asOf: Number(row.as_of), ledgerSeq: Number(row.seq), figures: figuresOf(matrix) }
    );
  }

  /** Keeps a read, unless another replica has kept a newer one. */
  async write({ matrix, asOf, ledgerSeq }: ComparedRead & { matrix: GrowingMatrix }): Promise<void> {
    const bytes = await pack(encodeMatrix(matrix, null));
    const values = {
      company: this.#of.company,
      as_of: asOf,
      seq: ledgerSeq,
      matrix: bytes.toString('base64'),
    };
    await this.#database.kysely
      .insertInto('compared_read')
      .values({ connection: this.#of.connection, ...values })
      .onConflict((conflict) =>
        conflict
          .column('connection')
          .doUpdateSet(values)
          .where((where) =>
            where.or([
              where('compared_read.company', '!=', values.company),
              where('compared_read.seq', '<=', ledgerSeq),
            ]),
          ),
      )
      .execute();
  }

  /** Notes that a later read was the same. */
  async confirm({ asOf, ledgerSeq }: Pick<ComparedRead, 'asOf' | 'ledgerSeq'>): Promise<void> {
    await this.#database.kysely
      .updateTable('compared_read')
      .set({ as_of: asOf })
      .where('connection', '=', this.#of.connection)
      .where('company', '=', this.#of.company)
      .where('seq', '=', ledgerSeq)
      .execute();
  }
}
