import 'server-only';
import type { EventsQuery } from '@/lib/contract/events';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';
import { EventStream } from './event-stream';

const entryId = /^\d{1,15}$/;

/** Server-sent events; only keep-alives without the right to read changes. @throws ConsoleError `rate-limited`. */
export const readEvents = verb<EventsQuery, Reply>({
  roles: 'signed-in',
  run: ({ ctx, input }) => {
    const { actor, actorNow, connection, lastEventId, signal } = ctx.request;
    const { events } = ctx.console;
    const stream = new EventStream({
      hub: events,
      connection: connection.key,
      actor,
      actorNow,
      after: entryId.test(lastEventId) ? Number(lastEventId) : (input.after ?? null),
      signal,
      onEnd: events.slots.take(actor?.sessionId ?? ''),
    });
    // X-Accel-Buffering stops nginx from waiting for a full buffer.
    const headers = { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' };
    return Promise.resolve(new Reply(stream.open(), headers));
  },
});
