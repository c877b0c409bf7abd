import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '@/lib/server/config/config';
import { signCheckpoint } from '@/lib/server/ledger/checkpoints/checkpoint-signature';
import { openSigningKey } from '@/lib/server/ledger/checkpoints/signing-key';
import { isGenuine } from '@/public/verify-log-chain.mjs';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('mem-key');
});

function faultOf(keyFile: string, isKeyNamed: boolean): string {
  try {
    openSigningKey({ keyFile, isKeyNamed });
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.join();
    throw error;
  }
  return 'none';
}

describe("the ledger's key", () => {
  it('is made once, readable by nobody else, and is the same at the next start', () => {
    const keyFile = join(folder, 'data', 'ledger-key.pem');
    const made = openSigningKey({ keyFile, isKeyNamed: false });
    expect((statSync(keyFile).mode & 0o077).toString(8)).toBe('0');
    expect(readdirSync(join(folder, 'data'))).toEqual(['ledger-key.pem']);
    const again = openSigningKey({ keyFile, isKeyNamed: true });
    expect(again.fingerprint).toBe(made.fingerprint);
    expect(made.fingerprint).toMatch(/^[\da-f]{64}$/);
  });

  it('that was named has to be there, and to be an Ed25519 key; what is wrong is told with what to do', () => {
    const named = join(folder, 'key.pem');
    expect(faultOf(named, true)).toMatch(
      /^LEDGER_KEY_FILE cannot be read \(ENOENT\)\. Make one with "openssl/,
    );
    writeFileSync(named, 'not a key');
    expect(faultOf(named, true)).toMatch(/^LEDGER_KEY_FILE is no private key in PEM .* Make one with/);
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    writeFileSync(named, rsa.export({ type: 'pkcs8', format: 'pem' }));
    expect(faultOf(named, true)).toMatch(
      /^LEDGER_KEY_FILE must be an Ed25519 key, and is one of rsa\. Make one/,
    );
    expect(faultOf(folder, true)).toMatch(/^LEDGER_KEY_FILE cannot be read \(EISDIR\)/);
  });

  it('that was made is never made anew over a damaged one, nor where nothing can be written', () => {
    const keyFile = join(folder, 'ledger-key.pem');
    writeFileSync(keyFile, 'damaged');
    expect(faultOf(keyFile, false)).toContain('Restore the file, or move it away');
    expect(readFileSync(keyFile, 'utf8')).toBe('damaged');
    mkdirSync(join(folder, 'x'));
    writeFileSync(join(folder, 'x', 'file'), '');
    expect(faultOf(join(folder, 'x', 'file', 'key.pem'), false)).toMatch(/cannot be (made|read) \(\w+\)/);
  });
});

it('a checkpoint is genuine only as it was signed, under the key it names', () => {
  const key = openSigningKey({ keyFile: join(folder, 'a.pem'), isKeyNamed: false });
  const other = openSigningKey({ keyFile: join(folder, 'b.pem'), isKeyNamed: false });
  const checkpoint = {
    format: 'mem-checkpoint/1' as const,
    ledger: 'some ledger',
    seq: 7,
    hash: 'a'.repeat(64),
    at: '2026-01-02T03:04:05.000Z',
    key: key.fingerprint,
  };
  const signed = signCheckpoint(checkpoint, key);
  expect(isGenuine(signed)).toBe(true);
  expect(isGenuine({ ...signed, checkpoint: { ...checkpoint, seq: 8 } })).toBe(false);
  expect(isGenuine({ ...signed, publicKey: other.publicKey })).toBe(false);
  expect(isGenuine({ ...signed, signature: signCheckpoint(checkpoint, other).signature })).toBe(false);
  expect(isGenuine({ ...signed, publicKey: 'nonsense' })).toBe(false);
});
