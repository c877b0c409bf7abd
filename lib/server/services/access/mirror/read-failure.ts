import 'server-only';
import type { MatrixStatus } from '@/lib/contract/access/access';
import { ConsoleError } from '@/lib/server/console-error';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';

export interface ReadFailure {
  error: unknown;
  at: number;
}

/** Why a read is not shown, in words for people. */
export function problemOf({ error, at }: ReadFailure): MatrixStatus['problem'] {
  const known = error instanceof UpstreamError || error instanceof ConsoleError;
  return {
    code: known ? error.code : 'internal',
    ...(error instanceof ConsoleError && error.title !== undefined && { title: error.title }),
    detail: known ? error.message : 'The console itself failed while reading. Its log says why.',
    at: new Date(at).toISOString(),
  };
}
