'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { notify } from '@/components/ui/toast';
import { createFromFile, type ChosenFile } from '@/lib/client/access-file';
import { notMadeInWords } from '@/lib/client/changes';
import { useConnectionKey } from '@/lib/client/connection';
import type { ImportCell, ImportCounts } from '@/lib/contract/access-file';
import { longestReason } from '@/lib/contract/changes';
import { combinationsInWords } from '@/lib/domain/changes/change-words';
import { isAskedAbout } from '@/lib/domain/changes/typed-count';
import { useChangeLinks } from './change-links';
import { ImportQuestion } from './import-question';

interface ImportApplyProps {
  file: ChosenFile;
  /** The ticked ones. */
  cells: readonly ImportCell[];
  counts: ImportCounts;
  reason: string;
  onReason: (reason: string) => void;
}

/** The reason and the button that makes a change set of what is ticked; many are asked about first. */
export function ImportApply({ file, cells, counts, reason, onReason }: ImportApplyProps) {
  const connection = useConnectionKey();
  const client = useQueryClient();
  const router = useRouter();
  const links = useChangeLinks();
  const [isAsking, setAsking] = useState(false);
  /** Asked for again after an answer that got lost, the same set is meant. */
  const wish = useRef<{ cells: readonly ImportCell[]; reason: string; key: string } | null>(null);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => {
      if (wish.current?.cells !== cells || wish.current.reason !== reason.trim())
        wish.current = { cells, reason: reason.trim(), key: crypto.randomUUID() };
      return createFromFile(connection, file, wish.current);
    },
    onSuccess: async (id) => {
      notify.success('The change set was made', { description: 'This page shows how far it is.' });
      router.push(links.set(id));
      await client.invalidateQueries({ queryKey: ['changes'] });
    },
    onError: (error) => {
      const words = notMadeInWords(error);
      if (words !== null) notify.problem(words.title, words.detail);
    },
    onSettled: () => setAsking(false),
  });
  useLeaveWarning(!isSuccess);
  const left = counts.give + counts.remove + counts.unnamed + counts.changed - cells.length;
  return (
    <section
      aria-label="Apply"
      data-print="hide"
      className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4"
    >
      <TextField
        label="Reason (optional)"
        value={reason}
        onChange={onReason}
        maxLength={longestReason}
        placeholder="Why this is changed, for whoever reads the log"
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="primary"
          isDisabled={cells.length === 0}
          isPending={isPending}
          onPress={() => (isAskedAbout(cells.length) ? setAsking(true) : mutate())}
        >
          Change {combinationsInWords(cells.length)}
          {isAskedAbout(cells.length) && '…'}
        </Button>
        <span className="tabular text-sm text-text-muted">
          {left > 0 && `${combinationsInWords(left)} left out. `}
          {counts.problems > 0 && 'Rows with problems are left out.'}
        </span>
      </div>
      <ImportQuestion
        isOpen={isAsking}
        cells={cells}
        isPending={isPending}
        onConfirm={() => mutate()}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

/** The browser asks before it leaves a page whose preview was not applied. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOn]);
}
