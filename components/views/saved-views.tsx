'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import Link from 'next/link';
import { usePathname, useSearchParams } from 'next/navigation';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { notify } from '@/components/ui/feedback/toast-store';
import { ApiError, isSignedOut } from '@/lib/client/api';
import { askAgain } from '@/lib/client/asked-again';
import { removeView } from '@/lib/client/views';
import type { SavedView, ViewPlace } from '@/lib/contract/views';
import { openedSearch } from '@/lib/domain/views/saved-search';
import { SaveViewForm } from './save-view-form';

interface SavedViewsProps {
  connection: string;
  place: ViewPlace;
  /** Undefined: not read yet. */
  views: readonly SavedView[] | undefined;
  error: Error | null;
  search: string;
  mayRemoveShared: boolean;
  onDone: () => void;
}

export function SavedViews(props: SavedViewsProps) {
  const { connection, place, search, mayRemoveShared, onDone } = props;
  const { views = [] } = props;
  const pathname = usePathname();
  const shown = useSearchParams().toString();
  const list = useRef<HTMLUListElement>(null);
  const client = useQueryClient();
  const [asked, setAsked] = useState<string | null>(null);
  const { mutate: remove, isPending } = useMutation({
    mutationFn: ({ id }: SavedView) => removeView(connection, id),
    onSuccess: (_, { name }) => notify.success(`The view “${name}” is removed`),
    onError: (error) => {
      if (isSignedOut(error)) return;
      notify.problem(
        'The view was not removed',
        error instanceof ApiError ? error.problem.detail : undefined,
      );
    },
    onSettled: async () => {
      list.current?.focus(); // the button is gone
      setAsked(null);
      await askAgain(client, ['views']);
    },
  });
  const addressOf = (view: SavedView) => {
    const query = openedSearch(view.search, shown);
    return query === '' ? pathname : `${pathname}?${query}`;
  };
  return (
    <>
      <ul
        ref={list}
        aria-label="Saved views"
        tabIndex={-1}
        className="min-h-24 overflow-y-auto p-1 outline-none"
      >
        {views.map((view) => (
          <li key={view.id} className="flex flex-wrap items-center gap-1 rounded-sm hover:bg-hover">
            <Link
              href={addressOf(view)}
              prefetch={false}
              aria-current={view.search === search ? 'true' : undefined}
              onClick={onDone}
              className="min-w-0 flex-1 px-2 py-1.5 text-sm wrap-anywhere"
            >
              <bdi>{view.name}</bdi>{' '}
              <span className="text-xs text-text-muted">
                {view.mine ? view.shared && 'shared' : `by ${view.owner}`}
              </span>
            </Link>
            {(view.mine || mayRemoveShared) && (
              <IconButton
                label={`Remove the view ${view.name}`}
                icon={<Trash2 aria-hidden="true" />}
                aria-expanded={asked === view.id}
                onPress={() => setAsked(asked === view.id ? null : view.id)}
              />
            )}
            {asked === view.id && (
              <div className="flex w-full items-center justify-end gap-2 px-2 pb-2 text-sm">
                <span className="min-w-0 flex-1">{view.shared ? 'For everybody?' : 'Remove it?'}</span>
                <Button size="sm" onPress={() => setAsked(null)}>
                  Keep
                </Button>
                <Button size="sm" variant="primary" isPending={isPending} onPress={() => remove(view)}>
                  Remove
                </Button>
              </div>
            )}
          </li>
        ))}
        {views.length === 0 && <li className="p-2 text-sm text-text-muted">{emptyWords(props)}</li>}
      </ul>
      <SaveViewForm
        connection={connection}
        place={place}
        search={search}
        views={props.views}
        onSaved={onDone}
      />
    </>
  );
}

function emptyWords({ views, error }: SavedViewsProps): string {
  if (views !== undefined)
    return 'No view is saved yet. A view keeps filters, order and columns, with their widths and which are frozen, under a name.';
  if (error === null) return 'Reading the saved views…';
  const why = error instanceof ApiError ? ` ${error.problem.detail}` : '';
  return `The saved views could not be read.${why}`;
}
