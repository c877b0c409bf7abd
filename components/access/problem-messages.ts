import { notify, toastStore } from '@/components/ui/toast-store';
import type { AccessChanges } from '@/lib/client/access-changes';
import { overlayKey } from '@/lib/domain/access/cell-overlays';

const spokenFor = new WeakSet<AccessChanges>();

/**
 * Shows a message for every change that was not made or is not known, whatever page is open by then; it goes when
 * there is later news of the same cell. Ends with the changes themselves; calling it again does nothing.
 */
export function showProblemMessages(changes: AccessChanges): void {
  if (spokenFor.has(changes)) return;
  spokenFor.add(changes);
  const shown = new Map<string, number>();
  changes.subscribe({
    cells: () => undefined,
    news: ({ cell, kind, title, detail }) => {
      const key = overlayKey(cell);
      const older = shown.get(key);
      const phase = changes.overlay(cell)?.phase;
      const isOpen = phase === 'unanswered' || phase === 'unknown';
      if (older !== undefined && !(kind === 'quiet' && isOpen)) {
        toastStore.dismiss(older);
        shown.delete(key);
      }
      if (kind === 'problem') shown.set(key, notify.problem(title, detail));
    },
  });
}
