import { z } from 'zod';
import { cellSchema } from '../access/access';
import { cellStates, changeSetKinds, changeSetStates, unconfirmedState } from './change-states';
import { receiverKinds } from '../notice-kinds';
import { roleSchema } from '../session/session';

/*
 * The ledger's entries: what the console did, for whom, in the words of a machine. Every entry becomes one canonical
 * JSON text whose digest goes into a hash chain (lib/domain/ledger/chain.ts); kinds may be added, never changed.
 */

const value = z.boolean().nullable();

/** Who acts; absent where the console acts by itself. */
export const ledgerActorSchema = z.object({
  id: z.string(),
  name: z.string(),
  roles: z.array(roleSchema),
  session: z.string(),
});

export type LedgerActor = z.infer<typeof ledgerActorSchema>;

/** One attempt at one cell of a change set. */
const attempt = {
  connection: z.string(),
  set: z.string(),
  position: z.number().int(),
  /** Counts from 1; a retry by a person begins another one. */
  attempt: z.number().int(),
  cell: cellSchema,
  actor: ledgerActorSchema,
};

const caller = { actor: ledgerActorSchema.optional(), requestId: z.string().optional() };

/** What an entry says, by kind; sequence number and time are the ledger's own. */
export const ledgerFactsSchema = z.discriminatedUnion('kind', [
  /** The first entry: a random name that tells this ledger from every other. */
  z.object({ kind: z.literal('ledger.began'), ledger: z.string() }),
  /** A key that signs checkpoints from now on (Ed25519, SPKI in base64) and its fingerprint (SHA-256 in hex). */
  z.object({ kind: z.literal('ledger.key'), publicKey: z.string(), fingerprint: z.string() }),
  /** A signed checkpoint knows entries that are not here: the database was restored from an older copy, or cut. */
  z.object({
    kind: z.literal('ledger.gap'),
    checkpointSeq: z.number().int(),
    checkpointHash: z.string(),
    checkpointAt: z.iso.datetime(),
    headSeq: z.number().int(),
  }),
  /**
   * A note that readers of the log are shown, about the entries after itself; or, where it names the note `began` that
   * it ends, about those after `began` up to `last`. The console acts on none of them.
   */
  z.object({
    kind: z.literal(['ledger.demo-began', 'ledger.demo-ended']),
    note: z.string(),
    began: z.number().int().optional(),
    last: z.number().int().optional(),
    complete: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('session.started'),
    ...caller,
    session: z.string(),
    address: z.string(),
    way: z.string(),
  }),
  /** `how`: by the person, by an administrator, or by a new sign-in in the same browser. */
  z.object({
    kind: z.literal('session.ended'),
    ...caller,
    person: z.string(),
    sessions: z.array(z.string()),
    how: z.enum(['signed-out', 'revoked', 'replaced']),
  }),
  z.object({
    kind: z.literal('session.refused'),
    ...caller,
    address: z.string(),
    failure: z.string(),
    detail: z.string(),
    /** Since the entry before about the same. */
    times: z.number().int(),
  }),
  /** A sign-in brought other roles than the one before; the first sign-in has none before. */
  z.object({
    kind: z.literal('person.roles'),
    ...caller,
    person: z.object({ id: z.string(), name: z.string() }),
    before: z.array(z.string()),
    after: z.array(z.string()),
  }),
  /** Somebody signed in asked for what the role does not allow; `times` since the entry before about the same. */
  z.object({
    kind: z.literal('request.refused'),
    ...caller,
    method: z.string(),
    path: z.string(),
    code: z.string(),
    times: z.number().int(),
  }),
  /** A set was stored. `cells` is the SHA-256 (hex) of its cells' canonical JSON, one line a cell. */
  z.object({
    kind: z.literal('set.created'),
    ...caller,
    actor: ledgerActorSchema,
    connection: z.string(),
    set: z.string(),
    setKind: z.enum(changeSetKinds),
    total: z.number().int(),
    cells: z.string(),
    reason: z.string(),
    source: z.object({ file: z.string(), sha256: z.string() }).optional(),
    undoOf: z.string().optional(),
  }),
  /** A set was paused, resumed, cancelled, retried, or came to its end; without an actor by the console itself. */
  z.object({
    kind: z.literal('set.state'),
    ...caller,
    connection: z.string(),
    set: z.string(),
    state: z.enum(changeSetStates),
    why: z.string(),
    /** Of a set that ended: how many of its changes the service refused or were conflicts; absent: none. */
    refused: z.object({ count: z.number().int(), of: z.number().int() }).optional(),
  }),
  /** About to be sent for the `send`th time of this attempt; written before every POST. */
  z.object({
    kind: z.literal('change.intent'),
    ...attempt,
    send: z.number().int(),
    before: value,
    wanted: z.boolean(),
    expected: value,
    requestId: z.string(),
  }),
  /** Unconfirmed: sent, without an outcome yet; the console goes on asking. */
  z.object({
    kind: z.literal('change.open'),
    ...attempt,
    wanted: z.boolean(),
    sends: z.number().int(),
    detail: z.string(),
  }),
  /** The one final outcome of the attempt. `after` was read from the service; absent where nothing was read. */
  z.object({
    kind: z.literal('change.outcome'),
    ...attempt,
    outcome: z.enum(cellStates).exclude(['pending', unconfirmedState]),
    before: value.optional(),
    wanted: z.boolean(),
    after: value.optional(),
    sends: z.number().int(),
    detail: z.string(),
    /** The service's own ids of the requests, for its operator. */
    serviceRequests: z.array(z.string()),
  }),
  /** A cell has another value than it had, and no entry of ours explains it. */
  z.object({
    kind: z.literal('access.outside'),
    connection: z.string(),
    cell: cellSchema,
    before: value,
    after: value,
    since: z.iso.datetime(),
    until: z.iso.datetime(),
  }),
  /** More cells changed outside than are listed one by one. */
  z.object({
    kind: z.literal('access.outside-more'),
    connection: z.string(),
    count: z.number().int(),
    since: z.iso.datetime(),
    until: z.iso.datetime(),
  }),
  /** Somebody reviewed what was changed outside, up to entry `last`; `count` assignments that nobody had reviewed. */
  z.object({
    kind: z.literal('outside.reviewed'),
    ...caller,
    actor: ledgerActorSchema,
    connection: z.string(),
    last: z.number().int(),
    count: z.number().int(),
  }),
  /** An administrator accepted that the service lists so much less than before; `detail` is the doubt that they read. */
  z.object({
    kind: z.literal('access.accepted'),
    ...caller,
    actor: ledgerActorSchema,
    connection: z.string(),
    detail: z.string(),
    /** Records and assignments of the last believed read, null where there was none, and of the accepted one. */
    before: z.object({ records: z.number().int(), assignments: z.number().int() }).nullable(),
    now: z.object({ records: z.number().int(), assignments: z.number().int() }),
  }),
  /** An administrator added, changed, removed or tested who receives notices, or sent again what was given up. No secret. */
  z.object({
    kind: z.literal('notices.receiver'),
    ...caller,
    actor: ledgerActorSchema,
    receiver: z.object({ id: z.string(), name: z.string(), kind: z.enum(receiverKinds) }),
    act: z.enum(['added', 'changed', 'removed', 'tested', 'sent-again']),
    detail: z.string(),
  }),
  /** A file left the console. */
  z.object({
    kind: z.literal('exported'),
    ...caller,
    actor: ledgerActorSchema,
    what: z.enum(['matrix', 'journal', 'evidence', 'ledger']),
    connection: z.string().optional(),
    detail: z.string(),
  }),
]);

export type LedgerFacts = z.infer<typeof ledgerFactsSchema>;

export type LedgerKind = LedgerFacts['kind'];

/** What the chain holds of one entry: `at` is the database's clock, order is by `seq` alone. */
export type LedgerEntry = LedgerFacts & { seq: number; at: string };

/** Query of `GET /api/changes/entries`: `after` is the number of the last entry that the caller has. */
export const entriesQuerySchema = z.strictObject({
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
});

/** A checkpoint: whoever holds the key vouches that the ledger had this hash at this entry. */
export const checkpointSchema = z.object({
  format: z.literal('mem-checkpoint/1'),
  ledger: z.string(),
  seq: z.number().int(),
  hash: z.string(),
  at: z.iso.datetime(),
  /** SHA-256 (hex) of the public key's SPKI. */
  key: z.string(),
});

export type Checkpoint = z.infer<typeof checkpointSchema>;

/** As files and answers carry it: the signature (Ed25519, base64) is over the checkpoint's canonical JSON. */
export const signedCheckpointSchema = z.object({
  checkpoint: checkpointSchema,
  signature: z.string(),
  publicKey: z.string(),
});

export type SignedCheckpoint = z.infer<typeof signedCheckpointSchema>;
