import 'server-only';
import { sign } from 'node:crypto';
import { checkpointSchema, type Checkpoint, type SignedCheckpoint } from '@/lib/contract/changes/ledger';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import type { SigningKey } from './signing-key';

export function signCheckpoint(checkpoint: Checkpoint, key: SigningKey): SignedCheckpoint {
  return {
    checkpoint,
    signature: signText(canonicalJson(checkpoint), key),
    publicKey: key.publicKey,
  };
}

/** Ed25519 signature of the UTF-8 text, in base64. */
export function signText(text: string, { privateKey }: SigningKey): string {
  return sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64');
}

/** The checkpoint of a database row; null when its body is damaged or not canonical. */
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
