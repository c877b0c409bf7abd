import 'server-only';
import { dirname, join } from 'node:path';
import type { Environment } from './config-connection';

/** Where the ledger's key lies and where its checkpoints go. */
export interface LedgerSettings {
  keyFile: string;
  /** Whether the key file was named by whoever runs the console; one that was not may be made. */
  isKeyNamed: boolean;
  checkpointDirectory: string;
}

/** The ledger's places as set; else beside the embedded database's file, with PostgreSQL in `data`. */
export function ledgerSettings(set: Environment, databaseUrl: string): LedgerSettings {
  const folder = databaseUrl.startsWith('file:') ? dirname(databaseUrl.slice('file:'.length)) : 'data';
  return {
    keyFile: set.LEDGER_KEY_FILE ?? join(folder, 'ledger-key.pem'),
    isKeyNamed: set.LEDGER_KEY_FILE !== undefined,
    checkpointDirectory: set.LEDGER_CHECKPOINT_DIR ?? join(folder, 'checkpoints'),
  };
}
