import { afterEach, describe, expect, it } from 'vitest';
import { notify, shownToasts, toastStore } from '@/components/ui/feedback/toast-store';

const titles = (toasts: readonly { title: string }[]): string[] => toasts.map(({ title }) => title);

afterEach(() => toastStore.dismissAll());

describe('messages at the edge of the page', () => {
  it('keep every problem until it is dismissed, though only the newest is shown', () => {
    const ids = Array.from({ length: 3 }, (_, at) => notify.problem(`Problem ${at + 1}`));
    const { shown, waiting } = shownToasts(toastStore.read());
    expect(titles(shown)).toEqual(['Problem 3']);
    expect(waiting).toBe(2);
    toastStore.dismiss(ids[2] ?? 0);
    expect(titles(shownToasts(toastStore.read()).shown)).toEqual(['Problem 2']);
    expect(shownToasts(toastStore.read()).waiting).toBe(1);
  });

  it('let old successes make room for good', () => {
    notify.success('Done');
    notify.problem('Problem');
    expect(titles(toastStore.read())).toEqual(['Problem']);
  });
});
