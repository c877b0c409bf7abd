import 'server-only';
import type { Kysely, Selectable } from 'kysely';
import type { NoticeKind, ReceiverKind } from '@/lib/contract/notice-kinds';
import type { AddReceiver } from '@/lib/contract/notices';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import { listed } from '@/lib/domain/counted';
import { noticeWords } from '@/lib/domain/notices/notice-words';
import { addressFault, shownAddress } from '@/lib/domain/notices/receiver-address';
import { ConsoleError } from '@/lib/server/console-error';
import type { NoticeReceiverTable, Tables } from '@/lib/server/db/tables';
import type { EntryOf } from '@/lib/server/ledger/ledger-identity';
import { literalFault } from '@/lib/server/services/notices/receivers/public-addresses';
import { actedBy, type ServiceContext } from '@/lib/server/services/verb';

export type ReceiverRow = Selectable<NoticeReceiverTable>;

/** @throws ConsoleError `not-found`. */
export async function receiverOf(kysely: Kysely<Tables>, id: string): Promise<ReceiverRow> {
  const row = await kysely.selectFrom('notice_receiver').selectAll().where('id', '=', id).executeTakeFirst();
  if (row) return row;
  throw new ConsoleError(
    'not-found',
    'There is no such receiver; somebody may have removed it. Nothing was changed.',
  );
}

/** @throws ConsoleError `invalid-request` naming the field, `conflict` for a name that another receiver has. */
export async function checkReceiver(
  { console }: ServiceContext,
  kysely: Kysely<Tables>,
  { id, ...given }: Pick<AddReceiver, 'kind' | 'name' | 'address' | 'secret'> & { id: string },
): Promise<void> {
  const { mail, privateAddresses } = console.config.notices;
  const { kind, name, address, secret } = given;
  const wrong = (path: keyof typeof given, message: string) =>
    new ConsoleError('invalid-request', `${message} Nothing was saved.`, { errors: [{ path, message }] });
  if (kind === 'mail' && mail === null)
    throw wrong('kind', 'The operator has set no mail server (MAIL_URL), so nobody can get mail.');
  const fault =
    addressFault(kind, address, privateAddresses) ??
    (kind === 'mail' ? null : literalFault(address, privateAddresses));
  if (fault !== null) throw wrong('address', fault);
  if (secret !== undefined && kind !== 'webhook')
    throw wrong('secret', 'Only the messages of a webhook are signed.');
  const other = await kysely
    .selectFrom('notice_receiver')
    .select('id')
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (other)
    throw new ConsoleError('conflict', `There is a receiver called “${name}” already. Nothing was saved.`);
}

type Act = EntryOf<'notices.receiver'>['act'];

/** The entry about an act of an administrator. */
export function receiverFact(
  ctx: ServiceContext,
  act: Act,
  { id, name, kind }: { id: string; name: string; kind: ReceiverKind },
  detail: string,
): LedgerFacts {
  return { kind: 'notices.receiver', ...actedBy(ctx), receiver: { id, name, kind }, act, detail };
}

/** What a receiver gets and where, in words without a secret. */
export function receiverInWords(kind: ReceiverKind, address: string, notices: readonly NoticeKind[]): string {
  return `${shownAddress(kind, address)}: ${listed(
    notices.map((one) => noticeWords[one].title.toLowerCase()),
    'and',
  )}`;
}
