import { endedSessionsSchema, sessionIdSchema } from '@/lib/contract/session/session';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { endSession } from '@/lib/server/services/session/end-session';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: route({ query: sessionIdSchema, result: endedSessionsSchema }, endSession),
});
