'use client';

import { PictureInPicture2, Scale } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { FilesPanel } from '@/components/access/export/files-panel';
import type { useAccessAddress } from '@/components/access/filters/access-address';

type AccessActionsProps = ComponentProps<typeof FilesPanel> & {
  views: ReactNode;
  address: ReturnType<typeof useAccessAddress>;
  onCompare: () => void;
};

export function AccessActions({ views, address, onCompare, ...shown }: AccessActionsProps) {
  const [{ overview, compare }, set] = address;
  return (
    <>
      {views}
      <Button
        aria-expanded={overview}
        onPress={() => set((newest) => ({ overview: !newest.overview || null }))} // the drawn value may be older
      >
        <PictureInPicture2 aria-hidden="true" className="size-4" />
        <span className="@max-2xl:sr-only">Map</span>
      </Button>
      <Button aria-expanded={compare !== null} onPress={onCompare}>
        <Scale aria-hidden="true" className="size-4" />
        <span className="@max-2xl:sr-only">Compare…</span>
      </Button>
      <FilesPanel {...shown} />
    </>
  );
}
