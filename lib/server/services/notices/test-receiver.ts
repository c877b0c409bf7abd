import 'server-only';
import type { z } from 'zod';
import type { receiverIdSchema, ReceiverTest } from '@/lib/contract/notices';
import { mayManageNotices } from '@/lib/contract/session/roles';
import { verb } from '@/lib/server/services/verb';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { receiverFact, receiverOf } from './outbox/receiver-rows';
import { causeOf } from './receivers/deliver';

/** Sends a test message at once and says what happened. @throws ConsoleError `not-found`, `ledger-unavailable`. */
export const testReceiver = verb<z.infer<typeof receiverIdSchema>, ReceiverTest>({
  roles: mayManageNotices,
  run: async ({ ctx, input: { receiverId } }) => {
    const { database, ledger, deliver, signals } = ctx.console;
    const receiver = await orUnavailable(() => receiverOf(database.kysely, receiverId));
    await ledger.append([receiverFact(ctx, 'tested', receiver, '')]); // nothing leaves without an entry
    const message = {
      number: null,
      kind: 'test' as const,
      connection: null,
      at: new Date().toISOString(),
      title: 'Test of a receiver',
      text: `An administrator of the console tries whether “${receiver.name}” gets its messages. Nothing has happened.`,
      path: '/notices',
      facts: {},
    };
    const beganAt = performance.now();
    const { remark, cause } = await deliver(receiver, message, ctx.request.signal).then(
      (told) => ({ remark: told, cause: null }),
      (error: unknown) => ({ remark: null, cause: causeOf(error) }),
    );
    const tookMs = Math.round(performance.now() - beganAt);
    if (cause !== null) return { delivered: false, detail: cause, tookMs };
    // What waits need not wait for its next try.
    await orUnavailable(() =>
      database.kysely
        .updateTable('notice_receiver')
        .set({ next_at: 0 })
        .where('id', '=', receiverId)
        .execute(),
    );
    signals.send('notice', '');
    const detail =
      remark ??
      (receiver.kind === 'mail'
        ? 'The mail server took the message. Look whether it arrives.'
        : 'The receiver took the message.');
    return { delivered: true, detail, tookMs };
  },
});
