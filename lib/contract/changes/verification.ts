import { z } from 'zod';
import { signedCheckpointSchema } from './ledger';

/** Something about the log that is not as the console left it; `seq` is the entry it is about. */
const ledgerFaultSchema = z.object({ seq: z.number().int().nullable(), message: z.string() });

/** Entries that were there and are no more, because an older copy of the database was put back. */
export const ledgerGapSchema = z.object({
  /** The entry that records it. */
  seq: z.number().int(),
  at: z.iso.datetime(),
  /** The newest entry of the copy that was put back. */
  headSeq: z.number().int(),
  /** What is known of the lost ones: there was an entry of this number, at that time. */
  lostSeq: z.number().int(),
  lostAt: z.iso.datetime(),
});

export type LedgerGap = z.infer<typeof ledgerGapSchema>;

/** Answer of `GET /api/changes/verify`. */
export const verificationSchema = z.object({
  /**
   * `gap`: every entry is as it was written, but some are lost and the log says so, or the folder has checkpoints of
   * another log; `broken`: see `faults`.
   */
  verdict: z.enum(['intact', 'gap', 'broken']),
  /** In a sentence for people. */
  summary: z.string(),
  /** The ledger's own name; null while it has no entry. */
  ledger: z.string().nullable(),
  checkedAt: z.iso.datetime(),
  head: z.object({ seq: z.number().int(), hash: z.string() }),
  /** Fingerprint (SHA-256, hex) of the key that this console signs with. */
  key: z.string(),
  checkpoints: z.object({
    /** How many were checked, of the database and of the folder. */
    stored: z.number().int(),
    files: z.number().int(),
    /** The newest entry that a checkpoint vouches for; what came after is chained, not signed yet. */
    signedTo: z.number().int(),
    /** Why the folder cannot be read or written; null while it can. */
    folderFault: z.string().nullable(),
  }),
  gaps: z.array(ledgerGapSchema),
  faults: z.array(ledgerFaultSchema),
  /** Faults beyond those listed. */
  moreFaults: z.number().int(),
  /** What is no fault, but worth knowing. */
  remarks: z.array(z.string()),
});

export type Verification = z.infer<typeof verificationSchema>;

/** Query of `GET /api/changes/checkpoints`: newest first; `before` is the number where the page before ended. */
export const checkpointsQuerySchema = z.strictObject({
  before: z.coerce.number().int().min(1).optional(),
});

/** Answer of `GET /api/changes/checkpoints`; `next` goes into `before` for older ones, null at the end. */
export const checkpointListSchema = z.object({
  /** Fingerprint (SHA-256, hex) and SPKI (base64) of the key that this console signs with. */
  key: z.object({ fingerprint: z.string(), publicKey: z.string() }),
  value: z.array(signedCheckpointSchema),
  next: z.number().int().nullable(),
});
