import { counted } from '@/lib/domain/counted';
import { notify, toastStore } from '@/components/ui/feedback/toast-store';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';

/** Drops all; a message gives them back until something else is staged, or it leaves. */
export function discard({ staged, subscribe }: MatrixStore): void {
  const dropped = staged.all();
  staged.drop();
  const message = notify.success(`${counted(dropped.length, 'assignment')} discarded`, {
    description: 'Nothing was sent.',
    action: {
      label: 'Take back',
      onPress: () => {
        stop();
        staged.putBack(dropped);
      },
    },
  });
  const stop = subscribe(() => {
    if (staged.size === 0) return;
    stop();
    toastStore.dismiss(message);
  });
}

/** "2 assignments staged." */
export function stagedCountInWords(count: number): string {
  return count === 0 ? 'Nothing is staged any more.' : `${counted(count, 'assignment')} staged.`;
}
