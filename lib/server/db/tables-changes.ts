import 'server-only';
import type { CellState, ChangeSetKind, ChangeSetState } from '@/lib/contract/changes';

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
  unknown: number;
  cancelled: number;
  /** Why it is paused: `person`, `storm`, or a code of the closed list. */
  pause_code: string | null;
  pause_detail: string | null;
  paused_at: number | null;
  /** Not taken up by a worker before; of a set that the console paused: when it tries again by itself. */
  retry_at: number | null;
  /** Pauses by the console since something last went well. */
  stumbles: number;
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
  /** Until then the service may still carry a doubtful change out, so reading the old value proves nothing. */
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
