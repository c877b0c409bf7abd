import 'server-only';
import { createHash } from 'node:crypto';

/** SHA-256 in hex of bytes or of a UTF-8 text. */
export const sha256 = (of: string | Buffer): string => createHash('sha256').update(of).digest('hex');
