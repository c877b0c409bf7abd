import { rowCountHeader } from '@/lib/contract/request-headers';
import { callApiForFile } from './api';

export interface NamedFile {
  file: Blob;
  name: string;
  /** Rows of data; null: not known. */
  rows: number | null;
}

/** @param otherwise name where the answer has none. @throws ApiError. */
export async function callApiForNamedFile(
  path: string,
  otherwise: string,
  request: Omit<Parameters<typeof callApiForFile>[1], 'onHeaders'> = {},
): Promise<NamedFile> {
  let name = otherwise;
  let rows: number | null = null;
  const file = await callApiForFile(path, {
    ...request,
    onHeaders: (headers) => {
      name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? otherwise;
      const count = headers.get(rowCountHeader);
      rows = count === null ? null : Number(count);
    },
  });
  return { file, name, rows };
}

/** Reports the number of bytes so far. */
export function countingBytes(
  onBytes: (bytes: number) => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(piece, controller) {
      bytes += piece.length;
      onBytes(bytes);
      controller.enqueue(piece);
    },
  });
}

/** Starts a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
