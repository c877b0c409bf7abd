'use client';

import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { Banner } from './banner';

interface AddressFaultsBannerProps {
  /** Parts of the address: as written, and why each is not understood. */
  faults: readonly { name: string; written: string; words: string }[];
  /** What the page does not show because of them; null: they are ignored. */
  hides: 'lines' | 'changes' | null;
  onRemove: () => void;
  className?: string;
}

const mostNamed = 120;

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
          Without it, the page would show other {hides} than the link meant. Correct the link, or remove the
          part.
        </p>
      )}
    </Banner>
  );
}
