import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Checkpoint, SignedCheckpoint } from '@/lib/contract/changes/ledger';
import { canonicalJson, type CanonicalValue } from '@/lib/domain/ledger/canonical-json';
import { chainStart } from '@/lib/domain/ledger/chain';
import { signCheckpoint } from '@/lib/server/ledger/checkpoints/checkpoint-signature';
import { sha256 } from '@/lib/server/sha256';
import { logLines } from '@/lib/server/ledger/log-file';
import { openSigningKey, type SigningKey } from '@/lib/server/ledger/checkpoints/signing-key';
import { factsOfSet } from '@/tests/support/ledger/ledger-facts';
import { ledgerFolder, runLedger, type RunningLedger } from '@/tests/support/ledger/running-ledger';
import { testFile } from '@/tests/support/database/test-database';
import { verifyLog } from '@/public/verify-log-chain.mjs';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

/** A tampered copy, with what whoever checks has in hand. */
interface Tampered {
  how: string;
  text: string | Buffer;
  /** Without it, only the checkpoint kept elsewhere can tell. */
  knowsKey: boolean;
}

let running: RunningLedger;
let text: string;
/** The log's lines, each with its end; the first is the beginning, the last the checkpoint. */
let lines: string[];
let early: SignedCheckpoint;
let late: SignedCheckpoint;
let stranger: SigningKey;
let remove: () => Promise<void>;

beforeAll(async () => {
  const where = testFile(); // what a file says does not depend on where it was read from
  const [folder, other] = [ledgerFolder(), ledgerFolder()];
  running = await runLedger(where.url, folder);
  stranger = openSigningKey({ ...other, isKeyNamed: false });
  await running.ledger.append(factsOfSet('first', 10));
  early = await running.checkpoints.sign();
  await running.ledger.append(factsOfSet('second', 10));
  late = await running.checkpoints.sign();
  text = await running.file();
  lines = text.split(/(?<=\n)/);
  remove = async () => {
    await running.close();
    await where.drop();
  };
});
afterAll(() => remove());

const check = ({ text: file, knowsKey }: Omit<Tampered, 'how'>) =>
  verifyLog(
    [Buffer.from(file)],
    knowsKey ? { keys: [running.key.fingerprint] } : { checkpoints: [{ name: 'kept', signed: late }] },
  );

describe('the log as it was written', () => {
  it('is in order, with or without what was kept elsewhere', async () => {
    const kept = [early, late].map((signed) => ({ name: String(signed.checkpoint.seq), signed }));
    for (const options of [{}, { keys: [running.key.fingerprint] }, { checkpoints: kept }])
      expect(await verifyLog([Buffer.from(text)], options)).toMatchObject({
        faults: [],
        last: 46,
        shown: 46,
        hidden: 0,
        unsettled: 0,
      });
  });

  it('is in order in whatever pieces it is read, and with entries that are given by their digest', async () => {
    const bytes = Buffer.from(text);
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, i) =>
      bytes.subarray(i * 7, i * 7 + 7),
    );
    expect((await verifyLog(pieces)).faults).toEqual([]);
    let cut = '';
    for await (const line of logLines(running.database, late, ({ set_id }) => set_id !== 'first'))
      cut += line;
    expect(cut).not.toContain('Reason of first');
    expect(await verifyLog([cut])).toMatchObject({ faults: [], shown: 24, hidden: 22 });
  });
});

/** Numbers that look random and are the same in every run (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Writes the log anew from changed entries, every hash right, as somebody would who has all but the key. */
function forged(
  entries: Record<string, CanonicalValue>[],
  sign: (checkpoint: Checkpoint) => SignedCheckpoint,
): string {
  let hash = chainStart;
  const { ledger, at, key } = late.checkpoint;
  const body = entries.map((entry, index) => {
    const whole = { ...entry, seq: index + 1 };
    hash = sha256(hash + sha256(canonicalJson(whole)));
    return `${canonicalJson({ entry: whole, hash })}\n`;
  });
  const signed = sign({ format: 'mem-checkpoint/1', ledger, seq: entries.length, hash, at, key });
  return [lines[0] ?? '', ...body, `${canonicalJson({ checkpoint: { ...signed } })}\n`].join('');
}

type Way = (random: (below: number) => number) => Omit<Tampered, 'how'>;
const joined = (some: readonly string[]): Omit<Tampered, 'how'> => ({ text: some.join(''), knowsKey: true });
const entryAt = (random: (below: number) => number): number => 1 + random(lines.length - 2);

/** The one copy without a fault of its own: the verifier says which entries it lacks. */
const olderEnd = 'it ends with an older checkpoint, and whoever checks kept the newer one';

/** How a log can be tampered with; each is called with numbers to choose by. */
const ways: Record<string, Way> = {
  'a byte of an entry is another one': (random) => {
    const at = entryAt(random);
    const bytes = Buffer.from(lines[at] ?? '');
    const place = random(bytes.length);
    bytes[place] = ((bytes[place] ?? 0) + 1 + random(255)) % 256;
    return {
      text: Buffer.concat(
        [lines.slice(0, at).join(''), bytes, lines.slice(at + 1).join('')].map((part) => Buffer.from(part)),
      ),
      knowsKey: true,
    };
  },
  'a byte of the file is another one': (random) => {
    const bytes = Buffer.from(text);
    const place = random(bytes.length);
    bytes[place] = ((bytes[place] ?? 0) + 1 + random(255)) % 256;
    return { text: bytes, knowsKey: true };
  },
  'a byte is put in or taken out': (random) => {
    const bytes = Buffer.from(text);
    const place = random(bytes.length);
    const put = random(2) === 0 ? [Buffer.from([random(256)])] : [];
    const parts = [bytes.subarray(0, place), ...put, bytes.subarray(put.length === 0 ? place + 1 : place)];
    return { text: Buffer.concat(parts), knowsKey: true };
  },
  'a word of an entry is another one, its hash fitting': (random) => {
    const at = entryAt(random);
    const entry = (JSON.parse(lines[at] ?? '') as { entry: Record<string, CanonicalValue> }).entry;
    const names = Object.keys(entry);
    entry[names[random(names.length)] ?? ''] = 'something else';
    const before = JSON.parse(lines[at - 1] ?? '') as { hash: string };
    const hash = sha256(before.hash + sha256(canonicalJson(entry)));
    return joined(lines.with(at, `${canonicalJson({ entry, hash })}\n`));
  },
  'lines are left out': (random) => joined(lines.toSpliced(entryAt(random), 1 + random(3))),
  'a line is put in twice': (random) =>
    joined(lines.toSpliced(entryAt(random), 0, lines[entryAt(random)] ?? '')),
  'two lines change places': (random) => {
    const i = entryAt(random);
    const j = 1 + ((i + random(lines.length - 3)) % (lines.length - 2));
    return joined(lines.with(i, lines[j] ?? '').with(j, lines[i] ?? ''));
  },
  'the end is cut off, at a line or anywhere': (random) =>
    random(2) === 0
      ? joined(lines.slice(0, 1 + random(lines.length - 1)))
      : { text: Buffer.from(text).subarray(0, random(Buffer.byteLength(text))), knowsKey: true },
  'the end is cut off before the checkpoint, which stays': (random) => {
    const from = entryAt(random);
    return joined(lines.toSpliced(from, lines.length - 1 - from));
  },
  'hashes of two entries change places': (random) => {
    const i = entryAt(random);
    const j = 1 + ((i + random(lines.length - 3)) % (lines.length - 2));
    const [a, b] = [i, j].map(
      (at) => JSON.parse(lines[at] ?? '') as { entry: CanonicalValue; hash: string },
    ) as [{ entry: CanonicalValue; hash: string }, { entry: CanonicalValue; hash: string }]; // two in, two out
    return joined(
      lines
        .with(i, `${canonicalJson({ entry: a.entry, hash: b.hash })}\n`)
        .with(j, `${canonicalJson({ entry: b.entry, hash: a.hash })}\n`),
    );
  },
  'everything is written anew without the key': (random) => {
    const entries = entriesWithout(random);
    return { text: forged(entries, (checkpoint) => ({ ...late, checkpoint })), knowsKey: true };
  },
  'everything is written anew and signed by another key': (random) => {
    const signed = forged(asNamed(entriesWithout(random)), (checkpoint) =>
      signCheckpoint({ ...checkpoint, key: stranger.fingerprint }, stranger),
    );
    return { text: signed, knowsKey: random(2) === 0 };
  },
  'the checkpoint is another one': (random) => {
    const others: unknown[] = [
      early,
      { ...late, signature: early.signature },
      { ...late, publicKey: stranger.publicKey },
      {
        ...late,
        checkpoint: {
          ...late.checkpoint,
          at: early.checkpoint.at === late.checkpoint.at ? '2020-01-01T00:00:00.000Z' : early.checkpoint.at,
        },
      },
      signCheckpoint({ ...late.checkpoint, key: stranger.fingerprint }, stranger),
      signCheckpoint({ ...late.checkpoint, ledger: 'another', key: stranger.fingerprint }, stranger),
    ];
    const other = others[random(others.length)] as CanonicalValue; // plain data all
    return joined([...lines.slice(0, -1), `${canonicalJson({ checkpoint: other })}\n`]);
  },
  'it is written anew, shorter, with an older time and both keys named, and signed by another key': (
    random,
  ) => {
    const entries = lines
      .slice(1, 12 + random(10))
      .map((line) => (JSON.parse(line) as { entry: Record<string, CanonicalValue> }).entry);
    const { publicKey, fingerprint } = stranger;
    const named = [...entries, ...entries.filter(({ kind }) => kind === 'ledger.key').map((entry) => ({ ...entry, publicKey, fingerprint }))]; // prettier-ignore
    const signed = forged(named, (checkpoint) =>
      signCheckpoint({ ...checkpoint, at: early.checkpoint.at, key: fingerprint }, stranger),
    );
    return { text: signed, knowsKey: random(2) === 0 };
  },
  [olderEnd]: () => ({
    text: [
      ...lines.slice(0, early.checkpoint.seq + 1),
      `${canonicalJson({ checkpoint: { ...early } })}\n`,
    ].join(''),
    knowsKey: false,
  }),
};

function entriesWithout(random: (below: number) => number): Record<string, CanonicalValue>[] {
  const entries = lines
    .slice(1, -1)
    .map((line) => (JSON.parse(line) as { entry: Record<string, CanonicalValue> }).entry);
  const at = 2 + random(entries.length - 2);
  return random(2) === 0
    ? entries.toSpliced(at, 1)
    : entries.with(at, { ...entries[at], actor: 'somebody else' });
}

/** Entries that name the stranger's key in place of the true one. */
function asNamed(entries: Record<string, CanonicalValue>[]): Record<string, CanonicalValue>[] {
  const { publicKey, fingerprint } = stranger;
  return entries.map((entry) => (entry.kind === 'ledger.key' ? { ...entry, publicKey, fingerprint } : entry));
}

/** 1,000 copies, every way as often as the next one. */
function tampered(): Tampered[] {
  const random = numbers(20_260_401);
  const all = Object.entries(ways);
  return Array.from({ length: 1_000 }, (_, i) => {
    const [how, way] = all[i % all.length] as [string, Way]; // there are some
    return { how, ...way(random) };
  });
}

describe('of 1,000 tampered copies', { timeout: 120_000 }, () => {
  it('the verifier finds every one', async () => {
    const missed: string[] = [];
    const copies = tampered();
    for (const [index, copy] of copies.entries()) {
      expect(Buffer.from(copy.text).equals(Buffer.from(text)), `copy ${String(index)}, ${copy.how}`).toBe(
        false,
      );
      const { faults, later } = await check(copy);
      const isFound = copy.how === olderEnd ? later.length > 0 : faults.length > 0;
      if (!isFound) missed.push(`${String(index)} ${copy.how}`);
    }
    expect(missed).toEqual([]);
    expect(copies).toHaveLength(1_000);
  });

  it('the tool by itself says so of a sample, ends with 1 or 4, and with 0 for the one that was let alone', () => {
    const folder = temporaryFolder('mem-log');
    try {
      const [log, key, kept] = ['log.jsonl', 'key.txt', 'kept.json'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ]; // three in, three out
      writeFileSync(key, running.key.publicKey);
      writeFileSync(kept, canonicalJson({ ...late }));
      const run = ({ text: file, knowsKey }: Omit<Tampered, 'how'>) => {
        writeFileSync(log, file);
        const args = [
          join('public', 'verify-log.mjs'),
          log,
          ...(knowsKey ? ['--key', key] : ['--checkpoint', kept]),
        ];
        const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
        return { status, stdout };
      };
      for (const knowsKey of [true, false]) {
        const { status, stdout } = run({ text, knowsKey });
        expect(status).toBe(0);
        expect(stdout).toContain('IN ORDER: every entry is there, in its place and as it was written.');
        expect(stdout).toContain(knowsKey ? 'a key that you named' : 'COMPARE it with the fingerprint');
        expect(stdout.replaceAll(' ', '')).toContain(running.key.fingerprint);
      }
      for (const copy of tampered().filter((_, index) => index % 77 === 0)) {
        const { status, stdout } = run(copy);
        const isOlder = copy.how === olderEnd;
        expect(status, `${copy.how}: ${stdout}`).toBe(isOlder ? 4 : 1);
        expect(stdout).toContain(isOlder ? 'IN ORDER AS FAR AS IT GOES' : 'NOT IN ORDER');
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says where: with the number of the entry', async () => {
    const at = lines.findIndex((line) => line.includes('"position":7'));
    const edited = lines.with(at, (lines[at] ?? '').replace('"before":false', '"before":true'));
    expect((await check(joined(edited))).faults).toEqual([
      { seq: at, message: `Entry ${String(at)} is not the one that was written: its hash does not follow.` },
    ]);
  });
});
