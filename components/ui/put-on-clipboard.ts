/** A text for the clipboard, and the same as HTML for programs that take more than text. */
export interface ClipboardContent {
  text: string;
  html: string;
}

/**
 * Puts a text on the clipboard, also one that comes later. Call it in the task of the key or press that asks for it:
 * Safari and Firefox refuse what is written after a wait.
 * @throws what `coming` rejects with; DOMException where the browser refuses.
 */
export async function putOnClipboard(coming: Promise<ClipboardContent>): Promise<void> {
  const as = async (type: string, part: keyof ClipboardContent) => new Blob([(await coming)[part]], { type });
  const types = { 'text/plain': as('text/plain', 'text'), 'text/html': as('text/html', 'html') };
  await Promise.all([coming, navigator.clipboard.write([new ClipboardItem(types)])]);
}
