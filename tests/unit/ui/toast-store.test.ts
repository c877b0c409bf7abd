import { afterEach, describe, expect, it } from 'vitest';
import { notify, shownToasts, toastStore } from '@/components/ui/toast-store';

const titles = (toasts: readonly { title: string }[]): string[] => toasts.map(({ title }) => title);

afterEach(() => toastStore.dismissAll());

describe('messages at the edge of the page', () => {
  it('keep every problem until it is dismissed, though only a few are shown at once', () => {
    const ids = Array.from({ length: 7 }, (_, at) => notify.problem(`Problem ${at + 1}`));
    const { shown, waiting } = shownToasts(toastStore.read());
    expect(titles(shown)).toEqual(['Problem 4', 'Problem 5', 'Problem 6', 'Problem 7']);
    expect(waiting).toBe(3);
    for (const id of ids.slice(3)) toastStore.dismiss(id);
    expect(titles(shownToasts(toastStore.read()).shown)).toEqual(['Problem 1', 'Problem 2', 'Problem 3']);
    expect(shownToasts(toastStore.read()).waiting).toBe(0);
  });

  it('let old successes make room for good', () => {
    notify.success('Done');
    for (let count = 1; count <= 4; count++) notify.problem(`Problem ${count}`);
    expect(titles(toastStore.read())).toEqual(['Problem 1', 'Problem 2', 'Problem 3', 'Problem 4']);
  });
});
