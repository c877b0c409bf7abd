import { afterEach, describe, expect, it } from 'vitest';
import { notify, shownToasts, toastStore } from '@/components/ui/feedback/toast-store';

const titles = (toasts: readonly { title: string }[]): string[] => toasts.map(({ title }) => title);

afterEach(() => toastStore.dismissAll());

describe('messages at the edge of the page', () => {
  it('keep every problem until it is dismissed, and show the newest three', () => {
    const ids = Array.from({ length: 4 }, (_, at) => notify.problem(`Problem ${at + 1}`));
    const { shown, waiting } = shownToasts(toastStore.read());
    expect([titles(shown), waiting]).toEqual([['Problem 2', 'Problem 3', 'Problem 4'], 1]);
    toastStore.dismiss(ids[3] ?? 0);
    expect(titles(shownToasts(toastStore.read()).shown)).toEqual(['Problem 1', 'Problem 2', 'Problem 3']);
  });

  it('take no older one away unread, but a remark by the next remark', () => {
    notify.problem('Refused', undefined, { stays: false });
    notify.success('Done');
    notify.info('Nothing is selected.');
    notify.problem('Problem');
    notify.info('It already matches.');
    expect(titles(toastStore.read())).toEqual(['Refused', 'Done', 'Problem', 'It already matches.']);
  });
});
