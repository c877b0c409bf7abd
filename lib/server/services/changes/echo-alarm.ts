import 'server-only';
import type { Logger } from 'pino';
import type { AccessEcho } from '@/lib/server/upstream/post-access';
import type { HeldSet } from './held-set';
import type { WorkCell } from './work-cell';

/** Warns when the service's reply to a change is not that change: what counts is read back, but somebody should look. */
export function heedEcho(log: Logger, held: HeldSet, cell: WorkCell, reply: AccessEcho): void {
  if (reply.echo === 'same' || reply.status === 204) return;
  const { status, echo, serviceRequestId } = reply;
  log.warn(
    {
      connection: held.connection.key,
      set: held.id,
      ...cell.cell,
      wanted: cell.wanted,
      status,
      echo,
      serviceRequestId,
    },
    'The service answered a change with something else than that change. The console reads the value back.',
  );
}
