/*
 * The check of one log of the MEM Console; verify-log.mjs beside it is the tool. Node.js 18 or newer, nothing else.
 * The console's own check runs this file. It shares no code with what writes the log, so that one mistake cannot hide another.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';

const longestLine = 4_000_000;
const mostFaults = 100;
/** The hash that the first entry of a log follows. */
const chainStart = '0'.repeat(64);
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
  const names = Object.keys(value).sort(); // by UTF-16 code units
  return '{' + names.map((name) => quoted(name) + ':' + canonical(value[name])).join(',') + '}';
}

const short = { 8: '\\b', 9: '\\t', 10: '\\n', 12: '\\f', 13: '\\r', 34: '\\"', 92: '\\\\' };

function quoted(text) {
  if (!/["\\\u0000-\u001f\ud800-\udfff]/.test(text)) return `"${text}"`;
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

/** Those of a log's notes that are about an entry shown in full: a note about other entries says nothing of them. */
export function notesAboutShown({ notes, firstAfter }) {
  return notes.filter(
    ({ seq, began = seq, last = Infinity }) =>
      !notes.some((other) => other.began === seq) && (firstAfter.get(began) ?? Infinity) <= last,
  );
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

/** Whether a signed checkpoint is what its own key signed. Whose key that is, is another question. */
export function isGenuine(signed) {
  const { checkpoint } = signed ?? {};
  return (
    checkpoint?.format === 'mem-checkpoint/1' &&
    Number.isSafeInteger(checkpoint.seq) &&
    isHash(checkpoint.hash) &&
    hasOnly(signed, 'checkpoint', 'publicKey', 'signature') &&
    isSigned(Buffer.from(canonical(checkpoint)), signed, checkpoint.key)
  );
}

/**
 * How a signed checkpoint stands to a log: it `vouches` for the entry that is there, its entry is `missing` at the log's
 * end, or it does `not fit`.
 * @param log its name (`ledger`), the entry it begins after, its `last` entry, and its `gaps`.
 * @param hash of the log's entry with the checkpoint's number.
 * @param isKnown whether a key (its fingerprint) is one that may vouch for the log.
 * @returns `why` says in words what is wrong; `isTold`: the log itself says (`ledger.gap`) that this entry was lost.
 */
export function judge(signed, { ledger, after = 0, last, gaps }, hash, isKnown) {
  const misfit = (why) => ({ standing: 'not fit', isTold: false, why });
  if (!isGenuine(signed)) return misfit('is not what was signed');
  const { checkpoint } = signed;
  const { seq, key, at } = checkpoint;
  if (checkpoint.ledger !== ledger) return misfit(`is of another log (${checkpoint.ledger})`);
  if (!isKnown(key)) return misfit(`is signed by a key that is not known here: ${key}`);
  if (seq < after) return misfit(`is older than the file, which begins after entry ${after}`);
  if (seq <= last && hash === checkpoint.hash) return { standing: 'vouches', isTold: false, why: '' };
  // A gap accounts for what was signed before it, and for no entry of the copy that was put back.
  const isTold = gaps.some(
    (gap) => seq > gap.headSeq && seq <= gap.checkpointSeq && (at <= gap.checkpointAt || at <= gap.at),
  );
  if (seq <= last)
    return { ...misfit(`vouches for another entry ${seq} than the one that is there`), isTold };
  const why = `vouches for entry ${seq}, but the log ends with entry ${last}: its end is cut off, or lost`;
  return { standing: 'missing', isTold, why };
}

/** Follows a log line by line. What it finds are its own members, which are the report. */
export class LogCheck {
  faults = [];
  more = 0;
  ledger = '';
  after = 0;
  last = 0;
  shown = 0;
  hidden = 0;
  gaps = [];
  reviews = [];
  notes = [];
  /** The first entry shown after each note that begins, by the note's number; entries about the log itself do not count. */
  firstAfter = new Map();
  /** Kept checkpoints of entries after the log's end that were signed after it: `{ name, seq, at }`. */
  later = [];
  /** The checkpoint at the log's end. */
  checkpoint = null;
  /** The entry that names each key first, by fingerprint. */
  keys = new Map();
  /** The hash that the next entry has to follow; null where the line before could not be read. */
  #hash = null;
  #lastButGaps = 0;
  #wanted;
  #hashes = new Map();
  #open = new Set();
  /** Notes after which no entry was shown yet. */
  #withoutEntry = [];

  /** @param wanted numbers of the entries whose hashes are asked for in the end. */
  constructor(wanted = new Set()) {
    this.#wanted = wanted;
  }

  /** How many changes were sent and have no outcome in these entries. */
  get unsettled() {
    return this.#open.size;
  }

  /** @param seq the entry that it is about; null: none. */
  fault(seq, message) {
    if (this.faults.length < mostFaults) this.faults.push({ seq, message });
    else this.more++;
  }

  /** Takes the log's first line, as a value. Without a true one nothing that follows can be checked. */
  begin(value) {
    const isHeader = value?.format === 'mem-log/1' && hasOnly(value, 'after', 'format', 'hash', 'ledger');
    if (!isHeader || !Number.isSafeInteger(value.after) || value.after < 0 || !isHash(value.hash)) {
      this.fault(null, 'The first line is not the beginning of a log (mem-log/1).');
      return false;
    }
    const { ledger, after, hash } = value;
    Object.assign(this, { ledger, after, last: after });
    if (after === 0 && hash !== chainStart) this.fault(null, 'The log does not begin where a log begins.');
    this.#passed(after, hash);
    return true;
  }

  /** Takes the next line, null for one that is no text. @returns the entry that it shows, or null. */
  take(line) {
    const value = line === null ? null : valueOf(line);
    if (this.checkpoint) this.fault(null, 'Something stands after the end of the log.');
    else if (value && hasOnly(value, 'checkpoint')) this.checkpoint = value.checkpoint;
    else if (Number.isSafeInteger(value?.entry?.seq) && hasOnly(value, 'entry', 'hash')) {
      // The line is the one text of its value, so the entry's text lies between these two names.
      const text = line.slice('{"entry":'.length, -`,"hash":${canonical(value.hash)}}`.length);
      this.#follow(value.entry.seq, sha256(text), value.hash);
      this.shown++;
      this.#learn(value.entry);
      return value.entry;
    } else if (isHash(value?.digest) && hasOnly(value, 'digest', 'hash', 'seq')) {
      this.#follow(value.seq, value.digest, value.hash);
      this.hidden++;
      this.#lastButGaps = value.seq;
    } else {
      // Its hash, where one stands there, is what the next entry has to follow: else that could be edited unseen.
      const [, hash = null] = /,"hash":"([0-9a-f]{64})"\}$/.exec(line ?? '') ?? [];
      this.#passed(this.last + 1, hash);
      this.fault(this.last, `Entry ${this.last} was changed: what stands there is no entry of a log.`);
    }
    return null;
  }

  #follow(seq, digest, stored) {
    const expected = this.last + 1;
    if (seq > expected)
      this.fault(
        expected,
        seq === expected + 1
          ? `Entry ${expected} is missing.`
          : `Entries ${expected} to ${seq - 1} are missing.`,
      );
    else if (seq !== expected)
      this.fault(expected, `Entry ${expected} is not where it should be: entry ${seq} stands there.`);
    else if (this.#hash !== null && sha256(this.#hash + digest) !== stored)
      this.fault(seq, `Entry ${seq} is not the one that was written: its hash does not follow.`);
    this.#passed(Number.isSafeInteger(seq) ? seq : this.last, stored);
  }

  #passed(seq, hash) {
    this.last = seq;
    this.#hash = hash;
    if (this.#wanted.has(seq)) this.#hashes.set(seq, hash);
  }

  #learn(entry) {
    const { kind, seq } = entry;
    if ((kind === 'ledger.began') !== (seq === 1))
      this.fault(seq, `Entry ${seq} cannot be there: a log begins once.`);
    if (kind === 'ledger.began' && entry.ledger !== this.ledger)
      this.fault(seq, `Entry ${seq} is of another log.`);
    if (kind === 'ledger.key' && !this.keys.has(entry.fingerprint)) this.keys.set(entry.fingerprint, seq);
    if (kind !== 'ledger.gap') this.#lastButGaps = seq;
    else if (entry.headSeq >= this.#lastButGaps && entry.headSeq < seq) this.gaps.push(entry);
    else this.fault(seq, `Entry ${seq} tells of a loss that was not where it stands.`);
    if (kind === 'outside.reviewed') {
      this.reviews.push({ seq, at: entry.at, by: entry.actor?.name, last: entry.last });
      if (!(entry.last < seq))
        this.fault(seq, `Entry ${seq} says that somebody reviewed entries that were not written yet.`);
    }
    if (/^ledger\./.test(kind) && typeof entry.note === 'string') {
      this.notes.push(entry); // whatever the kind is
      this.#withoutEntry.push(seq);
    }
    if (!/^ledger\./.test(kind)) {
      for (const began of this.#withoutEntry) this.firstAfter.set(began, seq);
      this.#withoutEntry = [];
    }
    const attempt = `${entry.set} ${entry.position} ${entry.attempt}`;
    if (kind === 'change.intent') this.#open.add(attempt);
    if (kind === 'change.outcome') this.#open.delete(attempt);
  }

  /**
   * Compares the log with the checkpoint at its end, and with `kept` ones: `{ name, signed }`. A kept one of an entry
   * after the log's end is a fault, unless it was signed after the log's own end: then the log is older.
   * @returns how many of the kept ones are of entries that the log says were lost.
   */
  end(keys, kept) {
    const isKnown = (key) => (keys.length > 0 ? keys.includes(key) : this.after > 0 || this.keys.has(key));
    const { seq, key, at } = this.checkpoint.checkpoint ?? {};
    const own = judge(this.checkpoint, this, seq === this.last ? this.#hash : undefined, isKnown);
    if (own.standing !== 'vouches') this.fault(null, `The checkpoint at the end ${own.why}.`);
    if (seq < this.last) this.fault(seq, `What follows entry ${seq} is signed by nobody.`);
    if (this.after === 0 && !this.keys.has(key))
      this.fault(null, 'The log does not name the key that signed it.');
    // Two times compare where one key signed both, or keys that are trusted: a forger signs any time with a key of their own.
    const mayCompare = (one) => one.key === key || (keys.includes(one.key) && keys.includes(key));
    let told = 0;
    for (const { name, signed } of kept) {
      const hash = this.#hashes.get(signed?.checkpoint?.seq);
      const { standing, isTold, why } = judge(signed, this, hash, isKnown);
      const isAfter = standing === 'missing' && own.standing === 'vouches' && signed.checkpoint.at >= at;
      if (isTold) told++;
      else if (isAfter && mayCompare(signed.checkpoint))
        this.later.push({ name, seq: signed.checkpoint.seq, at: signed.checkpoint.at });
      else if (standing !== 'vouches') {
        const advice = isAfter ? '; or the log is older: name its key and the key of this one by --key' : '';
        this.fault(null, `The checkpoint ${name} ${why}${advice}.`);
      }
    }
    return told;
  }
}

/**
 * Checks a log.
 * @param bytes the file, as anything that can be iterated in chunks.
 * @param keys fingerprints of keys that are trusted; without any, whoever reads the report has to compare.
 * @param checkpoints signed checkpoints kept elsewhere: `{ name, signed }`.
 * @param onEntry is called with each entry shown.
 * @returns the report; `faults` is empty if all is well, `told` counts the checkpoints whose loss the log tells itself.
 */
export async function verifyLog(bytes, { keys = [], checkpoints = [], onEntry = () => {} } = {}) {
  const log = new LogCheck(new Set(checkpoints.map(({ signed }) => signed?.checkpoint?.seq)));
  const report = (told = 0) => ({ ...log, unsettled: log.unsettled, told });
  let [number, isCut] = [0, false];
  for await (const { line, isWhole } of linesOf(bytes)) {
    number++;
    isCut = !isWhole;
    if (isCut) log.fault(null, `Line ${number} has no end: something is cut off there.`);
    if (number > 1) {
      const entry = log.take(line);
      if (entry) await onEntry(entry);
    } else if (!log.begin(line === null ? null : valueOf(line))) return report();
  }
  if (log.checkpoint) return report(log.end(keys, checkpoints));
  if (number === 0) log.fault(null, 'The file is empty.');
  else if (!isCut)
    log.fault(null, `The file ends after entry ${log.last}, without its checkpoint: its end is cut off.`);
  return report();
}

// Else it would end with 0, which an auditor takes for "in order".
if (process.argv[1]?.endsWith('verify-log-chain.mjs')) {
  process.stdout.write('Nothing was checked. Run verify-log.mjs, which stands beside this file.\n');
  process.exitCode = 2;
}
