import 'server-only';
import { SignInError } from '@/lib/server/auth/sign-in-error';
import { ConsoleError } from '@/lib/server/console-error';
import { ledgerActor } from '@/lib/server/ledger/ledger-actor';
import type { ServiceContext } from '@/lib/server/services/verb';
import type { RouteParameters } from './request-input';

/**
 * Puts into the ledger what somebody signed in asked for and may not, and sign-ins that did not succeed; of strangers
 * nothing else, for anybody can be one. Never rejects: the refusal stands whatever the ledger does.
 */
export async function noteRefusal(
  error: unknown,
  request: Request,
  ctx: ServiceContext | null,
  parameters: RouteParameters,
): Promise<void> {
  if (!ctx) return;
  const { actor, caller, requestId, refusals } = ctx;
  if (error instanceof SignInError) {
    const { failure, message } = error;
    await refusals.note(`sign-in ${caller.address} ${failure}`, (times) => ({
      kind: 'session.refused',
      requestId,
      address: caller.address,
      failure,
      detail: message,
      times,
    }));
  } else if (error instanceof ConsoleError && error.code === 'forbidden' && actor) {
    const { method } = request;
    const { pathname } = new URL(request.url);
    const pattern = patternOf(pathname, parameters);
    await refusals.note(`${actor.sessionId} ${method} ${pattern}`, (times) => ({
      kind: 'request.refused',
      actor: ledgerActor(actor),
      requestId,
      method,
      path: pathname.slice(0, 500),
      code: 'forbidden',
      times,
    }));
  }
}

/** The address with its parameters' names in place of their values: what is asked of many sets is one thing. */
function patternOf(pathname: string, parameters: RouteParameters): string {
  const names = new Map(Object.entries(parameters).map(([name, value]) => [String(value), name]));
  return pathname
    .split('/')
    .map((part) => names.get(part) ?? part)
    .join('/');
}
