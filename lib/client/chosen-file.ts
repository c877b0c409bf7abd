import { mostFileBytes } from '@/lib/contract/access-file';
import type { ChosenFile } from './access-file';

/** A file that was not taken: why, in words. */
export class FileRefusal extends Error {
  override name = 'FileRefusal';
}

/**
 * Reads a file that somebody chose.
 * @throws FileRefusal where it is empty, too large, or the browser cannot read it.
 */
export async function readChosenFile(file: File): Promise<ChosenFile> {
  if (file.size === 0) throw new FileRefusal('The file is empty.');
  if (file.size > mostFileBytes)
    throw new FileRefusal(
      `The file has ${(file.size / 1024 / 1024).toFixed(1)} MB; ${String(mostFileBytes / 1024 / 1024)} MB is the most. Split it, or export with a narrower filter.`,
    );
  try {
    const [content, bytes] = await Promise.all([base64Of(file), file.arrayBuffer()]);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const name = file.name.slice(-250);
    return { id: crypto.randomUUID(), name, size: file.size, content, sha256 };
  } catch {
    throw new FileRefusal(
      'The browser could not read the file. It may have been moved or changed: choose it again.',
    );
  }
}

/** The browser's own reader is the fastest way to base64. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(new Error('unreadable'));
    reader.onload = () => {
      const text = typeof reader.result === 'string' ? reader.result : ''; // a data URL, by the method called
      resolve(text.slice(text.indexOf(',') + 1));
    };
    reader.readAsDataURL(file);
  });
}
