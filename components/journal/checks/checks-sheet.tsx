'use client';

import { bodyOnDemand } from '@/components/ui/on-demand';
import { SidePanel } from '@/components/ui/overlays/side-panel';
import type { ChecksListProps } from './checks-list';

const ChecksList = bodyOnDemand(async () => (await import('./checks-list')).ChecksList);

export function ChecksSheet({ isOpen, ...list }: ChecksListProps & { isOpen: boolean }) {
  return (
    <SidePanel title="Checks before posting" isOpen={isOpen} onClose={list.onClose} takesFocus>
      <ChecksList {...list} />
    </SidePanel>
  );
}
