import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chainStart, linkOf } from '@/lib/domain/ledger/chain';
import { sha256 } from '@/lib/server/sha256';

const texts = fc.array(fc.string(), { minLength: 1, maxLength: 12 });

function headOf(entries: readonly string[]): string {
  let hash = chainStart;
  for (const text of entries) ({ hash } = linkOf(hash, text, sha256));
  return hash;
}

it('leads to another hash for any other list of entries', () => {
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const same = one.length === other.length && one.every((text, index) => text === other[index]);
      expect(headOf(one) === headOf(other)).toBe(same);
    }),
  );
});

it('leads to another hash once any entry is left out, doubled, or changes places with another one', () => {
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), (entries, a, b) => {
      const [i, j] = [a % entries.length, b % entries.length];
      const head = headOf(entries);
      expect(headOf(entries.toSpliced(i, 1))).not.toBe(head);
      expect(headOf(entries.toSpliced(i, 0, entries[j] ?? ''))).not.toBe(head);
      const swapped = entries.with(i, entries[j] ?? '').with(j, entries[i] ?? '');
      expect(headOf(swapped) === head).toBe(entries[i] === entries[j]);
    }),
  );
});

it('needs of an entry only its digest to go on', () => {
  fc.assert(
    fc.property(texts, (entries) => {
      let hash = chainStart;
      for (const text of entries) hash = sha256(hash + sha256(text));
      expect(hash).toBe(headOf(entries));
    }),
  );
});
