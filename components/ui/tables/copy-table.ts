import { notify } from '@/components/ui/feedback/toast-store';

/** Puts a table on the clipboard, as text and as HTML, and says whether the browser allowed it. @param done what is said then. */
export async function copyTable(content: { text: string; html: string }, done = 'Copied'): Promise<void> {
  const as = (type: string, text: string) => new Blob([text], { type });
  const types = { 'text/plain': as('text/plain', content.text), 'text/html': as('text/html', content.html) };
  try {
    await navigator.clipboard.write([new ClipboardItem(types)]);
    notify.success(done);
  } catch {
    notify.problem('Not copied', 'The browser did not allow it. Press Copy to try again.', {
      action: { label: 'Copy', onPress: () => void copyTable(content, done) },
    });
  }
}

/** Whether a person has selected text, which Ctrl+C then copies. */
export function isTextSelected(): boolean {
  return window.getSelection()?.isCollapsed === false;
}
