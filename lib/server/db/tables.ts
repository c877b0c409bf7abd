import 'server-only';
import type { ViewPlace } from '@/lib/contract/views';
import type { ChangeSetTable, ChangeCellTable, CellClaimTable } from './tables-changes';
import type { LedgerCheckpointTable, LedgerEntryTable, LedgerHeadTable } from './tables-ledger';

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
  /** The provider's `sub`, or the demo role. */
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
