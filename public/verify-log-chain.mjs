/*
 * The check of one log of the MEM Console; verify-log.mjs beside it is the tool. Node.js 18 or newer, nothing else.
 * It shares no code with the console, so that one mistake cannot hide another.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const longestLine = 4_000_000;
const mostFaults = 50;
export const sha256 = (data) => createHash('sha256').update(data).digest('hex');
export const isHash = (text) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);

/** The one text that a value can have (RFC 8785): members by name, no blanks, whole numbers only. */
export function canonical(value) {
  if (value === null || typeof value === 'boolean') return `${value}`;
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new Error('a number that is not whole');
    return value.toFixed(0).replace(/^-0$/, '0');
  }
  if (Array.isArray(value)) return '[' + value.map(canonical).join(',') + ']';
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return '{' + members.map(([name, member]) => quoted(name) + ':' + canonical(member)).join(',') + '}';
}

const short = { 8: '\\b', 9: '\\t', 10: '\\n', 12: '\\f', 13: '\\r', 34: '\\"', 92: '\\\\' };

function quoted(text) {
  const escaped = text.replace(/["\\\u0000-\u001f]|\p{Surrogate}/gu, (character) => {
    const code = character.charCodeAt(0);
    return short[code] ?? '\\u' + code.toString(16).padStart(4, '0');
  });
  return `"${escaped}"`;
}

/** The lines of a stream of bytes, each with its number; null for one that is no text. */
export async function* linesOf(bytes) {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decoded = (line) => {
    try {
      return text.decode(line);
    } catch {
      return null;
    }
  };
  let rest = Buffer.alloc(0);
  for await (const chunk of bytes) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, from)) {
      yield { line: decoded(rest.subarray(from, end)), isWhole: true };
      from = end + 1;
    }
    rest = rest.subarray(from);
    if (rest.length > longestLine) break;
  }
  if (rest.length > 0) yield { line: decoded(rest), isWhole: false };
}

/** The value of a line, if the line is the one text that value can have. */
export function valueOf(line) {
  try {
    const value = JSON.parse(line);
    return canonical(value) === line && value !== null && typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** What a log notes about some of its entries: a sentence for each note; one that another ends is told by that one. */
export function notesInWords(notes) {
  return notes
    .filter(({ seq }) => !notes.some(({ began }) => began === seq))
    .map(({ seq, note, began = seq, last }) => {
      const where = last === undefined ? `from ${began + 1} on` : `${began + 1} to ${last}`;
      return `${note} (entries ${where}).`;
    });
}

const hasOnly = (value, ...names) => Object.keys(value).sort().join() === names.join();

/** Whether `text` was signed (Ed25519) by the key of that fingerprint. */
export function isSigned(text, { signature, publicKey }, fingerprint) {
  try {
    const [spki, sign] = [publicKey, signature].map((one) => Buffer.from(one, 'base64'));
    if (spki.toString('base64') !== publicKey || sign.toString('base64') !== signature) return false;
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    return (
      sha256(spki) === fingerprint && key.asymmetricKeyType === 'ed25519' && verify(null, text, key, sign)
    );
  } catch {
    return false;
  }
}

/** What is wrong with a signed checkpoint by itself; null: nothing. */
function wrongWith(signed) {
  const { checkpoint } = signed ?? {};
  const isShaped =
    checkpoint?.format === 'mem-checkpoint/1' &&
    Number.isSafeInteger(checkpoint.seq) &&
    isHash(checkpoint.hash);
  if (!isShaped || !hasOnly(signed, 'checkpoint', 'publicKey', 'signature')) return 'is no checkpoint';
  return isSigned(Buffer.from(canonical(checkpoint)), signed, checkpoint.key)
    ? null
    : 'is not what was signed';
}

/**
 * Checks a log.
 * @param bytes the file, as anything that can be iterated in chunks.
 * @param keys fingerprints of keys that are trusted; without any, whoever reads the report has to compare.
 * @param checkpoints signed checkpoints kept elsewhere: `{ name, signed }`.
 * @param onEntry is called with each entry shown.
 * @returns the report; `faults` is empty if all is well.
 */
export async function verifyLog(bytes, { keys = [], checkpoints = [], onEntry = () => {} } = {}) {
  const report = {
    faults: [],
    more: 0,
    ledger: '',
    after: 0,
    last: 0,
    shown: 0,
    hidden: 0,
    gaps: [],
    reviews: [],
    notes: [],
    unsettled: 0,
  };
  report.checkpoint = null;
  const fault = (text) => (report.faults.length < mostFaults ? report.faults.push(text) : report.more++);
  const named = new Set();
  const open = new Set();
  const wanted = new Set(checkpoints.map(({ signed }) => signed?.checkpoint?.seq));
  const hashes = new Map();
  let [hash, number, isCut] = [null, 0, false];

  for await (const { line, isWhole } of linesOf(bytes)) {
    number++;
    isCut = !isWhole;
    const value = line === null ? null : valueOf(line);
    if (!isWhole) fault(`Line ${number} has no end: something is cut off there.`);
    if (number === 1) {
      const isHeader = value?.format === 'mem-log/1' && hasOnly(value, 'after', 'format', 'hash', 'ledger');
      if (!isHeader || !Number.isSafeInteger(value.after) || value.after < 0 || !isHash(value.hash)) {
        fault('The first line is not the beginning of a log (mem-log/1).');
        return report;
      }
      [report.ledger, report.after, report.last, hash] = [value.ledger, value.after, value.after, value.hash];
      if (value.after === 0 && !/^0+$/.test(hash)) fault('The log does not begin where a log begins.');
      hashes.set(value.after, hash);
    } else if (report.checkpoint) fault(`Line ${number} stands after the end of the log.`);
    else if (value && hasOnly(value, 'checkpoint')) report.checkpoint = value.checkpoint;
    else if (value?.entry && hasOnly(value, 'entry', 'hash')) {
      follow(value.entry.seq, sha256(canonical(value.entry)), value.hash);
      report.shown++;
      learn(value.entry);
      await onEntry(value.entry);
    } else if (isHash(value?.digest) && hasOnly(value, 'digest', 'hash', 'seq')) {
      follow(value.seq, value.digest, value.hash);
      report.hidden++;
    } else
      fault(`Line ${number}, where entry ${report.last + 1} should be, was changed: it is no line of a log.`);
  }
  report.unsettled = open.size;
  end();
  return report;

  function follow(seq, digest, stored) {
    const expected = report.last + 1;
    if (seq !== expected)
      fault(`Entry ${expected} is not where it should be: line ${number} holds entry ${seq}.`);
    else if (sha256(hash + digest) !== stored)
      fault(`Entry ${seq} (line ${number}) is not the one that was written: its hash does not follow.`);
    if (Number.isSafeInteger(seq)) report.last = seq;
    hash = stored;
    if (wanted.has(seq)) hashes.set(seq, stored);
  }

  function learn(entry) {
    const { kind, seq } = entry;
    if ((kind === 'ledger.began') !== (seq === 1)) fault(`Entry ${seq} cannot be there: a log begins once.`);
    if (kind === 'ledger.began' && entry.ledger !== report.ledger) fault('Entry 1 is of another log.');
    if (kind === 'ledger.key') named.add(entry.fingerprint);
    if (kind === 'ledger.gap') report.gaps.push(entry);
    if (kind === 'outside.reviewed') {
      report.reviews.push({ seq, at: entry.at, by: entry.actor?.name, last: entry.last });
      if (!(entry.last < seq))
        fault(`Entry ${seq} says that somebody reviewed entries that were not written yet.`);
    }
    if (kind?.startsWith('ledger.') && typeof entry.note === 'string') report.notes.push(entry);
    const attempt = `${entry.set} ${entry.position} ${entry.attempt}`;
    if (kind === 'change.intent') open.add(attempt);
    if (kind === 'change.outcome') open.delete(attempt);
  }

  function end() {
    const signed = report.checkpoint;
    if (number === 0) return void fault('The file is empty.');
    if (!signed) {
      if (!isCut)
        fault(`The file ends after entry ${report.last}, without its checkpoint: its end is cut off.`);
      return;
    }
    hashes.set(report.last, hash);
    compare('The checkpoint at the end', signed);
    const { seq, key } = signed.checkpoint ?? {};
    if (seq < report.last) fault(`What follows entry ${seq} is signed by nobody.`);
    if (report.after === 0 && !named.has(key)) fault('The log does not name the key that signed it.');
    for (const one of checkpoints) compare(`The checkpoint ${one.name}`, one.signed);
  }

  function compare(what, signed) {
    const wrong = wrongWith(signed);
    if (wrong) return void fault(`${what} ${wrong}.`);
    const { seq, key, ledger } = signed.checkpoint;
    if (ledger !== report.ledger) fault(`${what} is of another log (${ledger}).`);
    else if (keys.length > 0 ? !keys.includes(key) : report.after === 0 && !named.has(key))
      fault(
        `${what} is signed by a key that ${keys.length > 0 ? 'is not yours' : 'the log does not name'}: ${key}.`,
      );
    else if (seq > report.last)
      fault(
        `${what} knows entry ${seq}, but the file ends with entry ${report.last}: its end is cut off, or lost.`,
      );
    else if (seq < report.after)
      fault(`${what} is older than the file, which begins after entry ${report.after}.`);
    else if (hashes.get(seq) !== signed.checkpoint.hash)
      fault(`${what} vouches for another entry ${seq} than this.`);
  }
}

// Else it would end with 0, which an auditor takes for "in order".
if (existsSync(process.argv[1] ?? '') && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.stdout.write('Nothing was checked. Run verify-log.mjs, which stands beside this file.\n');
  process.exitCode = 2;
}
