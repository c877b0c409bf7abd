import 'server-only';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import { ConsoleError } from '@/lib/server/console-error';
import type { Database } from '@/lib/server/db/database';
import { entryIn } from '@/lib/server/ledger/entry';
import { ledgerRows, logLines } from '@/lib/server/ledger/log-file';
import { textBytes } from '@/lib/server/byte-stream';
import { zipArchive, type ZipPart } from '@/lib/server/spreadsheet/zip-writer';
import { readme, type About } from './about';
import { Summary } from './evidence-page';
import { csvHead, csvLine, EvidenceRows, jsonLine, type EvidenceRow } from './rows';
import type { Shown } from './scope';

interface ArchiveParts {
  database: Database;
  about: About;
  shown: Shown;
  tools: readonly [name: string, text: string][];
  sign: (text: string) => string;
}

type Texts = Iterable<string> | AsyncIterable<string>;

/** The archive, made while it is read. @throws ConsoleError `ledger-unavailable`; it is then incomplete. */
export function evidenceArchive(parts: ArchiveParts): AsyncGenerator<Uint8Array> {
  return zipArchive(filesOf(parts));
}

function* filesOf({ database, about, shown, tools, sign }: ArchiveParts): Generator<ZipPart> {
  const files: { name: string; bytes: number; sha256: string }[] = [];
  const file = (name: string, texts: () => Texts): ZipPart => ({
    name,
    bytes: async function* () {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const piece of textBytes(texts())) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
      files.push({ name, bytes, sha256: hash.digest('hex') });
    },
  });
  const { signed, scope, by, at } = about;
  const { seq } = signed.checkpoint;
  const summary = new Summary();
  yield file('README.txt', () => [readme(about)]);
  yield file('changes.jsonl', async function* () {
    const note = (entry: LedgerEntry) => summary.noteEntry(entry, shown.setId !== null);
    for await (const row of rowsOf(database, seq, shown, note)) {
      summary.addRow(row);
      yield jsonLine(row);
    }
  });
  yield file('changes.csv', async function* () {
    yield csvHead;
    for await (const row of rowsOf(database, seq, shown)) yield csvLine(row);
  });
  yield file('evidence.html', () => summary.page(about));
  yield file('chain.jsonl', () => logLines(database, signed, shown.has));
  yield file('checkpoint.json', () => [`${canonicalJson({ ...signed })}\n`]);
  for (const [name, text] of tools) yield file(name, () => [text]);
  yield {
    name: 'manifest.json',
    bytes: () => {
      const { key } = signed.checkpoint;
      const manifest = { format: 'mem-evidence/2', at, by, scope, key, files };
      const signature = sign(canonicalJson(manifest));
      return textBytes([`${canonicalJson({ manifest, publicKey: signed.publicKey, signature })}\n`]);
    },
  };
}

async function* rowsOf(
  database: Database,
  last: number,
  shown: Shown,
  note: (entry: LedgerEntry) => void = () => undefined,
): AsyncGenerator<EvidenceRow> {
  const rows = new EvidenceRows();
  for await (const row of ledgerRows(database, last, shown.setId)) {
    const entry = shown.has(row) ? entryIn(row.body) : null;
    if (!entry) continue; // damaged: the chain holds it as it is, so the verifier finds it
    note(entry);
    const made = rows.take(entry);
    if (made) yield made;
  }
  yield* rows.rest();
}

/** The verifier's files in `public`. @throws ConsoleError `internal` when one is missing. */
export function verifierFiles(): [name: string, text: string][] {
  return ['verify-log.mjs', 'verify-log-chain.mjs'].map((name) => [name, toolText(name)]);
}

function toolText(name: string): string {
  // A build lies below the folder that holds `public`.
  const folders: string[] = [];
  for (let at = dirname(process.argv[1] ?? ''); at !== dirname(at); at = dirname(at)) folders.push(at);
  const file = [...folders, ''].map((folder) => join(folder, 'public', name)).find((one) => existsSync(one));
  if (file !== undefined) return readFileSync(file, 'utf8');
  throw new ConsoleError(
    'internal',
    `This installation has no file public/${name}, which belongs to the evidence. Nothing was exported. Tell the operator of the console.`,
  );
}
