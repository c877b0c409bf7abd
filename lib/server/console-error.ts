import 'server-only';
import type { ErrorCode } from '@/lib/contract/error-codes';

interface MoreOfError {
  /** In place of the title that goes with the code. */
  title?: string;
  /** Faulty places of a body or query. */
  errors?: { path: string; message: string }[];
  /** The value now, of a cell in conflict. */
  current?: boolean | null;
  /** Of a conflict: who gave the cell its value, and when (ISO); no name: not through this console. */
  changedBy?: { name: string | null; at: string };
  /** When to try again, where that is known. */
  retryAfterSeconds?: number;
  /** What was asked for may have been written all the same. */
  mayBeDone?: true;
  cause?: unknown;
}

/** A refusal or failure with a code of the closed list and a sentence for a person; never carries secrets. */
export class ConsoleError extends Error {
  override name = 'ConsoleError';
  /** By name, because Next bundles instrumentation, routes and pages apart: each has its own copy of this class. */
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
