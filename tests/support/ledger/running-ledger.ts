import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import type { Verification } from '@/lib/contract/changes/verification';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { Checkpoints } from '@/lib/server/ledger/checkpoints/checkpoints';
import { Ledger } from '@/lib/server/ledger/ledger';
import { logLines } from '@/lib/server/ledger/log-file';
import { openSigningKey, type SigningKey } from '@/lib/server/ledger/checkpoints/signing-key';
import { verifyLedger } from '@/lib/server/ledger/verify/verify';
import { factsOfSet } from './ledger-facts';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';
import { testDatabase, type TestDatabase } from '@/tests/support/database/test-database';

/** A ledger with its database, key and checkpoints, all real. */
export interface RunningLedger {
  database: Database;
  ledger: Ledger;
  checkpoints: Checkpoints;
  key: SigningKey;
  /** Lines of the log, as JSON. */
  logged: () => Record<string, unknown>[];
  verify: () => Promise<Verification>;
  /** The whole log as a file has it. */
  file: () => Promise<string>;
  close: () => Promise<void>;
}

/** Where a ledger's key and checkpoints lie. */
export function ledgerFolder(): { keyFile: string; directory: string } {
  const folder = temporaryFolder('mem-ledger');
  return { keyFile: join(folder, 'ledger-key.pem'), directory: join(folder, 'checkpoints') };
}

/** Writes the entries of sets of five changes, twelve each, and signs after each set. */
export async function signSets({ ledger, checkpoints }: RunningLedger, ...sets: string[]): Promise<void> {
  for (const set of sets) {
    await ledger.append(factsOfSet(set, 5));
    await checkpoints.sign();
    await checkpoints.folder.settled();
  }
}

/** Opens a ledger as the console does at its start, checkpoints in its folder included. */
export async function runLedger(
  url: string,
  { keyFile, directory }: { keyFile: string; directory: string },
  patience = { ms: 3_600_000, entries: 1_000_000 },
): Promise<RunningLedger> {
  const lines: string[] = [];
  const log: Logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const key = openSigningKey({ keyFile, isKeyNamed: false });
  const database = await openDatabase(url);
  const ledger = new Ledger(database);
  const checkpoints = new Checkpoints({ database, ledger, key, directory, log }, patience);
  await checkpoints.start();
  await checkpoints.folder.settled();
  return {
    database,
    ledger,
    checkpoints,
    key,
    logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    verify: () => verifyLedger({ database, directory, ownKey: key.fingerprint }),
    file: async () => {
      let text = '';
      for await (const line of logLines(database, await checkpoints.sign())) text += line;
      return text;
    },
    close: async () => {
      await checkpoints.close();
      await database.close();
    },
  };
}

/** A running ledger, and where its database, key and checkpoints lie. */
export interface StartedLedger {
  where: TestDatabase;
  folder: ReturnType<typeof ledgerFolder>;
  running: RunningLedger;
}

/** A ledger of its own with these sets in it: entries 1 and 2 are its beginning, each set is twelve more, signed. */
export async function startLedger(...sets: string[]): Promise<StartedLedger> {
  const where = await testDatabase();
  const folder = ledgerFolder();
  const running = await runLedger(where.url, folder);
  await signSets(running, ...sets);
  return { where, folder, running };
}

/** Closes what runs of it, and removes all of it. */
export async function endLedger({ where, running }: StartedLedger): Promise<void> {
  await running.close();
  await where.drop();
}
