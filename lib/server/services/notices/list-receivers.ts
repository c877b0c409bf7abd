import 'server-only';
import type { NoticeKind } from '@/lib/contract/notice-kinds';
import type { ReceiverList } from '@/lib/contract/notices';
import { mayManageNotices } from '@/lib/contract/session/roles';
import { shownAddress } from '@/lib/domain/notices/receiver-address';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { verb } from '@/lib/server/services/verb';

/** Who receives notices, without their secrets. @throws ConsoleError `ledger-unavailable`. */
export const listReceivers = verb<unknown, ReceiverList>({
  roles: mayManageNotices,
  run: async ({ ctx: { console } }) => {
    const { kysely } = console.database;
    const { mail, privateAddresses } = console.config.notices;
    const [rows, counts] = await orUnavailable(() =>
      Promise.all([
        kysely.selectFrom('notice_receiver').selectAll().orderBy('name').execute(),
        kysely
          .selectFrom('notice_delivery')
          .select(({ fn }) => [
            'receiver_id',
            'state',
            fn.countAll<number>().as('count'),
            fn.max('tried_at').as('newest'),
          ])
          .groupBy(['receiver_id', 'state'])
          .execute(),
      ]),
    );
    const value = rows.map(({ id, name, kind, address, secret, notices, failures, next_at, cause }) => {
      const of = (state: string) => counts.find((one) => one.receiver_id === id && one.state === state);
      const delivered = of('delivered')?.newest ?? null;
      return {
        ...{ id, name, kind, shownAddress: shownAddress(kind, address), hasSecret: secret !== null },
        notices: JSON.parse(notices) as NoticeKind[], // as `addReceiver` writes it
        waiting: Number(of('waiting')?.count ?? 0),
        givenUp: Number(of('given-up')?.count ?? 0),
        lastDeliveredAt: delivered === null ? null : new Date(delivered).toISOString(),
        problem: failures > 0 && cause !== null ? { cause, nextAt: new Date(next_at).toISOString() } : null,
      };
    });
    return { value, hasMail: mail !== null, allowsPrivate: privateAddresses };
  },
});
