'use client';

import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { ButtonPopover } from '@/components/ui/overlays/popover';
import { useConnectionKey } from '@/lib/client/connection';
import { viewsQuery } from '@/lib/client/views';
import type { ViewPlace } from '@/lib/contract/views';
import { savedSearch } from '@/lib/domain/views/saved-search';
import { SavedViews } from './saved-views';

export function ViewsMenu({ place, mayRemoveShared }: { place: ViewPlace; mayRemoveShared: boolean }) {
  const connection = useConnectionKey();
  const search = savedSearch(useSearchParams().toString());
  const { data: views, error } = useQuery(viewsQuery(connection, place));
  const current = views?.find((view) => view.search === search);
  return (
    <ButtonPopover
      label="Views"
      icon={Bookmark}
      caption={
        <span className={current === undefined ? '@max-2xl:sr-only' : undefined}>
          {current === undefined ? (
            'Views'
          ) : (
            <>
              <span className="sr-only">Views: </span>
              <span className="block max-w-32 truncate @max-2xl:max-w-20">{current.name}</span>
            </>
          )}
        </span>
      }
      align="end"
      className="w-80 p-0!"
    >
      {(close) => (
        <SavedViews {...{ connection, place, views, error, search, mayRemoveShared }} onDone={close} />
      )}
    </ButtonPopover>
  );
}
