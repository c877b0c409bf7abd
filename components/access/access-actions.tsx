'use client';

import { Map, Scale } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { FilesPanel } from '@/components/access/export/files-panel';

type AccessActionsProps = ComponentProps<typeof FilesPanel> & {
  views: ReactNode;
  isOverviewOpen: boolean;
  onOverview: (isOpen: boolean) => void;
  onCompare: () => void;
};

/** Other looks at the matrix, and its ways out of the console and back in; the filter goes along. */
export function AccessActions({
  views,
  isOverviewOpen,
  onOverview,
  onCompare,
  ...shown
}: AccessActionsProps) {
  return (
    <>
      {views}
      <Button aria-expanded={isOverviewOpen} onPress={() => onOverview(!isOverviewOpen)}>
        <Map aria-hidden="true" className="size-4" />
        <span className="@max-2xl:sr-only">Map</span>
      </Button>
      <Button onPress={onCompare}>
        <Scale aria-hidden="true" className="size-4" />
        <span className="@max-2xl:sr-only">Compare…</span>
      </Button>
      <FilesPanel {...shown} />
    </>
  );
}
