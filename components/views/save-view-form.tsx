'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/fields/checkbox';
import { TextField } from '@/components/ui/fields/text-field';
import { notify } from '@/components/ui/feedback/toast-store';
import { ApiError, isSignedOut } from '@/lib/client/api';
import { askAgain } from '@/lib/client/asked-again';
import { saveView } from '@/lib/client/views';
import { longestViewName } from '@/lib/contract/limits';
import type { SavedView, ViewPlace } from '@/lib/contract/views';

interface SaveViewFormProps {
  connection: string;
  place: ViewPlace;
  search: string;
  /** Undefined: not read yet; saving waits, because it might replace a view. */
  views: readonly SavedView[] | undefined;
  onSaved: () => void;
}

export function SaveViewForm({ connection, place, search, views, onSaved }: SaveViewFormProps) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<boolean | null>(null);
  const wanted = name.trim();
  const replaced = views?.find((view) => view.mine && view.name === wanted);
  const isShared = chosen ?? replaced?.shared ?? false;
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveView(connection, { place, name: wanted, search, shared: isShared }),
    onSuccess: async () => {
      notify.success(`The view “${wanted}” is saved`);
      onSaved();
      await askAgain(client, ['views']);
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      notify.problem('The view was not saved', error instanceof ApiError ? error.problem.detail : undefined);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== '' && views !== undefined) mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 border-t border-line p-3">
      <TextField
        label="Save what is shown as"
        value={name}
        onChange={setName}
        maxLength={longestViewName}
        description={replaced && replacedWords(replaced, isShared)}
      />
      <div className="flex items-center justify-between gap-2">
        <Checkbox isSelected={isShared} onChange={setChosen}>
          Share with everybody here
        </Checkbox>
        <Button
          type="submit"
          variant="primary"
          isDisabled={wanted === '' || views === undefined}
          isPending={isPending}
        >
          Save
        </Button>
      </div>
    </form>
  );
}

function replacedWords({ shared }: SavedView, isShared: boolean): string {
  if (shared && !isShared) return 'Your view of this name is replaced, and no longer shared.';
  return `Your ${shared ? 'shared ' : ''}view of this name is replaced.`;
}
