import 'server-only';
import type { DeliveriesQuery, DeliveryList } from '@/lib/contract/notices';
import { mayManageNotices } from '@/lib/contract/session/roles';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { verb } from '@/lib/server/services/verb';
import type { NoticeBody } from './outbox/write-notice';

/** Notices in one page; each has a delivery for each of its receivers. */
const noticesPerPage = 50;

/** What became of notices, newest first. @throws ConsoleError `ledger-unavailable`. */
export const listDeliveries = verb<DeliveriesQuery, DeliveryList>({
  roles: mayManageNotices,
  run: async ({ ctx, input: { receiver, state, before } }) => {
    const { kysely } = ctx.console.database;
    const matching = kysely
      .selectFrom('notice_delivery')
      .$if(receiver !== undefined, (of) => of.where('receiver_id', '=', receiver ?? ''))
      .$if(state !== undefined, (of) => of.where('state', '=', state ?? 'waiting'))
      .$if(before !== undefined, (of) => of.where('notice_delivery.number', '<', before ?? 0));
    const rows = await orUnavailable(async () => {
      const numbers = await matching
        .select('notice_delivery.number')
        .distinct()
        .orderBy('notice_delivery.number', 'desc')
        .limit(noticesPerPage + 1)
        .execute();
      const last = numbers[noticesPerPage - 1]?.number ?? 0;
      const found = await matching
        .innerJoin('notice', 'notice.number', 'notice_delivery.number')
        .innerJoin('notice_receiver', 'notice_receiver.id', 'notice_delivery.receiver_id')
        .select(['notice.number', 'notice.kind', 'notice.at', 'notice.body'])
        .select(['notice_receiver.id', 'notice_receiver.name'])
        .select(['state', 'tries', 'tried_at', 'notice_delivery.cause'])
        .where('notice_delivery.number', '>=', last)
        .orderBy('notice.number', 'desc')
        .orderBy('notice_receiver.name')
        .execute();
      return { found, next: numbers.length > noticesPerPage ? last : null };
    });
    return {
      value: rows.found.map(({ number, kind, at, body, id, name, state: is, tries, tried_at, cause }) => ({
        ...{ number, kind, tries, cause, state: is },
        title: (JSON.parse(body) as NoticeBody).title, // as `writeNotice` writes it
        at: new Date(at).toISOString(),
        receiver: { id, name },
        triedAt: tried_at === null ? null : new Date(tried_at).toISOString(),
      })),
      next: rows.next,
    };
  },
});
