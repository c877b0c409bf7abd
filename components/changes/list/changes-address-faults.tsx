'use client';

import { useSearchParams } from 'next/navigation';
import { AddressFaultsBanner } from '@/components/ui/feedback/address-faults-banner';
import { useAddress } from '@/lib/client/address/use-address';
import { onceOnly, unknownName, writtenAs } from '@/lib/client/address/faults';
import type { Parameters } from '@/lib/client/address/parameters';
import { kindWords, stateFilterWords } from './filter-words';
import { outcomeWords } from '@/components/changes/outcome/outcome-words';
import { partNames } from './changes-parameters';

const knownAre = (words: object) => `is not known here; known are ${Object.keys(words).join(', ')}.`;
const noDay = 'must be a day of the calendar as YYYY-MM-DD.';

const partWords: Record<string, string> = {
  outcome: knownAre(outcomeWords),
  state: knownAre(stateFilterWords),
  kind: knownAre(kindWords),
  mine: 'must be true or false.',
  from: noDay,
  to: noDay,
};

export function ChangesAddressFaults({ parts }: { parts: Parameters }) {
  const search = useSearchParams();
  const [, set] = useAddress(parts, 'push');
  const faults = Object.keys(parts).map((name) => {
    const texts = search.getAll(name);
    return { name, written: writtenAs(name, texts), words: wordsOf(name, texts) };
  });
  return <AddressFaultsBanner faults={faults} hides="changes" onRemove={() => set(null)} />;
}

function wordsOf(name: string, texts: readonly string[]): string {
  if (!partNames.includes(name)) return unknownName(partNames, name);
  return texts.length > 1 ? onceOnly : (partWords[name] ?? 'contains control characters.');
}
