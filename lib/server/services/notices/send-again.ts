import 'server-only';
import type { z } from 'zod';
import type { sendAgainSchema, sentAgainSchema } from '@/lib/contract/notices';
import { mayManageNotices } from '@/lib/contract/session/roles';
import { counted } from '@/lib/domain/counted';
import { ConsoleError } from '@/lib/server/console-error';
import { verb } from '@/lib/server/services/verb';
import { receiverFact, receiverOf } from './outbox/receiver-rows';

/** Puts given-up messages back into the queue, for another day of tries. @throws ConsoleError `not-found`, `conflict`. */
export const sendAgain = verb<z.infer<typeof sendAgainSchema>, z.infer<typeof sentAgainSchema>>({
  roles: mayManageNotices,
  run: async ({ ctx, input: { receiver: id, number } }) => {
    const { ledger, database, signals } = ctx.console;
    const sent = await ledger.record(async (transaction) => {
      const receiver = await receiverOf(transaction, id);
      const { numUpdatedRows } = await transaction
        .updateTable('notice_delivery')
        .set({ state: 'waiting', since: database.dialect.now, tries: 0 })
        .where('receiver_id', '=', id)
        .where('state', '=', 'given-up')
        .$if(number !== undefined, (of) => of.where('number', '=', number ?? 0))
        .executeTakeFirst();
      const deliveries = Number(numUpdatedRows);
      if (deliveries === 0)
        throw new ConsoleError(
          'conflict',
          'No message waits to be sent again. Nothing was changed. Refresh the list.',
        );
      await transaction.updateTable('notice_receiver').set({ next_at: 0 }).where('id', '=', id).execute();
      const detail = number === undefined ? counted(deliveries, 'notice') : `notice ${String(number)}`;
      return { facts: [receiverFact(ctx, 'sent-again', receiver, detail)], result: { deliveries } };
    });
    signals.send('notice', '');
    return sent;
  },
});
