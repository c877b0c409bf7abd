import 'server-only';
import { headers } from 'next/headers';
import { theConsole } from '@/lib/server/composition';
import { ConsoleError } from '@/lib/server/console-error';
import type { Verb } from '@/lib/server/services/verb';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import { pageSignal } from './page-signal';
import { callerOf, contextOf } from './request-context';

/**
 * Runs a verb for the page that is drawn, with the same check of the role as over HTTP.
 * @param connection key that the address names; null: the first.
 * @returns null where it did not go well: the page itself then asks, and says why it cannot be read.
 */
export async function pageRead<I, O>(
  verb: Verb<I, O>,
  input: I,
  connection: string | null,
): Promise<O | null> {
  const asked = await headers(); // first: a build tries to draw pages too, and ends here
  const parts = await theConsole();
  const signal = pageSignal();
  try {
    parts.entrance.check(asked);
    const caller = callerOf(asked, parts.config.publicUrl);
    // Whoever opens a page uses the session, which the layout has noted.
    const of = { key: connection, isOpen: false, isBackground: true, madeFor: null };
    const ctx = await contextOf({ method: 'GET', headers: asked, signal }, parts, caller, of);
    return await verb({ ctx, input });
  } catch (error) {
    const isKnown = error instanceof ConsoleError || error instanceof UpstreamError;
    const isGivenUp = signal.aborted && error === signal.reason;
    if (!isKnown && !isGivenUp)
      parts.log.error({ requestId: asked.get('x-request-id'), err: error }, 'A page could not read ahead.');
    return null;
  }
}
