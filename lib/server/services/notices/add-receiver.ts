import 'server-only';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { mostReceivers } from '@/lib/contract/limits';
import type { addReceiverSchema, receiverSavedSchema } from '@/lib/contract/notices';
import { mayManageNotices } from '@/lib/contract/session/roles';
import { ConsoleError } from '@/lib/server/console-error';
import { verb } from '@/lib/server/services/verb';
import { checkReceiver, receiverFact, receiverInWords } from './outbox/receiver-rows';

/** Adds a receiver of notices from now on. @throws ConsoleError `invalid-request`, `conflict`, `ledger-unavailable`. */
export const addReceiver = verb<z.output<typeof addReceiverSchema>, z.infer<typeof receiverSavedSchema>>({
  roles: mayManageNotices,
  run: ({ ctx, input }) =>
    ctx.console.ledger.record(async (transaction) => {
      const { name, kind, address, secret } = input;
      const id = randomUUID();
      await checkReceiver(ctx, transaction, {
        id,
        kind,
        name,
        address,
        ...(secret !== undefined && { secret }),
      });
      const { count } = await transaction
        .selectFrom('notice_receiver')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (Number(count) >= mostReceivers)
        throw new ConsoleError(
          'invalid-request',
          `There are ${String(mostReceivers)} receivers already, which is as many as there may be. Nothing was saved.`,
        );
      const notices = [...new Set(input.notices)];
      await transaction
        .insertInto('notice_receiver')
        .values({
          ...{ id, name, kind, address, cause: null, lease_owner: null },
          secret: secret ?? null,
          notices: JSON.stringify(notices),
        })
        .execute();
      const detail = receiverInWords(kind, address, notices);
      return { facts: [receiverFact(ctx, 'added', { id, name, kind }, detail)], result: { id } };
    }),
});
