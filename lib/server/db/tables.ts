import 'server-only';
import type { Generated } from 'kysely';
import type { CellState, ChangeSetKind, ChangeSetState } from '@/lib/contract/changes/change-states';
import type { LedgerKind } from '@/lib/contract/changes/ledger';
import type { ViewPlace } from '@/lib/contract/views';

/** Times are milliseconds since 1970 by the database's clock; lists are JSON texts; yes and no are 1 and 0. */
export interface Tables {
  person: PersonTable;
  session: SessionTable;
  sign_in_flow: SignInFlowTable;
  ledger_entry: LedgerEntryTable;
  ledger_head: LedgerHeadTable;
  ledger_checkpoint: LedgerCheckpointTable;
  change_set: ChangeSetTable;
  change_cell: ChangeCellTable;
  cell_claim: CellClaimTable;
  saved_view: SavedViewTable;
  write_probe: WriteProbeTable;
  believed_read: BelievedReadTable;
}

/** Rows that are written only to find out whether the database takes them; none stays. */
export interface WriteProbeTable {
  id: string;
  filler: string;
}

/** How much the reads of a connection's matrix listed; the figures are JSON of `MatrixFigures`. */
export interface BelievedReadTable {
  connection: string;
  /** Of the last read that was believed; null: none was. */
  figures: string | null;
  /** Of a smaller read that a second one confirmed and no administrator has accepted. */
  doubted: string | null;
  /** The entry of the log by which a smaller read was last accepted; 0: none was. */
  accepted_seq: Generated<number>;
}

/** The query of an address under a name. */
export interface SavedViewTable {
  id: string;
  connection: string;
  person_id: string;
  place: ViewPlace;
  name: string;
  /** Without `?` and without the connection. */
  search: string;
  /** Whether everybody who may read the place sees it. */
  shared: number;
}

/** Somebody who has signed in: identity is issuer and subject, never an e-mail address. */
export interface PersonTable {
  id: string;
  /** The OpenID provider's issuer, or `demo`. */
  issuer: string;
  /** The provider's `sub`, or what `demo-people.ts` says. */
  subject: string;
  name: string;
  /** JSON list of roles as of the last sign-in; they hold for every session of the person at once. */
  roles: string;
  signed_in_at: number;
}

/** One signed-in browser or script. The cookie's value itself is nowhere, only its SHA-256. */
export interface SessionTable {
  token_hash: string;
  /** Public id, fit for a page and an address. */
  id: string;
  person_id: string;
  /** Address the sign-in came from, as far as proxies are trusted. */
  address: string;
  /** `User-Agent` of the sign-in, cut. */
  agent: string;
  started_at: number;
  used_at: number;
  /** The absolute limit. */
  ends_at: number;
}

/** A sign-in by OpenID Connect between its start and its return; deleted by the first return. */
export interface SignInFlowTable {
  state_hash: string;
  /** SHA-256 of the cookie of the browser that started it: nobody else can finish it. */
  browser_hash: string;
  nonce: string;
  code_verifier: string;
  /** Path of the console to go to afterwards. */
  return_path: string;
  ends_at: number;
}

/** One entry; everything but `body` and `hash` repeats what stands in the body, to be looked up by. */
export interface LedgerEntryTable {
  /** 1, 2, 3 …, without a hole. */
  seq: number;
  at: number;
  kind: LedgerKind;
  connection: string | null;
  set_id: string | null;
  position: number | null;
  record_type: string | null;
  record_id: string | null;
  entity_id: string | null;
  /** Of the actor, or of whom the entry is about where there is none. */
  person_id: string | null;
  /** The entry's canonical JSON. */
  body: string;
  /** What the chain leads to with this entry (lib/domain/ledger/chain.ts). */
  hash: string;
}

/** The one row that whoever appends locks: the newest entry's number and hash. */
export interface LedgerHeadTable {
  id: number;
  seq: number;
  hash: string;
  /** What was noticed outside up to this entry was noticed before anybody was asked to look at it. */
  reviews_after: Generated<number>;
}

/** A signed checkpoint. */
export interface LedgerCheckpointTable {
  seq: number;
  /** SHA-256 (hex) of the public key's SPKI. */
  key_id: string;
  at: number;
  /** The checkpoint's canonical JSON, which is what was signed. */
  body: string;
  /** Base64. */
  signature: string;
  /** SPKI in base64. */
  public_key: string;
}

/** A change set: what was asked, by whom, how far it is. A rule of the database keeps the counts adding up to `total`. */
export interface ChangeSetTable {
  id: string;
  connection: string;
  kind: ChangeSetKind;
  state: ChangeSetState;
  /** What people want of it; whoever runs it asks before every POST. */
  control: 'run' | 'pause' | 'cancel';
  /** Whoever made it. */
  person_id: string;
  person_name: string;
  /** Whoever made it, or had it tried again last: in their name, session and roles it is run. */
  acting_id: string;
  acting_name: string;
  /** JSON list, as of the request. */
  acting_roles: string;
  session_id: string;
  request_id: string;
  reason: string;
  /** JSON of the file it was made from. */
  source: string | null;
  undo_of: string | null;
  idempotency_key: string | null;
  /** JSON of what its cells come to, for its title; null where a version stored it that knew none. */
  summary: string | null;
  /** SHA-256 (hex) of what was asked, to tell a repeated request from another one with the same key. */
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
  /** Unconfirmed. */
  unknown: number;
  cancelled: number;
  /** Why it is paused: `person`, `storm`, or a code of the closed list. */
  pause_code: string | null;
  pause_detail: string | null;
  paused_at: number | null;
  /** Not taken up by a worker before; of a set that the console paused: when it tries again by itself. */
  retry_at: number | null;
  /** Of a switch: not sent from then on; null: of a set, or of a switch that is not to be sent any more. */
  send_before: number | null;
  /** `consecutiveFailures`: pauses by the console since something last went well. */
  stumbles: number;
  /** JSON list of outcomes: cells that ended so are tried again, and are not all waiting anew yet; null: all are. */
  retrying: string | null;
  /** Why whoever started it may no longer do so; what is left then ends as cancelled. */
  withdrawn: string | null;
  /** Which worker runs it, until when by the database's clock. */
  lease_owner: string | null;
  lease_until: number;
  /** Grows with every lease: what an older one still writes is refused. */
  fence: number;
}

/** One cell of a set. */
export interface ChangeCellTable {
  set_id: string;
  position: number;
  record_type: string;
  record_id: string;
  entity_id: string;
  wanted: number;
  expected: number | null;
  state: CellState;
  /** Counts from 1; a retry by a person begins another one. */
  attempt: number;
  /** How often this attempt was sent; an intent stands in the ledger for each. */
  sends: number;
  /** Failures in this attempt that speak against the cell rather than the service. */
  tries: number;
  before_value: number | null;
  /** Read last. */
  current_value: number | null;
  detail: string;
  /** When it was sent last. */
  sent_at: number | null;
  /** `unconfirmedUntil`: until then the service may still carry it out, so reading the old value proves nothing. */
  doubt_until: number | null;
  /** Not tried or asked for again before. */
  next_at: number;
  settled_at: number | null;
}

/** One change at a time of one cell of one connection, on all replicas; void once its set has no live lease. */
export interface CellClaimTable {
  connection: string;
  record_type: string;
  record_id: string;
  entity_id: string;
  set_id: string;
}
