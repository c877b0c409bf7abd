import { notify } from '@/components/ui/feedback/toast-store';
import { putOnClipboard, type ClipboardContent } from '@/components/ui/put-on-clipboard';
import type { SelectedRow } from './selected-strips';

/**
 * Copies selected cells as spreadsheets take them, and says whether that could be done. Call it in the task of the key or
 * press, as `putOnClipboard` asks for.
 */
export function copyCells(selected: readonly SelectedRow[], isWithHeads: boolean): void {
  if (selected.length === 0) return; // the head of a column has the focus
  void put(async () => (await import('./selected-cells')).clipboardOf(selected, isWithHeads));
}

async function put(content: () => Promise<ClipboardContent>): Promise<void> {
  try {
    await putOnClipboard(content());
    notify.success('Copied');
  } catch {
    notify.problem('Not copied', 'The browser did not allow it. Press Copy to try again.', {
      action: { label: 'Copy', onPress: () => void put(content) },
    });
  }
}
