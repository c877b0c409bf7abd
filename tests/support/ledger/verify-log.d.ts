/* What `public/verify-log*.mjs` offer: they are plain JavaScript, so that they run without the console. */

interface LogNote {
  seq: number;
  note: string;
  began?: number;
  last?: number;
}

interface LogReport {
  faults: string[];
  more: number;
  ledger: string;
  after: number;
  last: number;
  shown: number;
  hidden: number;
  gaps: { seq: number; checkpointSeq: number; headSeq: number }[];
  notes: LogNote[];
  unsettled: number;
  reviews: { seq: number; at: string; by: string; last: number }[];
}

interface LogOptions {
  keys?: readonly string[];
  checkpoints?: readonly { name: string; signed: unknown }[];
}

declare module '@/public/verify-log-chain.mjs' {
  export function canonical(value: unknown): string;
  export function notesInWords(notes: readonly LogNote[]): string[];
  export function verifyLog(
    bytes: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>,
    options?: LogOptions,
  ): Promise<LogReport>;
}

declare module '@/public/verify-log.mjs' {
  export function verifyFolder(folder: string, options?: LogOptions): Promise<LogReport>;
}
