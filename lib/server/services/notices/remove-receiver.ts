import 'server-only';
import type { z } from 'zod';
import type { receiverIdSchema, receiverSavedSchema } from '@/lib/contract/notices';
import { mayManageNotices } from '@/lib/contract/session/roles';
import { verb } from '@/lib/server/services/verb';
import { receiverFact, receiverOf } from './outbox/receiver-rows';

/** Removes a receiver and its deliveries, also those that wait. @throws ConsoleError `not-found`, `ledger-unavailable`. */
export const removeReceiver = verb<z.infer<typeof receiverIdSchema>, z.infer<typeof receiverSavedSchema>>({
  roles: mayManageNotices,
  run: ({ ctx, input: { receiverId: id } }) =>
    ctx.console.ledger.record(async (transaction) => {
      const { name, kind } = await receiverOf(transaction, id);
      await transaction.deleteFrom('notice_receiver').where('id', '=', id).execute();
      return { facts: [receiverFact(ctx, 'removed', { id, name, kind }, '')], result: { id } };
    }),
});
