import * as session from '@/lib/contract/session/session';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { endSessions } from '@/lib/server/services/session/end-sessions';
import { listSessions } from '@/lib/server/services/session/list-sessions';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: session.whoseSchema, result: session.sessionListSchema }, listSessions),
  DELETE: route({ query: session.endSessionsSchema, result: session.endedSessionsSchema }, endSessions),
});
