/** Hands a file to the browser, which keeps it as its downloads are kept. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the press has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
