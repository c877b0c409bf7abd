import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '@/components/ui/feedback/toast-store';
import { isSignedOut, problemOf } from '@/lib/client/api';
import { askAgain } from '@/lib/client/asked-again';
import { allNotices, sendAgain } from '@/lib/client/notices';
import { counted } from '@/lib/domain/counted';

interface Sending {
  receiver: { id: string; name: string };
  /** Without a number all that was given up. */
  number?: number;
}

/** Sends given-up messages again and says what happened. */
export function useSendAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ receiver, number }: Sending) => sendAgain(receiver.id, number),
    onSuccess: ({ deliveries }, { receiver }) =>
      notify.success(`${counted(deliveries, 'message')} for ${receiver.name} will be sent again`),
    onError: (error) => {
      if (!isSignedOut(error)) notify.problem('Nothing is sent again', problemOf(error).detail);
    },
    onSettled: () => askAgain(client, allNotices),
  });
}
