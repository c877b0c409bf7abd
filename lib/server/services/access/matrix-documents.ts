import 'server-only';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MatrixStatus } from '@/lib/contract/access';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { encodeMatrix } from '@/lib/domain/access/matrix-codec';
import { partOfTypes } from '@/lib/domain/access/matrix-part';

const compress = promisify(gzip);

interface KeptDocument {
  version: string;
  bytes: Promise<Buffer<ArrayBuffer>>;
}

/** The columnar documents of a matrix, gzip-compressed: the whole is made once a version, of the parts the newest is kept. */
export class MatrixDocuments {
  #whole: KeptDocument | null = null;
  #part: KeptDocument | null = null;

  /** @param recordTypes those whose records it holds; none: all. */
  of(
    matrix: AccessMatrix,
    status: MatrixStatus,
    recordTypes: readonly string[],
  ): Promise<Buffer<ArrayBuffer>> {
    const version = `${status.version} ${String(status.loading)} ${String(status.asOf)}`;
    if (recordTypes.length === 0) {
      if (this.#whole?.version !== version)
        this.#whole = { version, bytes: compress(encodeMatrix(matrix, status)) };
      return this.#whole.bytes;
    }
    const types = [...new Set(recordTypes)].sort();
    const versionOfPart = JSON.stringify([version, types]);
    if (this.#part?.version !== versionOfPart)
      this.#part = { version: versionOfPart, bytes: compress(encodePart(matrix, status, types)) };
    return this.#part.bytes;
  }
}

function encodePart(
  matrix: AccessMatrix,
  status: MatrixStatus,
  recordTypes: readonly string[],
): Uint8Array<ArrayBuffer> {
  const part = partOfTypes(matrix, recordTypes);
  return encodeMatrix(part, {
    ...status,
    version: `${status.version} in part`,
    complete: false,
    records: part.recordCount,
    combinations: part.combinations,
    arrived: part.combinations,
  });
}
