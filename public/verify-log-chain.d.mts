/* Types of verify-log-chain.mjs, which is plain JavaScript so that it runs without the console. */
import type { LedgerEntry, SignedCheckpoint } from '@/lib/contract/changes/ledger';

type Gap = Extract<LedgerEntry, { kind: 'ledger.gap' }>;
type Note = Extract<LedgerEntry, { note: string }>;

interface LogOptions {
  keys?: readonly string[];
  checkpoints?: readonly { name: string; signed: unknown }[];
}

interface Judged {
  standing: 'vouches' | 'missing' | 'not fit';
  isTold: boolean;
  why: string;
}

export function canonical(value: unknown): string;
export function notesAboutShown(report: Pick<LogCheck, 'notes' | 'firstAfter'>): Note[];
export function notesInWords(notes: readonly Note[]): string[];
export function isGenuine(signed: unknown): signed is SignedCheckpoint;
export function judge(
  signed: SignedCheckpoint | null,
  log: { ledger: string; after?: number; last: number; gaps: readonly Gap[] },
  hash: string | undefined,
  isKnown: (key: string) => boolean,
): Judged;

/** Follows a log line by line; its members are what it has found. */
export class LogCheck {
  readonly faults: { seq: number | null; message: string }[];
  /** Faults beyond those listed. */
  readonly more: number;
  readonly ledger: string;
  readonly after: number;
  readonly last: number;
  readonly shown: number;
  readonly hidden: number;
  readonly gaps: Gap[];
  readonly keys: ReadonlyMap<string, number>;
  readonly notes: Note[];
  readonly firstAfter: ReadonlyMap<number, number>;
  readonly unsettled: number;
  readonly later: { name: string; seq: number; at: string }[];
  readonly reviews: { seq: number; at: string; by: string; last: number }[];
  fault(seq: number | null, message: string): void;
  begin(header: unknown): boolean;
  take(line: string | null): LedgerEntry | null;
}

export function verifyLog(
  bytes: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>,
  options?: LogOptions,
): Promise<Omit<LogCheck, 'fault' | 'begin' | 'take'> & { readonly told: number }>;
