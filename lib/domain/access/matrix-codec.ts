import type { MatrixStatus } from '@/lib/contract/access/access';
import type { GrowingMatrix } from './growing-matrix';
import { AccessMatrix, wordsPerRecord } from './matrix';

/*
 * The columnar document of GET /api/access/matrix, little-endian:
 *   'MEM1' · header length (uint32) · header (JSON, padded to 4)
 *   record IDs (JSON array, padded to 4) · type of each record (uint16, padded to 4) · exists words · granted words
 */
const magic = 0x314d454d; // 'MEM1'

interface Header<Status> {
  status: Status;
  recordTypes: readonly string[];
  entityIds: readonly string[];
  records: number;
  recordIdBytes: number;
}

/** Thrown by `decodeMatrix` for bytes that are not a whole columnar document. */
export class MatrixFormatError extends Error {
  override name = 'MatrixFormatError';
}

/** Writes the matrix and its status, or null, as one columnar document; about a quarter byte an assignment before compression. */
export function encodeMatrix(matrix: GrowingMatrix, status: MatrixStatus | null): Uint8Array<ArrayBuffer> {
  const columns = matrix.columns();
  const text = new TextEncoder();
  const recordIds = text.encode(JSON.stringify(columns.recordIds));
  const header = text.encode(
    JSON.stringify({
      status,
      recordTypes: [...columns.recordTypes],
      entityIds: [...columns.entityIds],
      records: matrix.recordCount,
      recordIdBytes: recordIds.length,
    } satisfies Header<MatrixStatus | null>),
  );
  const words = matrix.recordCount * wordsPerRecord(matrix.entityCount);
  const at = layout(header.length, recordIds.length, matrix.recordCount, words);
  const bytes = new Uint8Array(at.end);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, header.length, true);
  bytes.set(header, 8);
  bytes.set(recordIds, at.recordIds);
  new Uint16Array(bytes.buffer, at.types, matrix.recordCount).set(
    columns.typeOfRecord.subarray(0, matrix.recordCount),
  );
  new Uint32Array(bytes.buffer, at.exists, words).set(columns.exists.subarray(0, words));
  new Uint32Array(bytes.buffer, at.granted, words).set(columns.granted.subarray(0, words));
  return bytes;
}

/**
 * Reads a columnar document. The status is what `encodeMatrix` was given.
 * @throws MatrixFormatError when the bytes are cut, too long or of another format.
 */
export function decodeMatrix<Status extends MatrixStatus | null = MatrixStatus>(
  buffer: ArrayBuffer,
): { matrix: AccessMatrix; status: Status } {
  if (buffer.byteLength < 8) throw new MatrixFormatError('The matrix document is cut.');
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== magic) throw new MatrixFormatError('This is not a matrix document.');
  const headerLength = view.getUint32(4, true);
  if (8 + headerLength > buffer.byteLength) throw new MatrixFormatError('The matrix document is cut.');
  const header = json(buffer, 8, headerLength) as Header<Status> | undefined; // as `encodeMatrix` writes it
  if (header === undefined)
    throw new MatrixFormatError('The header of the matrix document is not understood.');
  const { status, recordTypes, entityIds, records, recordIdBytes } = header;
  const words = records * wordsPerRecord(entityIds.length);
  const at = layout(headerLength, recordIdBytes, records, words);
  if (at.end !== buffer.byteLength) throw new MatrixFormatError('The matrix document is cut.');
  const recordIds = json(buffer, at.recordIds, recordIdBytes) as string[] | undefined; // as `encodeMatrix` writes them
  if (recordIds?.length !== records)
    throw new MatrixFormatError('The record IDs of the matrix document are not understood.');
  const matrix = AccessMatrix.fromColumns({
    recordTypes,
    entityIds,
    recordIds,
    typeOfRecord: new Uint16Array(buffer, at.types, records),
    exists: new Uint32Array(buffer, at.exists, words),
    granted: new Uint32Array(buffer, at.granted, words),
  });
  return { matrix, status };
}

function layout(headerLength: number, recordIdBytes: number, records: number, words: number) {
  const recordIds = aligned(8 + headerLength);
  const types = aligned(recordIds + recordIdBytes);
  const exists = aligned(types + records * 2);
  const granted = exists + words * 4;
  return { recordIds, types, exists, granted, end: granted + words * 4 };
}

function aligned(offset: number): number {
  return (offset + 3) & ~3;
}

function json(buffer: ArrayBuffer, offset: number, length: number): unknown {
  try {
    return JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(buffer, offset, length)),
    );
  } catch {
    return undefined;
  }
}
