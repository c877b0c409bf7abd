import 'server-only';
import { createPublicKey, sign, verify } from 'node:crypto';
import { checkpointSchema, type Checkpoint, type SignedCheckpoint } from '@/lib/contract/changes/ledger';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import { sha256 } from '@/lib/server/sha256';
import type { SigningKey } from './signing-key';

/** Signs a checkpoint: Ed25519 over its canonical JSON. */
export function signCheckpoint(checkpoint: Checkpoint, key: SigningKey): SignedCheckpoint {
  return {
    checkpoint,
    signature: signText(canonicalJson(checkpoint), key),
    publicKey: key.publicKey,
  };
}

/** Ed25519 signature of a text's UTF-8 bytes, in base64. */
export function signText(text: string, { privateKey }: SigningKey): string {
  return sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64');
}

/** Whether the key that a checkpoint names has signed exactly it. Whose key that is, is another question. */
export function isGenuine({ checkpoint, signature, publicKey }: SignedCheckpoint): boolean {
  const spki = Buffer.from(publicKey, 'base64');
  if (sha256(spki) !== checkpoint.key) return false;
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    const text = Buffer.from(canonicalJson(checkpoint), 'utf8');
    return key.asymmetricKeyType === 'ed25519' && verify(null, text, key, Buffer.from(signature, 'base64'));
  } catch {
    return false; // what is no key has signed nothing
  }
}

/** The checkpoint of a row of the database; null where its body is not the one text that it can have. */
export function signedIn(row: {
  body: string;
  signature: string;
  public_key: string;
}): SignedCheckpoint | null {
  try {
    const checkpoint = checkpointSchema.safeParse(JSON.parse(row.body)).data;
    if (!checkpoint || canonicalJson(checkpoint) !== row.body) return null;
    return { checkpoint, signature: row.signature, publicKey: row.public_key };
  } catch {
    return null;
  }
}
