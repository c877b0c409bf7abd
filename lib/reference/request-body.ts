import type { IncomingMessage } from 'node:http';
import { ServiceError } from './error-body';

const MOST_BYTES = 1_048_576;

/** Reads a request body as UTF-8. Throws ServiceError 413 above one megabyte. */
export async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    // Guarantee: without setEncoding an IncomingMessage gives Buffers.
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > MOST_BYTES) {
      throw new ServiceError(
        413,
        'BadRequest_RequestEntityTooLarge',
        'The body is larger than one megabyte.',
      );
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
