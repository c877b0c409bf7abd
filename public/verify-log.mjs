/*
 * Checks a log of the MEM Console without the console: Node.js 18 or newer and the file verify-log-chain.mjs
 * beside this one, nothing else, no network.
 *
 *   node verify-log.mjs <log file or folder of evidence> [--key <public key file or fingerprint>] [--checkpoint <file or folder>…]
 *
 * Ends with 0 when every entry is there, in its place and as it was written; with 1 when not; with 2 when it could not
 * check; with 3 when all here is as it was written, but the log tells that entries were lost, because an older copy of
 * the database was put back; with 4 when all here is as it was written, but a checkpoint that was signed after the log
 * speaks of entries after its end. It shares no code with what writes the log, so that one mistake cannot hide another.
 */
import { createHash, createPublicKey } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  canonical,
  isHash,
  isSigned,
  linesOf,
  notesAboutShown,
  notesInWords,
  sha256,
  valueOf,
  verifyLog,
} from './verify-log-chain.mjs';

/**
 * Tells, entry by entry, the lines that `changes.jsonl` has to have: one for each attempt at a cell, and since
 * mem-evidence/2 one for each entry about what was changed outside the console.
 */
function expectedRows(hasOutside) {
  const [reasons, open] = [new Map(), new Map()];
  const kept = ['after', 'at', 'attempt', 'before', 'connection', 'position', 'seq', 'set', 'wanted'];
  const rowOf = ({ entry, before, requestIds }, outcome) => {
    const { actor, cell, detail = '', send, sends = send, serviceRequests = [] } = entry;
    const who = { id: actor.id, name: actor.name };
    const reason = reasons.get(entry.set) ?? '';
    const row = { ...cell, detail, outcome, reason, requestIds, sends, serviceRequests, who };
    if (before !== undefined) row.before = before;
    for (const name of kept) if (name in entry) row[name] = entry[name];
    return canonical(row);
  };
  // Of an entry that was edited so that it makes no row, the chain tells; no line says what it says.
  const rowOrNone = (one, outcome) => {
    try {
      return rowOf(one, outcome);
    } catch {
      return null;
    }
  };
  const outsideRow = ({ cell, ...told }) => {
    delete told.kind;
    return canonical({ ...told, ...cell, outcome: 'outside' });
  };
  const next = (entry) => {
    if (entry.kind === 'set.created' && entry.reason !== '') reasons.set(entry.set, entry.reason);
    if (hasOutside && /^access\.outside(-more)?$/.test(entry.kind)) return [outsideRow(entry)];
    if (!/^change\.(intent|open|outcome)$/.test(entry.kind)) return [];
    const key = `${entry.set} ${entry.position} ${entry.attempt}`;
    const known = open.get(key) ?? { requestIds: [] };
    const isIntent = entry.kind === 'change.intent';
    const requestIds = isIntent ? [...known.requestIds, entry.requestId] : known.requestIds;
    const now = { entry, requestIds, before: isIntent ? entry.before : known.before };
    if (entry.kind === 'change.outcome') open.delete(key);
    else open.set(key, now);
    return entry.kind === 'change.outcome' ? [rowOrNone(now, entry.outcome)] : [];
  };
  return { next, rest: () => [...open.values()].map((one) => rowOrNone(one, 'unknown')) };
}

/** Checks a folder of evidence: its list of files, the log in it, and that the rows say what the log says. */
export async function verifyFolder(folder, { keys = [], checkpoints = [] } = {}) {
  const faults = [];
  const fault = (message) => faults.push({ seq: null, message });
  const bytesOf = (name) => createReadStream(join(folder, name));
  if (!existsSync(join(folder, 'manifest.json'))) {
    fault('The file manifest.json is missing.');
    return { faults, more: 0 };
  }
  const signed = valueOf(readFileSync(join(folder, 'manifest.json'), 'utf8').trimEnd());
  const { manifest } = signed ?? {};
  if (
    !/^mem-evidence\/[12]$/.test(manifest?.format) ||
    !isSigned(Buffer.from(canonical(manifest)), signed, manifest.key)
  ) {
    fault('manifest.json is not what was signed.');
    return { faults, more: 0 };
  }
  for (const { name, bytes, sha256: digest } of manifest.files) {
    const file = join(folder, name);
    if (!/^[A-Za-z][\w.-]*$/.test(name) || !existsSync(file)) fault(`The file ${name} is missing.`);
    else if (statSync(file).size !== bytes || (await digestOf(bytesOf(name))) !== digest)
      fault(`The file ${name} is not the one that was handed out.`);
  }
  const listed = new Set(['manifest.json', ...manifest.files.map(({ name }) => name)]);
  for (const name of readdirSync(folder))
    if (!listed.has(name))
      fault(
        `The file ${JSON.stringify(name)} was put in: it is no part of this evidence. If it is yours, move it elsewhere.`,
      );
  const missing = ['chain.jsonl', 'changes.jsonl', 'checkpoint.json'].filter(
    (name) => !existsSync(join(folder, name)),
  );
  for (const name of missing)
    if (!listed.has(name)) fault(`The file ${name} is missing, and the signed list does not name it.`);
  if (missing.length > 0) return { faults, more: 0 };

  const own = {
    name: 'checkpoint.json',
    signed: valueOf(readFileSync(join(folder, 'checkpoint.json'), 'utf8').trimEnd()),
  };
  const { next, rest } = expectedRows(manifest.format !== 'mem-evidence/1');
  const rows = linesOf(bytesOf('changes.jsonl'));
  let number = 0;
  // One line too many makes all that follow differ: a few are named, after what is wrong with the log itself.
  const [rowFaults, mostRowFaults] = [[], 5];
  const rowFault = (message) => rowFaults.push({ seq: null, message });
  let moreRows = 0;
  const expectRow = async (text) => {
    const { value } = await rows.next();
    number++;
    if (value?.line === text) return;
    if (rowFaults.length === mostRowFaults) moreRows++;
    else rowFault(`Line ${number} of changes.jsonl does not say what the log says.`);
  };
  const options = { keys, checkpoints: [own, ...checkpoints] };
  const report = await verifyLog(bytesOf('chain.jsonl'), {
    ...options,
    onEntry: async (entry) => {
      for (const row of next(entry)) await expectRow(row);
    },
  });
  for (const row of rest()) await expectRow(row);
  if (!(await rows.next()).done) rowFault('changes.jsonl has lines that the log has not.');
  if (manifest.key !== report.checkpoint?.checkpoint?.key)
    fault('The list of files is signed by another key.');
  return {
    ...report,
    faults: [...faults, ...report.faults, ...rowFaults],
    more: report.more + moreRows,
    files: manifest.files.length,
  };
}

async function digestOf(bytes) {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

/** The fingerprint of a key: as given, or of the public key in a file. */
function fingerprintOf(given) {
  const plain = given.replace(/[\s:]/g, '').toLowerCase();
  if (isHash(plain)) return plain;
  try {
    const text = readFileSync(given, 'utf8').trim();
    const key = text.includes('-----')
      ? text
      : { key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' };
    return sha256(createPublicKey(key).export({ type: 'spki', format: 'der' }));
  } catch {
    throw new Error(
      `--key ${JSON.stringify(given)} is no fingerprint (64 hexadecimal digits), and no file with a public key.`,
    );
  }
}

/** What was asked for, or null where it cannot be understood: an option without a value would check nothing. */
function askedOf([target, ...rest]) {
  if (target === undefined || target.startsWith('-')) return null;
  const given = { '--key': [], '--checkpoint': [] };
  let option = null;
  for (const [at, word] of rest.entries()) {
    if (Object.hasOwn(given, word)) option = word;
    else if (option === null || word.startsWith('--')) return null;
    else given[option].push(word);
    const next = rest[at + 1] ?? '--';
    if (option === word && next.startsWith('--')) return null;
  }
  return { target, given };
}

/** The checkpoint files that a word names: itself, or those of a folder. */
function checkpointFilesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => /^checkpoint-.*\.json$/.test(name));
  if (names.length === 0) throw new Error(`The folder ${path} has no checkpoint files.`);
  return names.sort().map((name) => join(path, name));
}

async function main(words) {
  const asked = askedOf(words);
  if (asked === null) {
    process.stdout.write(
      'Usage: verify-log <log file or folder of evidence> [--key <key file or fingerprint>…] [--checkpoint <file or folder>…]\n',
    );
    return 2;
  }
  const { target, given } = asked;
  const keys = given['--key'].map(fingerprintOf);
  const checkpoints = given['--checkpoint'].flatMap(checkpointFilesOf).map((name) => ({
    name,
    signed: valueOf(readFileSync(name, 'utf8').trimEnd()),
  }));
  const kind = statSync(target);
  const isFolder = kind.isDirectory();
  if (kind.isFile() && isArchive(target))
    // what comes by a pipe can be read once only
    throw new Error(`${target} is a ZIP file. Unpack it, and name the folder.`);
  const report = await (isFolder
    ? verifyFolder(target, { keys, checkpoints })
    : verifyLog(createReadStream(target), { keys, checkpoints }));
  process.stdout.write(wordsOf(report, keys, checkpoints.length).join('\n') + '\n');
  if (report.faults.length > 0) return 1;
  if (report.gaps.length > 0) return 3;
  return report.later.length > 0 ? 4 : 0;
}

/** Whether a file is a ZIP, as evidence is downloaded. */
function isArchive(path) {
  const start = Buffer.alloc(4);
  const file = openSync(path, 'r');
  readSync(file, start, 0, start.length, 0);
  closeSync(file);
  return start.toString('latin1') === 'PK\x03\x04';
}

/** The report for people. */
function wordsOf(
  { faults, more, checkpoint, gaps = [], reviews = [], later = [], unsettled, told, ...report },
  keys,
  kept,
) {
  const words = [];
  if (report.last !== undefined)
    words.push(
      `Log ${report.ledger}: entries ${report.after + 1} to ${report.last}, ${report.shown} in full, ${report.hidden} by their digest only.`,
    );
  if (report.files !== undefined) words.push(`${report.files} files were compared with their signed list.`);
  const compared = kept - later.length;
  if (compared > 0)
    words.push(
      `${compared} ${compared === 1 ? 'checkpoint kept elsewhere was' : 'checkpoints kept elsewhere were'} compared.`,
    );
  if (later.length > 0) {
    const newest = later.reduce((one, other) => (other.seq > one.seq ? other : one));
    words.push(
      `${later.length} ${later.length === 1 ? 'checkpoint was' : 'checkpoints were'} signed after this log, of entries up to ${newest.seq} (${newest.at}): this log cannot speak about them. Get a newer one to check entries from ${report.last + 1} on.`,
    );
  }
  for (const { seq, at, checkpointSeq, headSeq } of gaps)
    words.push(
      `GAP: entry ${seq} (${at}) says that the log was set back to entry ${headSeq}; entry ${checkpointSeq} and others are lost.`,
    );
  if (told > 0)
    words.push(
      `${told} of the checkpoints ${told === 1 ? 'is of an entry that the log says is' : 'are of entries that the log says are'} lost.`,
    );
  if (report.notes) words.push(...notesInWords(notesAboutShown(report)));
  for (const { seq, at, by, last } of reviews.slice(-1))
    words.push(
      `What was changed outside was reviewed ${reviews.length === 1 ? 'once' : `${reviews.length} times`}, last by ${JSON.stringify(by)} on ${at} up to entry ${last} (entry ${seq}).`,
    );
  if (unsettled > 0)
    words.push(
      `${unsettled} ${unsettled === 1 ? 'change was sent and has' : 'changes were sent and have'} no outcome in these entries.`,
    );
  // In a folder of evidence the signed list covers the log as it was handed out; alone, an entry may have been hidden since.
  if (report.hidden > 0 && report.files === undefined)
    words.push(
      'NOTE: what the entries say that are here by their digest only is not known, nor whether one tells of a gap. Check the whole folder of evidence, or the log in full.',
    );
  if (faults.length > 0)
    return [
      ...words,
      '',
      `NOT IN ORDER: ${faults.length + more} ${faults.length + more === 1 ? 'fault' : 'faults'}.`,
      ...faults.map(({ message }) => `  - ${message}`),
      ...(more > 0 ? [`  and ${more} more, most of which follow from these.`] : []),
    ];
  const { seq, at, key } = checkpoint.checkpoint;
  const spelt = key.match(/.{8}/g).join(' ');
  words.push(`Signed up to entry ${seq} on ${at} by the key with the fingerprint`, `  ${spelt}`);
  words.push(
    keys.length > 0
      ? 'which is a key that you named.'
      : "COMPARE it with the fingerprint that you know from the console's operator: anybody can sign with a key of their own.",
  );
  const end =
    gaps.length > 0
      ? 'WITH A GAP: what is here is as it was written, but entries were lost (see above).'
      : later.length > 0
        ? `IN ORDER AS FAR AS IT GOES: every entry up to ${report.last} is there, in its place and as it was written; later entries are not here (see above).`
        : 'IN ORDER: every entry is there, in its place and as it was written.';
  return [...words, '', end];
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    process.stdout.write(`It could not be checked: ${error.message}\n`);
    return 2;
  });
