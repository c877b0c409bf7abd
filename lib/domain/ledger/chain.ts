/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
export type Sha256 = (text: string) => string;

/** What the first entry follows. */
export const chainStart = '0'.repeat(64);

/** One entry in the chain: its canonical text's digest, and the hash that it leads to. */
export interface ChainLink {
  digest: string;
  hash: string;
}

/**
 * The link of an entry: `digest = sha256(text)`, `hash = sha256(hash before + digest)`, both hex. An entry of which
 * only the digest is shown keeps the chain provable, so that evidence need not show other people's affairs.
 * @param before hash of the entry before, `chainStart` for the first.
 * @param text the entry's canonical JSON.
 */
export function linkOf(before: string, text: string, sha256: Sha256): ChainLink {
  const digest = sha256(text);
  return { digest, hash: sha256(before + digest) };
}
