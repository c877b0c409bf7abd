import 'server-only';
import type { ReasonRule } from '@/lib/contract/session/session';
import { ConsoleError } from '@/lib/server/console-error';

/** Requires a reason when `ACCESS_REASON` does. @throws ConsoleError `invalid-request` that names the field. */
export function demandReason(rule: ReasonRule, reason: string): void {
  if (rule === 'optional' || reason.trim() !== '') return;
  throw new ConsoleError(
    'invalid-request',
    'This console changes access only with a reason. Nothing was changed. Say why, and ask again.',
    { errors: [{ path: 'reason', message: 'A reason is required.' }] },
  );
}
