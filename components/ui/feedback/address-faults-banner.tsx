'use client';

import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { Banner } from './banner';

interface AddressFaultsBannerProps {
  /** Parts of the page's address: each as it stands there, and why it is not understood, in words that follow. */
  faults: readonly { name: string; written: string; words: string }[];
  /** What is not shown because of them; null: they were left out, and everything is shown. */
  hides: 'lines' | 'changes' | null;
  /** Takes them out of the address. */
  onRemove: () => void;
  className?: string;
}

/** Characters of a part that name it well enough; the rest stands in the address itself. */
const mostNamed = 120;

/** Says what of the page's address is not understood, and takes it out of there. */
export function AddressFaultsBanner({ faults, hides, onRemove, className }: AddressFaultsBannerProps) {
  return (
    <Banner
      tone={hides === null ? 'warning' : 'danger'}
      title={
        hides === null
          ? 'Part of this address is not understood and was left out'
          : `Part of this address is not understood, so no ${hides} are shown`
      }
      action={
        <Button ref={rescueFocus} size="sm" onPress={onRemove} className="shrink-0 max-sm:w-full">
          Remove {faults.length === 1 ? 'it' : 'them'} from the address
        </Button>
      }
      className={classNames('max-sm:flex-wrap', className)}
    >
      <ul>
        {faults.map(({ name, written, words }) => (
          <li key={`${name} ${written}`}>
            <code translate="no" className="font-mono">
              {written.length > mostNamed ? `${written.slice(0, mostNamed)}…` : written}
            </code>{' '}
            {words}
          </li>
        ))}
      </ul>
      {hides !== null && (
        <p>
          With that left out, the page would show other {hides} than the link meant. Correct the link, or
          remove the part.
        </p>
      )}
    </Banner>
  );
}
