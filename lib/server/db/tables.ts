import 'server-only';
import type { Generated } from 'kysely';
import type { CellState, ChangeSetKind, ChangeSetState } from '@/lib/contract/changes/change-states';
import type { LedgerKind } from '@/lib/contract/changes/ledger';
import type { DeliveryState, NoticeKind, ReceiverKind } from '@/lib/contract/notice-kinds';
import type { ViewPlace } from '@/lib/contract/views';

/** Times are ms since 1970 by the database's clock, lists are JSON, booleans are 1 and 0. */
export interface Tables {
  person: PersonTable;
  session: SessionTable;
  sign_in_flow: SignInFlowTable;
  ledger_entry: LedgerEntryTable;
  ledger_head: LedgerHeadTable;
  ledger_checkpoint: LedgerCheckpointTable;
  ledger_cursor: LedgerCursorTable;
  notice: NoticeTable;
  notice_receiver: NoticeReceiverTable;
  notice_delivery: NoticeDeliveryTable;
  change_set: ChangeSetTable;
  change_cell: ChangeCellTable;
  cell_claim: CellClaimTable;
  saved_view: SavedViewTable;
  write_probe: WriteProbeTable;
  believed_read: BelievedReadTable;
  compared_read: ComparedReadTable;
}

/** Deleted in the transaction that writes it. */
export interface WriteProbeTable {
  id: string;
  filler: string;
}

/** Sizes of a connection's reads, as JSON of `MatrixFigures`. */
export interface BelievedReadTable {
  connection: string;
  /** The last believed read; null: none. */
  figures: string | null;
  /** A smaller read that a second one confirmed and no administrator accepted. */
  doubted: string | null;
  /** The log entry that last accepted a smaller read; 0: none. */
  accepted_seq: Generated<number>;
}

/** The last read of a connection that was compared with the one before. */
export interface ComparedReadTable {
  connection: string;
  /** Tenant, environment and company. */
  company: string;
  /** When the read began (epoch ms). */
  as_of: number;
  /** The newest log entry then. */
  seq: number;
  /** The columnar document, packed, in base64. */
  matrix: string;
}

export interface SavedViewTable {
  id: string;
  connection: string;
  person_id: string;
  place: ViewPlace;
  name: string;
  /** Without `?` and the connection. */
  search: string;
  shared: number;
}

/** Issuer and subject identify a person, never an e-mail address. */
export interface PersonTable {
  id: string;
  /** The OpenID issuer, or `demo`. */
  issuer: string;
  /** The provider's `sub`, or that of `demo-people.ts`. */
  subject: string;
  name: string;
  /** JSON list as of the last sign-in, for all sessions of the person. */
  roles: string;
  signed_in_at: number;
}

export interface SessionTable {
  token_hash: string;
  id: string;
  person_id: string;
  /** Address of the sign-in, through trusted proxies only. */
  address: string;
  agent: string;
  started_at: number;
  used_at: number;
  ends_at: number;
}

export interface SignInFlowTable {
  state_hash: string;
  /** SHA-256 of the cookie of the browser that must finish it. */
  browser_hash: string;
  nonce: string;
  code_verifier: string;
  return_path: string;
  ends_at: number;
}

/** All columns but `body` and `hash` repeat parts of the body for lookups. */
export interface LedgerEntryTable {
  /** 1, 2, 3 … without a gap. */
  seq: number;
  at: number;
  kind: LedgerKind;
  connection: string | null;
  set_id: string | null;
  position: number | null;
  record_type: string | null;
  record_id: string | null;
  entity_id: string | null;
  /** The actor, or the person the entry is about. */
  person_id: string | null;
  body: string;
  /** The hash chain up to this entry (lib/domain/ledger/chain.ts). */
  hash: string;
}

/** The newest entry; each append locks this row. */
export interface LedgerHeadTable {
  id: number;
  seq: number;
  hash: string;
  /** Outside changes up to this entry need no review. */
  reviews_after: Generated<number>;
}

/** One row for each follower of the log. */
export interface LedgerCursorTable {
  name: string;
  /** The newest entry that the follower has handled. */
  seq: number;
  /** The replica that follows, until `lease_until` by the database's clock. */
  lease_owner: string | null;
  lease_until: Generated<number>;
}

export interface LedgerCheckpointTable {
  seq: number;
  /** SHA-256 (hex) of the public key's SPKI. */
  key_id: string;
  at: number;
  /** The signed canonical JSON. */
  body: string;
  signature: string;
  /** SPKI in base64. */
  public_key: string;
}

/** A message to people, numbered 1, 2, 3 … in the order of the commits. */
export interface NoticeTable {
  number: number;
  /** Keeps replicas and restarts from writing one message twice. */
  key: string;
  /** A state that lasts, such as `down default`; `seen_at` is when a replica last saw it. Null: an event. */
  topic: string | null;
  kind: NoticeKind;
  connection: string | null;
  at: number;
  seen_at: number;
  /** JSON of `NoticeBody`. */
  body: string;
}

export interface NoticeReceiverTable {
  id: string;
  name: string;
  kind: ReceiverKind;
  /** May hold a secret, as the addresses of Teams and Slack do. */
  address: string;
  /** Signs the messages of a webhook. */
  secret: string | null;
  /** JSON list of the kinds of notices that it gets. */
  notices: string;
  /** Failed tries since the last success; no try before `next_at`. */
  failures: Generated<number>;
  next_at: Generated<number>;
  /** Why the last try failed; null: it did not. */
  cause: string | null;
  /** The replica that delivers, until `lease_until` by the database's clock. */
  lease_owner: string | null;
  lease_until: Generated<number>;
}

export interface NoticeDeliveryTable {
  receiver_id: string;
  number: number;
  state: DeliveryState;
  tries: Generated<number>;
  /** When it began to wait; a day later it is given up. */
  since: number;
  tried_at: number | null;
  cause: string | null;
}

/** A check constraint keeps the counts adding up to `total`. */
export interface ChangeSetTable {
  id: string;
  connection: string;
  kind: ChangeSetKind;
  state: ChangeSetState;
  /** A person's wish; the worker reads it before every POST. */
  control: 'run' | 'pause' | 'cancel';
  person_id: string;
  person_name: string;
  /** The creator, or the person of the last retry, whose session and roles the set uses. */
  acting_id: string;
  acting_name: string;
  acting_roles: string;
  session_id: string;
  request_id: string;
  reason: string;
  source: string | null;
  undo_of: string | null;
  idempotency_key: string | null;
  /** JSON for the title; null in sets of older versions. */
  summary: string | null;
  /** SHA-256 (hex) of the request, which tells a repetition from another use of the key. */
  body_hash: string;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  total: number;
  pending: number;
  applied: number;
  already: number;
  conflict: number;
  rejected: number;
  unknown: number;
  cancelled: number;
  /** `person`, `storm`, or an error code. */
  pause_code: string | null;
  pause_detail: string | null;
  paused_at: number | null;
  /** Earliest next lease; for a set that the console paused, its next try. */
  retry_at: number | null;
  /** Time limit of a switch; null: a set, or a switch that must not be sent. */
  send_before: number | null;
  /** `consecutiveFailures`: pauses by the console since the last success. */
  stumbles: number;
  /** JSON list of outcomes whose cells a retry has not fully reset; null: none. */
  retrying: string | null;
  /** Why the starter lost the right to it; the rest ends as cancelled. */
  withdrawn: string | null;
  /** The worker that runs it, until `lease_until` by the database's clock. */
  lease_owner: string | null;
  lease_until: number;
  /** Grows with every lease; the database refuses writes with an older one. */
  fence: number;
}

export interface ChangeCellTable {
  set_id: string;
  position: number;
  record_type: string;
  record_id: string;
  entity_id: string;
  wanted: number;
  expected: number | null;
  state: CellState;
  /** From 1; a person's retry begins the next one. */
  attempt: number;
  /** Sends of this attempt; the ledger has an intent for each. */
  sends: number;
  /** Failures of this attempt that the cell caused, not the service. */
  tries: number;
  before_value: number | null;
  current_value: number | null;
  detail: string;
  sent_at: number | null;
  /** `unconfirmedUntil`: until then the service may still apply it, so the old value proves nothing. */
  doubt_until: number | null;
  /** Earliest next try or read. */
  next_at: number;
  settled_at: number | null;
}

/** Prevents two simultaneous changes of one cell on all replicas; void without a live lease of its set. */
export interface CellClaimTable {
  connection: string;
  record_type: string;
  record_id: string;
  entity_id: string;
  set_id: string;
}
