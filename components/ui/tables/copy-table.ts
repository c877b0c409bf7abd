import { notify } from '@/components/ui/feedback/toast-store';

/** Puts a table on the clipboard, as text and as HTML, and says whether the browser allowed it. */
export async function copyTable(content: { text: string; html: string }): Promise<void> {
  const as = (type: string, text: string) => new Blob([text], { type });
  const types = { 'text/plain': as('text/plain', content.text), 'text/html': as('text/html', content.html) };
  try {
    await navigator.clipboard.write([new ClipboardItem(types)]);
    notify.success('Copied');
  } catch {
    notify.problem('Not copied', 'The browser did not allow it. Press Copy to try again.', {
      action: { label: 'Copy', onPress: () => void copyTable(content) },
    });
  }
}

/** Whether a person has selected text, which Ctrl+C then copies. */
export function isTextSelected(): boolean {
  return window.getSelection()?.isCollapsed === false;
}
