import 'server-only';
import type { LedgerKind } from '@/lib/contract/ledger';

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
