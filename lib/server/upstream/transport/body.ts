import 'server-only';
import { isUtf8 } from 'node:buffer';
import { PassThrough, type Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BodyError } from '@/lib/server/bounded-body';

const megabyte = 2 ** 20;
/** Size limits of unpacked answers in bytes; `together` is for one connection. */
export const largest = {
  page: 256 * megabyte,
  metadata: 32 * megabyte,
  small: megabyte,
  together: 512 * megabyte,
} as const;

/** @throws BodyError `encoding` for anything but gzip and none. */
export function decoderOf(encoding: string): Transform {
  if (encoding === '' || encoding === 'identity') return new PassThrough({ highWaterMark: megabyte });
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new BodyError('encoding');
  return createGunzip({ chunkSize: megabyte / 4 });
}

export function decodingError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^Z_/.test(code) ? new BodyError(code === 'Z_BUF_ERROR' ? 'cut' : 'encoding') : error;
}

const byteOrderMark = Buffer.from('\ufeff');

export function withoutMark(body: Buffer): Buffer {
  const { length } = byteOrderMark;
  return body.subarray(0, length).equals(byteOrderMark) ? body.subarray(length) : body;
}

/** The text of a UTF-8 body without its byte order mark; null for other bytes, which could form a wrong key. */
export function utf8Text(body: Buffer): string | null {
  return isUtf8(body) ? withoutMark(body).toString('utf8') : null;
}
