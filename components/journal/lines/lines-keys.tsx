'use client';

import { useState } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import { MountOnFirstOpen } from '@/components/ui/overlays/mount-on-first-open';
import { usePageKeys } from '@/components/ui/keys/use-page-keys';

const LinesKeyHelp = onDemand(
  async () => (await import('./lines-key-help')).LinesKeyHelp,
  ({ onClose }) => onClose(),
);

/** The single keys of the journal page: `/` leads to the search, `?` tells all keys. */
export function LinesKeys() {
  const [isHelping, setHelping] = useState(false);
  usePageKeys((key) => {
    if (key === '?') setHelping(true);
    return key === '?';
  });
  return (
    <MountOnFirstOpen isOpen={isHelping}>
      <LinesKeyHelp isOpen={isHelping} onClose={() => setHelping(false)} />
    </MountOnFirstOpen>
  );
}
