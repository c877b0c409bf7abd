import { rowCountHeader } from '@/lib/contract/request-headers';
import { callApiForFile } from './api';

/** A file and the name that the console gave it. */
export interface NamedFile {
  file: Blob;
  name: string;
  /** Rows of data that the console put into it; null: it does not say. */
  rows: number | null;
}

/**
 * Asks the console for a file to be kept.
 * @param otherwise its name where the answer says none.
 * @throws ApiError.
 */
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

/** Tells how many bytes have come so far, as they come. */
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

/** Hands a file to the browser, which keeps it as its downloads are kept. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the press has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
