import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ImportChooser } from '@/components/changes/import/import-chooser';
import type { ChosenFile } from '@/lib/client/access-file';
import { draw } from './draw';

/** The box in which a file is chosen. @returns the names of the files that were taken, as they are. */
function openChooser(): string[] {
  const taken: string[] = [];
  const boxOf = (file: ChosenFile | null) => createElement(ImportChooser, { file, onChoose: take });
  const take = (file: ChosenFile) => {
    taken.push(file.name);
    queueMicrotask(() => show(boxOf(file)));
  };
  const { show } = draw(boxOf(null));
  return taken;
}

/** Chooses a file as the browser's dialog does; Vitest's own `upload` would read it by the reader that is held here. */
function choose(file: File): void {
  const input = page.getByLabelText('Spreadsheet').element() as HTMLInputElement; // as its type says
  const chosen = new DataTransfer();
  chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

it('of two files chosen one after the other the second one counts, however long the first one takes', async () => {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called on the reader below
  const read = FileReader.prototype.readAsDataURL;
  let readSlow = () => undefined as void;
  const slow = new Promise<void>((done) => {
    vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function (this: FileReader, file) {
      if (!(file instanceof File) || file.name !== 'slow.csv') return read.call(this, file);
      this.addEventListener('loadend', () => setTimeout(done));
      readSlow = () => read.call(this, file);
    });
  });
  const taken = openChooser();
  choose(new File(['a'], 'slow.csv'));
  choose(new File(['b'], 'quick.csv'));
  await expect.element(page.getByText('quick.csv')).toBeVisible();
  readSlow();
  await slow;
  expect(taken).toEqual(['quick.csv']);
});

it('a file that is too large is refused in words before it is sent, and the next one is taken', async () => {
  const taken = openChooser();
  choose(new File([new Uint8Array(17 * 1024 * 1024)], 'large.csv'));
  await expect.element(page.getByRole('alert')).toHaveTextContent('16 MB');
  expect(taken).toEqual([]);
  choose(new File(['a'], 'own.csv'));
  await expect.element(page.getByText('own.csv')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

it('a file that is dropped beside the box does not take the place of the page; a text goes where it is dropped', () => {
  openChooser();
  const isRefused = (...files: File[]) => {
    const dataTransfer = new DataTransfer();
    for (const file of files) dataTransfer.items.add(file);
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    return !document.body.dispatchEvent(drop);
  };
  expect([isRefused(new File(['a'], 'a.csv')), isRefused()]).toEqual([true, false]);
});
