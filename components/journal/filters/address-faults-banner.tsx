'use client';

import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import type { JournalAddress } from '../journal-address';

/** Characters of a part that name it well enough; the rest stands in the address itself. */
const mostNamed = 120;

/** Says what of the page's address is not understood, and takes it out of there. */
export function AddressFaultsBanner({ address }: { address: JournalAddress }) {
  const { faults, removeFaults } = address;
  if (faults.length === 0) return null;
  const hidesLines = faults.some(({ isCondition }) => isCondition);
  return (
    <Banner
      tone={hidesLines ? 'danger' : 'warning'}
      title={
        hidesLines
          ? 'Part of this address is not understood, so no lines are shown'
          : 'Part of this address is not understood and was left out'
      }
      action={
        <Button size="sm" onPress={() => removeFaults(faults)} className="shrink-0 max-sm:w-full">
          Remove {faults.length === 1 ? 'it' : 'them'} from the address
        </Button>
      }
      className="mx-4 mb-2 max-sm:flex-wrap"
    >
      <ul>
        {faults.map(({ name, written, words }) => (
          <li key={`${name} ${written}`}>
            <code className="font-mono">
              {written.length > mostNamed ? `${written.slice(0, mostNamed)}…` : written}
            </code>{' '}
            {words}
          </li>
        ))}
      </ul>
      {hidesLines && (
        <p>
          With that left out, the page would show other lines than the link meant. Correct the link, or remove
          the part.
        </p>
      )}
    </Banner>
  );
}
