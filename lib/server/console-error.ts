import 'server-only';
import type { ErrorCode } from '@/lib/contract/error-codes';

interface MoreOfError {
  title?: string;
  errors?: { path: string; message: string }[];
  current?: boolean | null;
  /** The last change of a cell in conflict, `at` in ISO; null: made outside this console. */
  changedBy?: { name: string | null; at: string };
  retryAfterSeconds?: number;
  /** The change may have been written. */
  mayBeDone?: true;
  cause?: unknown;
}

/** A failure with a code and a sentence for a person; never holds secrets. */
export class ConsoleError extends Error {
  override name = 'ConsoleError';
  /** By name, because Next bundles this class more than once. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ConsoleError';
  }
  readonly code: ErrorCode;
  readonly title: string | undefined;
  readonly errors: { path: string; message: string }[] | undefined;
  readonly current: boolean | null | undefined;
  readonly changedBy: MoreOfError['changedBy'];
  readonly retryAfterSeconds: number | undefined;
  readonly mayBeDone: true | undefined;

  constructor(code: ErrorCode, detail: string, more: MoreOfError = {}) {
    super(detail, { cause: more.cause });
    this.code = code;
    this.title = more.title;
    this.errors = more.errors;
    this.current = more.current;
    this.changedBy = more.changedBy;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.mayBeDone = more.mayBeDone;
  }
}
