import 'server-only';
import { headers } from 'next/headers';
import { theConsole } from '@/lib/server/composition';
import { ConsoleError } from '@/lib/server/console-error';
import type { Verb } from '@/lib/server/services/verb';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import { pageSignal } from './page-signal';
import { callerOf, contextOf } from './request-context';

/** Runs a verb, role check included. @returns null after a failure: the page then asks by itself. */
export async function pageRead<I, O>(
  verb: Verb<I, O>,
  input: I,
  connection: string | null,
): Promise<O | null> {
  const asked = await headers(); // first: it ends a build's attempt to draw pages
  const parts = await theConsole();
  const signal = pageSignal();
  try {
    parts.gate.check(asked);
    const caller = callerOf(asked, parts.config.publicUrl);
    // The layout has already counted this use of the session.
    const options = { key: connection, isOpen: false, isBackground: true, madeFor: null };
    const ctx = await contextOf({ method: 'GET', headers: asked, signal }, parts, caller, options);
    return await verb({ ctx, input });
  } catch (error) {
    const isKnown = error instanceof ConsoleError || error instanceof UpstreamError;
    const isGivenUp = signal.aborted && error === signal.reason;
    if (!isKnown && !isGivenUp)
      parts.log.error({ requestId: asked.get('x-request-id'), err: error }, 'A page could not read ahead.');
    return null;
  }
}
