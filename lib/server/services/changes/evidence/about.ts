import 'server-only';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import type { EvidenceScope } from '@/lib/contract/changes/evidence';
import type { SignedCheckpoint } from '@/lib/contract/changes/ledger';
import { plural } from '@/lib/domain/counted';
import { outcomeMeanings } from '@/lib/domain/changes/outcome-meanings';

export const outsideMeaning = {
  label: 'Made outside this console',
  meaning:
    'Found by comparing two reads of the service, so nobody is named; the time is when it was noticed, the detail says between which times it happened.',
};

export interface About {
  title: string;
  covers: string;
  scope: EvidenceScope;
  by: { id: string; name: string };
  /** When it was made, by the database's clock. */
  at: string;
  signed: SignedCheckpoint;
  /** A sentence about the set's undo; null when nothing is undone. */
  undone: string | null;
  notes: readonly string[];
}

/** Drops the end of a period that lies after the export. */
export function endedBy(scope: EvidenceScope, at: string): EvidenceScope {
  if (scope.what !== 'period') return scope;
  const { to, ...open } = scope;
  return to === undefined || Date.parse(to) > Date.parse(at) ? open : scope;
}

export function coverWords(scope: EvidenceScope): string {
  switch (scope.what) {
    case 'set':
      return `The change set ${scope.changeSetId}`;
    case 'period':
      return scope.to === undefined
        ? `What happened from ${inUtc(scope.from)} (UTC) until this export`
        : `What happened from ${inUtc(scope.from)} until before ${inUtc(scope.to)} (UTC)`;
    case 'ledger':
      return 'The whole log';
  }
}

export function undoneWords(
  { undone, counts: { applied } }: Pick<ChangeSet, 'undone' | 'counts'>,
  { id, person, createdAt }: Pick<ChangeSet, 'id' | 'person' | 'createdAt'>,
): string {
  const much = `${String(undone)} of ${String(applied)} ${plural(applied, 'change was', 'changes were')} undone`;
  return `${much} when this was exported. The newest undo is the change set ${id}, asked for by ${person.name} on ${inUtc(createdAt)} (UTC); its own evidence says more`;
}

/** The name contains nothing from the request but the time and the set's ID. */
export function archiveName({ scope, at }: About): string {
  const about = scope.what === 'set' ? `set-${scope.changeSetId.replace(/\W/g, '').slice(0, 8)}` : scope.what;
  return `evidence-${about}-${at.replaceAll(/[-:]|\.\d+/g, '')}.zip`;
}

function inUtc(time: string): string {
  return new Date(time).toISOString();
}

export function readme({ title, covers, by, at, undone, notes, signed: { checkpoint } }: About): string {
  return `${title}
${'='.repeat(title.length)}

${covers}. Exported by ${by.name} on ${at} (UTC). The export itself is an entry of the log.
${undone === null ? '' : `\n${undone}.\n`}${notes.map((note) => `\n${note}\n`).join('')}
evidence.html         for people: who changed what, with numbers; it can be printed
changes.csv           one row for each attempt at a cell, and for each change that was found to be made outside this
                      console, for a spreadsheet
changes.jsonl         the same for programs, one JSON object a line
chain.jsonl           the log from its first entry to the checkpoint; what this evidence is not about is given by its
                      digest only, which keeps the chain provable
checkpoint.json       the signature under the log's last entry here
manifest.json         SHA-256 and size of every file, signed by the same key
verify-log.mjs        checks all of it (with verify-log-chain.mjs)

How to check
------------
1. Node.js 18 or newer, in this folder, which holds nothing else:  node verify-log.mjs .
   No network and no console are needed. Its last words and its exit code say what was found:
   0  IN ORDER: every entry is there, in its place and as it was written
   1  NOT IN ORDER: something was edited, removed, put in, moved or cut off; it says what
   2  it could not check, for instance because an option has no value
   3  WITH A GAP: what is here is as it was written, but the log tells that entries were lost, because an older copy of
      the database was put back
   4  IN ORDER AS FAR AS IT GOES: what is here is as it was written, but a checkpoint that you gave was signed after
      this archive and speaks of later entries; get a newer archive to check those
2. Compare the fingerprint of the key with the one you were given by other means than this archive:
   ${checkpoint.key}
   Then nobody but the holder of that key can have made it: node verify-log.mjs . --key <fingerprint>
3. Checkpoints that were kept elsewhere (the folder LEDGER_CHECKPOINT_DIR) show that nothing was cut off or put back
   since: node verify-log.mjs . --checkpoint <files or a folder>

To take no tool's word for it, take verify-log.mjs from a console that you trust, or write your own: the digest of an
entry is the SHA-256 of its canonical JSON (RFC 8785), its hash the SHA-256 of the hash before and that digest, both as
hexadecimal text; the first follows 64 zeros. Signatures are Ed25519 over canonical JSON.

What the rows say
-----------------
before, after: read from the service before and after; empty: not read. Outcomes, and what evidence.html calls them:
${Object.entries(outcomeMeanings)
  .filter(([outcome]) => outcome !== 'pending')
  .map(([outcome, { label, meaning }]) => `${outcome.padEnd(11)}${label}: ${meaning}`)
  .join('\n')}
outside    ${outsideMeaning.label}: ${outsideMeaning.meaning}
Of many changes made outside at once the first are named and the rest is counted, in a row without a record. Who reviewed
them stands in evidence.html.
unknown is also what was sent and has no outcome in these entries. Of a change that was sent before a period and decided in
it, only the outcome is here.
A leading apostrophe in changes.csv keeps a spreadsheet from taking a text for a formula.
`;
}
