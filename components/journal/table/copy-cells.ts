import { notify } from '@/components/ui/feedback/toast-store';
import { clipboardOf, type ClipboardContent } from './selected-cells';
import type { SelectedRow } from './selected-strips';

export function copyCells(selected: readonly SelectedRow[], isWithHeads: boolean): void {
  if (selected.length === 0) return; // a head has the focus
  void put(clipboardOf(selected, isWithHeads));
}

async function put(content: ClipboardContent): Promise<void> {
  const as = (type: string, text: string) => new Blob([text], { type });
  const types = { 'text/plain': as('text/plain', content.text), 'text/html': as('text/html', content.html) };
  try {
    await navigator.clipboard.write([new ClipboardItem(types)]);
    notify.success('Copied');
  } catch {
    notify.problem('Not copied', 'The browser did not allow it. Press Copy to try again.', {
      action: { label: 'Copy', onPress: () => void put(content) },
    });
  }
}
