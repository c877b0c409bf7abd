import 'server-only';
import type { z } from 'zod';
import type { NoticeKind } from '@/lib/contract/notice-kinds';
import type { changeReceiverSchema, receiverSavedSchema } from '@/lib/contract/notices';
import { mayManageNotices } from '@/lib/contract/session/roles';
import { verb } from '@/lib/server/services/verb';
import { checkReceiver, receiverFact, receiverInWords, receiverOf } from './outbox/receiver-rows';

/** Changes what is given of a receiver. @throws ConsoleError `not-found`, `invalid-request`, `conflict`. */
export const changeReceiver = verb<
  z.output<typeof changeReceiverSchema>,
  z.infer<typeof receiverSavedSchema>
>({
  roles: mayManageNotices,
  run: async ({ ctx, input: { receiverId: id, secret, ...given } }) => {
    const saved = await ctx.console.ledger.record(async (transaction) => {
      const { kind, ...known } = await receiverOf(transaction, id);
      const name = given.name ?? known.name;
      const address = given.address ?? known.address;
      const notices = [...new Set(given.notices ?? (JSON.parse(known.notices) as NoticeKind[]))]; // as `addReceiver` writes it
      await checkReceiver(ctx, transaction, {
        id,
        kind,
        name,
        address,
        ...(secret !== undefined && { secret }),
      });
      await transaction
        .updateTable('notice_receiver')
        .set({ name, address, notices: JSON.stringify(notices), ...(secret !== undefined && { secret }) })
        // What was wrong may be mended: it is tried at once.
        .set({ next_at: 0 })
        .where('id', '=', id)
        .execute();
      const changed = [
        ...(address !== known.address ? ['new address'] : []),
        ...(secret !== undefined ? ['new secret'] : []),
      ];
      const detail = [receiverInWords(kind, address, notices), ...changed].join('; ');
      return { facts: [receiverFact(ctx, 'changed', { id, name, kind }, detail)], result: { id } };
    });
    ctx.console.signals.send('notice', '');
    return saved;
  },
});
