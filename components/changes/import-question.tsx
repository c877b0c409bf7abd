'use client';

import type { FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/text-field';
import { useOpenState } from '@/components/ui/use-open-state';
import type { ImportCell } from '@/lib/contract/access-file';
import { combinationsInWords } from '@/lib/domain/changes/change-words';
import { isCount } from '@/lib/domain/changes/typed-count';

interface ImportQuestionProps {
  isOpen: boolean;
  cells: readonly ImportCell[];
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks whether so many changes are meant: the number has to be typed. */
export function ImportQuestion({ isOpen, cells, isPending, onConfirm, onClose }: ImportQuestionProps) {
  const [typed, setTyped] = useOpenState(isOpen, '');
  const given = cells.filter(({ accessible }) => accessible).length;
  const isRight = isCount(typed, cells.length);
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && !isPending) onConfirm();
  };
  return (
    <Dialog
      isOpen={isOpen}
      title="Change this many?"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Back to the preview</Button>
          <Button
            type="submit"
            form="import-question"
            variant="primary"
            isDisabled={!isRight}
            isPending={isPending}
          >
            Change {cells.length.toLocaleString()}
          </Button>
        </>
      }
    >
      <form id="import-question" onSubmit={confirm} className="flex flex-col gap-3">
        <p>
          {combinationsInWords(given)} will be given access and {(cells.length - given).toLocaleString()} will
          lose it. Each is compared with its value in the service once more before it is changed; you can
          pause, cancel and undo.
        </p>
        <TextField
          label={`Type ${String(cells.length)} to go on`}
          value={typed}
          onChange={setTyped}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus=""
        />
      </form>
    </Dialog>
  );
}
