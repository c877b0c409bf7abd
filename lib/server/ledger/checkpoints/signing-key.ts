import 'server-only';
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError, type LedgerSettings } from '@/lib/server/config/config';
import { sha256 } from '@/lib/server/sha256';

export interface SigningKey {
  privateKey: KeyObject;
  /** SPKI in base64; `fingerprint`: its SHA-256 in hex. */
  publicKey: string;
  fingerprint: string;
}

const howToMake =
  'Make one with "openssl genpkey -algorithm ed25519 -out ledger-key.pem", or unset LEDGER_KEY_FILE to have one made.';

/** Reads the key file. Without LEDGER_KEY_FILE the first start makes one. @throws ConfigError. */
export function openSigningKey({
  keyFile,
  isKeyNamed,
}: Omit<LedgerSettings, 'checkpointDirectory'>): SigningKey {
  const what = isKeyNamed ? 'LEDGER_KEY_FILE' : `The ledger's key (${keyFile})`;
  const pem = readKey(keyFile, isKeyNamed, what) ?? makeKey(keyFile, what);
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(pem);
  } catch {
    const advice = isKeyNamed ? howToMake : 'Restore the file, or move it away to have a new one made.';
    throw new ConfigError([`${what} is no private key in PEM (PKCS #8) without a password. ${advice}`]);
  }
  if (privateKey.asymmetricKeyType !== 'ed25519')
    throw new ConfigError([
      `${what} must be an Ed25519 key, and is one of ${privateKey.asymmetricKeyType ?? 'another kind'}. ${howToMake}`,
    ]);
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return { privateKey, publicKey: spki.toString('base64'), fingerprint: sha256(spki) };
}

function readKey(file: string, isNamed: boolean, what: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !isNamed) return null;
    const advice = isNamed ? ` ${howToMake}` : '';
    throw new ConfigError([`${what} cannot be read (${codeOf(error)}).${advice}`]);
  }
}

/** Two consoles may start at once: one link succeeds, and both use that file. */
function makeKey(file: string, what: string): string {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const draft = `${file}.${String(process.pid)}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    const handle = openSync(/* turbopackIgnore: true */ draft, 'w', 0o600); // else the build bundles the whole project
    writeSync(handle, pem);
    fsyncSync(handle);
    closeSync(handle);
    linkSync(draft, file);
    return pem;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return readFileSync(file, 'utf8');
    throw new ConfigError([
      `${what} cannot be made (${codeOf(error)}). Make its folder writable for the console, or name a key in LEDGER_KEY_FILE.`,
    ]);
  } finally {
    rmSync(draft, { force: true });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
