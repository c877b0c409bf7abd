import 'server-only';
import type { EvidenceScope } from '@/lib/contract/evidence';
import type { SignedCheckpoint } from '@/lib/contract/ledger';

/** What evidence is, for whom and of when. */
export interface About {
  title: string;
  /** What it covers, in words. */
  covers: string;
  scope: EvidenceScope;
  by: { id: string; name: string };
  /** When it was made, by the database's clock. */
  at: string;
  signed: SignedCheckpoint;
}

/** What a scope covers, in words. */
export function coverWords(scope: EvidenceScope): string {
  switch (scope.what) {
    case 'set':
      return `The change set ${scope.changeSetId}`;
    case 'period':
      return `What happened from ${inUtc(scope.from)} until before ${inUtc(scope.to)} (UTC)`;
    case 'ledger':
      return 'The whole log';
  }
}

/** Name of the archive: nothing in it comes from the request but the time and an id of ours. */
export function archiveName({ scope, at }: About): string {
  const about = scope.what === 'set' ? `set-${scope.changeSetId.replace(/\W/g, '').slice(0, 8)}` : scope.what;
  return `evidence-${about}-${at.replaceAll(/[-:]|\.\d+/g, '')}.zip`;
}

function inUtc(time: string): string {
  return new Date(time).toISOString();
}

/** The file that says what the others are. */
export function readme({ title, covers, by, at, signed: { checkpoint } }: About): string {
  return `${title}
${'='.repeat(title.length)}

${covers}. Exported by ${by.name} on ${at} (UTC). The export itself is an entry of the log.

evidence.html         for people: who changed what, with numbers; it can be printed
changes.csv           one row for each attempt at a cell, for a spreadsheet
changes.jsonl         the same for programs, one JSON object a line
chain.jsonl           the log from its first entry to the checkpoint; what this evidence is not about is given by its
                      digest only, which keeps the chain provable
checkpoint.json       the signature under the log's last entry here
manifest.json         SHA-256 and size of every file, signed by the same key
verify-log.mjs        checks all of it (with verify-log-chain.mjs)

How to check
------------
1. Node.js 18 or newer, in this folder:  node verify-log.mjs .
   No network and no console are needed. It ends with IN ORDER, or says what is not.
2. Compare the fingerprint of the key with the one you were given by other means than this archive:
   ${checkpoint.key}
   Then nobody but the holder of that key can have made it: node verify-log.mjs . --key <fingerprint>
3. Checkpoints that were kept elsewhere (the folder LEDGER_CHECKPOINT_DIR) show that nothing was cut off or put back
   since: node verify-log.mjs . --checkpoint <files>

To take no tool's word for it, take verify-log.mjs from a console that you trust, or write your own: the digest of an
entry is the SHA-256 of its canonical JSON (RFC 8785), its hash the SHA-256 of the hash before and that digest, both as
hexadecimal text; the first follows 64 zeros. Signatures are Ed25519 over canonical JSON.

What the rows say
-----------------
before, after: read from the service before and after; empty: not read. applied: sent and read back; already: it had the
value; conflict: the value was not the one seen; rejected: the service said no; cancelled: never sent; unknown: sent, and
no outcome in these entries. Of a change that was sent before a period and decided in it, only the outcome is here.
A leading apostrophe in changes.csv keeps a spreadsheet from taking a text for a formula.
`;
}
